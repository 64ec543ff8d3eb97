import { type CredentialConnection, PlatformError } from "@callwright/contract";
import type { Logger } from "../../../../platform/config/logger.ts";
import type { Database } from "../../../../platform/db/connect.ts";
import type { OutsideNetwork } from "../../../../platform/net/outside-network.ts";
import type { ResourceContext } from "../../../../platform/resource-kit/resource-service.ts";
import {
  changeResource,
  findResource,
  findResourceForUpdate,
  type ResourceRow,
} from "../../../../platform/resource-kit/resource-store.ts";
import { sealerOf } from "../../../../platform/secrets/sealed-text.ts";
import { openCredential } from "../../credential-rows.ts";
import { credential } from "../../tables.ts";
import { CONNECTED_SERVICES, connectableOf } from "./services.ts";
import { refreshTokens, SignInRefused, type TokenRequestContext, type Tokens } from "./token-requests.ts";

/**
 * The tokens of a credential that somebody has signed in with. They are sealed in the row's state, and never shown.
 *
 * ```
 *   (none) ── sign-in ──▶ connected ── refused by the service ──▶ expired
 *                           ▲   │ refresh: one at a time over all nodes         │
 *                           └───┴──────────────── sign-in ──────────────────────┘
 * ```
 */
export interface AccountState {
  tokens?: string;
  connection?: CredentialConnection;
}

export type AccountContext = TokenRequestContext & ResourceContext & { log: Pick<Logger, "warn"> };

const ROWS = { table: credential };
/** A token is renewed this long before it expires, so that it is valid when it arrives. */
const LEEWAY_MS = 60_000;

const placeOf = (id: string) => `credential ${id} tokens`;

export function sealTokens({ secrets }: Pick<ResourceContext, "secrets">, id: string, tokens: Tokens): string {
  return sealerOf(secrets).seal(JSON.stringify(tokens), placeOf(id));
}

/** The tokens of the sign-in, or else those that a user entered in the credential. */
export function openTokens(context: Pick<ResourceContext, "secrets">, row: ResourceRow): Tokens | undefined {
  const { tokens } = row.state as AccountState;
  if (tokens !== undefined) return JSON.parse(sealerOf(context.secrets).open(tokens, placeOf(row.id))) as Tokens;
  const { accessToken, refreshToken, expiresAt } = openSession(context, row) ?? {};
  if (accessToken === undefined) return undefined;
  return { accessToken, refreshToken, expiresAtMs: expiresAt === undefined ? undefined : Date.parse(expiresAt) };
}

interface OwnSession {
  accessToken?: string;
  refreshToken?: string;
  expiresAt?: string;
}

/** `authenticationSession` of the credential, with its secrets. */
export function openSession(context: Pick<ResourceContext, "secrets">, row: ResourceRow): OwnSession | undefined {
  return openCredential<{ authenticationSession?: OwnSession }>(context, row).authenticationSession;
}

/** Running refreshes of this process, by credential: they share one database connection. */
const refreshes = new WeakMap<OutsideNetwork, Map<string, Promise<string>>>();

/**
 * An access token of a connected credential. `refused` is one that the service did not accept. Fails with `connection-missing`,
 * `connection-expired`, or an `Error` when the service gives no token right now.
 */
export async function accessTokenOf(context: AccountContext, orgId: string, id: string, refused?: string): Promise<string> {
  const row = await findResource(context.db, orgId, ROWS, id);
  const { usable, service } = usableToken(context, row, refused);
  if (usable !== undefined) return usable;
  const running = refreshes.get(context.network) ?? new Map<string, Promise<string>>();
  refreshes.set(context.network, running);
  const known = running.get(id);
  if (known) return known;
  const refresh = refreshOf(context, orgId, id, refused).finally(() => running.delete(id));
  running.set(id, refresh);
  return refresh.catch((error: unknown) => {
    if (!(error instanceof PlatformError)) context.log.warn({ err: error, credentialId: id, service }, "a token was not renewed");
    throw error;
  });
}

/** The current token; undefined if it must be renewed first. */
function usableToken(context: AccountContext, row: ResourceRow | undefined, refused: string | undefined) {
  const connectable = connectableOf(row?.config.provider);
  if (!row || !connectable) throw new PlatformError("credential-unusable");
  const { connection } = row.state as AccountState;
  const tokens = openTokens(context, row);
  const { name, service } = connectable;
  if (!tokens) throw new PlatformError("connection-missing", { name });
  if (connection?.status === "expired") throw new PlatformError("connection-expired", { name });
  const isFresh = tokens.expiresAtMs === undefined || tokens.expiresAtMs - LEEWAY_MS > context.now().getTime();
  return { row, tokens, name, service, usable: isFresh && tokens.accessToken !== refused ? tokens.accessToken : undefined };
}

/** The row's lock makes other nodes wait; they then find the new token. */
async function refreshOf(context: AccountContext, orgId: string, id: string, refused: string | undefined): Promise<string> {
  const end = await context.db.transaction(async (db) => {
    const locked = await findResourceForUpdate(db, orgId, ROWS, id);
    const { row, tokens, name, service, usable } = usableToken(context, locked, refused);
    if (usable !== undefined) return { token: usable };
    const expire = async (reason: string) => {
      await storeConnection(db, row, { status: "expired", reason });
      return { expired: name };
    };
    if (tokens.refreshToken === undefined) return expire("The service gave no refresh token.");
    try {
      const renewed = await refreshTokens(context, CONNECTED_SERVICES[service], tokens.refreshToken);
      const state = { ...row.state, tokens: sealTokens(context, id, renewed) };
      await changeResource(db, orgId, ROWS, id, { state });
      return { token: renewed.accessToken };
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      return expire(`The service refused to renew it (${error.message}).`);
    }
  });
  // Thrown after the commit, so that the state is stored.
  if ("expired" in end) throw new PlatformError("connection-expired", { name: end.expired });
  return end.token;
}

function storeConnection(db: Database, row: ResourceRow, change: Pick<CredentialConnection, "status" | "reason">) {
  const { connection } = row.state as AccountState;
  return changeResource(db, row.orgId, ROWS, row.id, { state: { ...row.state, connection: { ...connection, ...change } } });
}
