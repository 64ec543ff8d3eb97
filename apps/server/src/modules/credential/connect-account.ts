import {
  type ConnectableProvider,
  type CreateCredential,
  type CreateCredentialSession,
  type Credential,
  type CredentialConnection,
  type CredentialSession,
  type Fields,
  invalid,
  PlatformError,
} from "@callwright/contract";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { jsonFields } from "../../platform/base/json-fields.ts";
import type { Database } from "../../platform/db/connect.ts";
import { auditAction } from "../../platform/http/audit-writes.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { CONNECT_PATH } from "../../platform/http/own-paths.ts";
import { askOutside } from "../../platform/net/ask-outside.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { changeResource, findResource, type ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { type PendingSignIn, putConnect } from "./connect-store.ts";
import { type AccountContext, openTokens, sealTokens } from "./outgoing/connected/connected-account.ts";
import {
  CONNECTABLES,
  CONNECTED_SERVICES,
  type ConnectedService,
  connectableOf,
  serviceUrl,
} from "./outgoing/connected/services.ts";
import { exchangeCode, revokeTokens, type Tokens } from "./outgoing/connected/token-requests.ts";
import { credentials } from "./service.ts";
import { credential } from "./tables.ts";

type Context = AccountContext & Pick<ServerContext, "audit" | "config">;
/** A failure that the person can fix. The message says how. */
export class ConnectFailure extends Error {}

/** The setting that an operator must add before a service can be connected; undefined if it is set. */
export function missingSetup({ config }: Pick<Context, "config">, provider: ConnectableProvider): PlatformError | undefined {
  const { name, service } = CONNECTABLES[provider];
  if (config.connectClients[service]) return undefined;
  const instead = `The operator has to register an OAuth client and to set ${CONNECTED_SERVICES[service].variables.join(" and ")} (docs/connected-services.md).`;
  return new PlatformError("not-available", { what: `Connecting ${name} by signing in`, instead });
}

/** Fails with `not-available`, `not-found` or `validation-failed`. */
export async function createConnectSession(
  context: Context,
  caller: OrgCaller,
  { provider, credentialId }: CreateCredentialSession,
  origin: string,
): Promise<CredentialSession> {
  const missing = missingSetup(context, provider);
  if (missing) throw missing;
  if (credentialId !== undefined) {
    const known = await credentials.get(context, caller, credentialId);
    if (known.provider !== provider) throw invalid(`credentialId is a credential of '${known.provider}'`);
  }
  const { orgId, userId } = caller;
  const { token, expiresAt } = await putConnect(context, "session", { orgId, userId, provider, credentialId });
  const connectUrl = `${origin}${CONNECT_PATH}/connect?token=${token}`;
  return { sessionToken: token, connectUrl, expiresAt: expiresAt.toISOString() };
}

interface Account {
  account?: string | undefined;
  accountId?: string | undefined;
  locationId?: string | undefined;
}

/** Ends a sign-in: gets its tokens, and stores them with a new credential, or with the one that is connected again. Fails with a `ConnectFailure`. */
export async function finishSignIn(context: Context, pending: PendingSignIn, code: string): Promise<Credential> {
  const { provider, orgId, redirectUri, codeVerifier, startedBy } = pending;
  const { service: id, scopes, name } = CONNECTABLES[provider];
  const service = CONNECTED_SERVICES[id];
  const caller: OrgCaller = { kind: "org", orgId, role: "admin", tag: "private", userId: startedBy, apiToken: null };
  // Checked before the code is used, so that no unused tokens are created.
  if (pending.credentialId !== undefined) await findReconnected(context, caller, pending.credentialId);
  const { tokens, answer } = await exchangeCode(context, service, { code, redirectUri, codeVerifier }).catch((error: Error) => {
    context.log.warn({ err: error, service: id }, "a sign-in at a service could not be finished");
    throw new ConnectFailure(`${name} gave no access: ${error.message}.`);
  });
  requireScopes(answer, scopes, name);
  const account = await accountOf(context, service, tokens, answer);
  const connection: CredentialConnection = {
    status: "connected",
    connectedAt: context.now().toISOString(),
    ...(Object.fromEntries(Object.entries(account).filter(([, value]) => value !== undefined)) as Account),
  };
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const stored =
      pending.credentialId === undefined
        ? await credentials.create(inside, caller, newCredential(provider, context.newId()))
        : await findReconnected(inside, caller, pending.credentialId);
    const state = { tokens: sealTokens(context, stored.id, tokens), connection };
    await changeResource(db, orgId, { table: credential }, stored.id, { state, updatedAt: context.now() });
    const action = pending.credentialId === undefined ? "createCredential" : "updateCredential";
    auditAction(context.audit, caller, action, { id: stored.id, name: stored.name ?? provider });
    return { ...stored, connection };
  });
}

async function findReconnected(context: Context, caller: OrgCaller, id: string): Promise<Credential> {
  return credentials.get(context, caller, id).catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    throw new ConnectFailure("The credential was deleted meanwhile. Restore it, or connect a new one.");
  });
}

function newCredential(provider: ConnectableProvider, authorizationId: string): CreateCredential {
  if (provider === "google.calendar.oauth2-client") return { provider };
  return provider === "ghl.oauth2-authorization" ? { provider, authenticationSession: {} } : { provider, authorizationId };
}

/** People can untick what an app asks for at Google. */
function requireScopes({ scope }: Fields, wanted: readonly string[], name: string): void {
  // A response without `scope` grants all requested scopes (RFC 6749, 5.1).
  if (typeof scope !== "string") return;
  const given = new Set(scope.split(/[ ,]+/));
  const missing = wanted.filter((each) => each.includes("://") && !given.has(each));
  if (missing.length > 0)
    throw new ConnectFailure(
      `${name} was connected without the permissions that its tools need. Connect it again, and tick every permission.`,
    );
}

async function accountOf(context: Context, service: ConnectedService, { accessToken }: Tokens, answer: Fields): Promise<Account> {
  switch (service.id) {
    case "google": {
      const { email, sub } = await readAccount(context, service.accountUrl ?? "", accessToken);
      return { account: textOf(email), accountId: textOf(sub) };
    }
    case "slack": {
      const { id, name } = (answer.team ?? {}) as Fields;
      return { account: textOf(name), accountId: textOf(id) };
    }
    case "gohighlevel": {
      const locationId = textOf(answer.locationId);
      if (locationId === undefined)
        throw new ConnectFailure("GoHighLevel gave access to an agency. Choose one location instead.");
      const url = `https://services.leadconnectorhq.com/locations/${encodeURIComponent(locationId)}`;
      const { location } = await readAccount(context, url, accessToken, { version: "2021-07-28" });
      return { account: textOf((location as Fields | undefined)?.name) ?? locationId, accountId: locationId, locationId };
    }
    default:
      return service.id satisfies never;
  }
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/** Empty if the service does not name the account: the name is only for people. */
async function readAccount({ config, network }: Context, address: string, accessToken: string, more = {}): Promise<Fields> {
  const answer = await askOutside(network, {
    method: "GET",
    url: serviceUrl(config, address),
    headers: { accept: "application/json", authorization: `Bearer ${accessToken}`, ...more },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal: new AbortController().signal,
  }).catch(() => undefined);
  return answer?.status === 200 ? jsonFields(answer.text) : {};
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value.slice(0, 200) : undefined);

/** Deletes a credential. Also ends the sign-in at its service, if possible: its tokens are deleted in any case. */
export async function removeCredential(context: Context, caller: OrgCaller, id: string): Promise<Credential> {
  const row = await findResource(context.db, caller.orgId, { table: credential }, id);
  const removed = await credentials.remove(context, caller, id);
  const connectable = row && connectableOf(row.config.provider);
  const tokens = connectable && openTokens(context, row);
  if (!tokens) return removed;
  if (!(await isSharedAccount(context.db, row)))
    await revokeTokens(context, CONNECTED_SERVICES[connectable.service], tokens).catch((error: unknown) =>
      context.log.warn({ err: error, credentialId: row.id }, "a deleted credential could not be revoked at its service"),
    );
  const connection = { ...removed.connection, status: "expired", reason: "The credential was deleted." };
  await context.db
    .update(credential)
    .set({ state: { connection } })
    .where(and(eq(credential.orgId, row.orgId), eq(credential.id, row.id)));
  return removed;
}

/** Google and Slack end every sign-in of an account at once, also those of other credentials and organizations of this server. */
async function isSharedAccount(db: Database, { id, config, state }: ResourceRow): Promise<boolean> {
  const { accountId } = (state.connection ?? {}) as CredentialConnection;
  if (accountId === undefined) return false;
  const service = String(config.provider).split(".")[0];
  const sameAccount = sql`${credential.state} #>> '{connection,accountId}' = ${accountId}`;
  const sameService = sql`${credential.config} ->> 'provider' like ${`${service}.%`}`;
  const isOther = and(
    ne(credential.id, id),
    isNull(credential.deletedAt),
    sameAccount,
    sameService,
    sql`${credential.state} ? 'tokens'`,
  );
  return (await db.$count(credential, isOther)) > 0;
}
