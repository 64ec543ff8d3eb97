import { ApiError, createClient, createSender, type Send, type TokenRequest } from "@callwright/client";
import { type Org, TOKEN_REFRESH_LEEWAY_SECONDS } from "@callwright/contract";
import { z } from "zod";
import { CliError } from "./cli-error.ts";
import { type CredentialStore, type Credentials, type Login, openCredentialStore } from "./credentials.ts";
import type { Machine } from "./machine.ts";
import { parseServerAddress, USUAL_SERVER } from "./server-address.ts";

/** What a token opens: the account's session under /api/auth, the account's organisations, or what is in one of them. */
export type TokenKind = "session" | "user" | "org";

/** A server, and the right to use it. */
export interface Access {
  server: string;
  /** Absent with an API token from the environment. */
  login?: Login;
  /** Sends with a token of this kind, renewed where it has ended. */
  send: (kind: TokenKind) => Send;
  /** The person's organisations, or the API token's own. */
  listOrgs: () => Promise<Org[]>;
  /** Keeps in which organisation the session works from now on. Fails with an API token, which has one of its own. */
  chooseOrg: (orgId: string) => Promise<void>;
}

/** The server a command goes to, if one is known. `named` is what the command line says. */
export function chooseServer({ env }: Pick<Machine, "env">, credentials: Credentials, named?: string): string {
  return parseServerAddress(named ?? (env.CALLWRIGHT_SERVER || (credentials.current ?? USUAL_SERVER)));
}

/** The right to use a server, as the environment or the last sign-in gives it. Fails when there is neither. */
export async function openAccess(machine: Machine, named?: string): Promise<Access> {
  const store = openCredentialStore(machine);
  const apiToken = machine.env.CALLWRIGHT_TOKEN;
  if (apiToken) return openWithApiToken(machine, apiToken, named);
  const credentials = await store.read();
  const server = chooseServer(machine, credentials, named);
  const login = credentials.servers[server];
  if (!login) throw new CliError("notSignedIn", `You are not signed in at ${server}. Run: callwright login --server ${server}`);
  return openWithLogin(machine, store, server, login);
}

/** A token of the environment goes only where the environment or the command says: never to whatever server was used last. */
function openWithApiToken(machine: Machine, token: string, named: string | undefined): Access {
  const server = named ?? machine.env.CALLWRIGHT_SERVER;
  if (!server) throw new CliError("usage", "CALLWRIGHT_TOKEN is set, but not for which server. Set CALLWRIGHT_SERVER as well.");
  const options = { baseUrl: parseServerAddress(server), token, fetch: machine.fetch };
  const send = createSender(options);
  const chooseOrg = () =>
    Promise.reject(new CliError("usage", "An API token belongs to one organisation. Unset CALLWRIGHT_TOKEN to choose."));
  return { server: options.baseUrl, send: () => send, listOrgs: () => createClient(options).listOrgs(), chooseOrg };
}

function openWithLogin(machine: Machine, store: CredentialStore, server: string, login: Login): Access {
  const options = { baseUrl: server, fetch: machine.fetch };
  const asSession = createSender({ ...options, token: login.sessionToken });
  const userToken = once(() => mintUserToken(asSession, server));
  const asUser = { ...options, token: userToken };
  const listOrgs = () => createClient(asUser).listOrgs();
  const keep = async (chosen: Pick<Login, "orgId" | "orgToken">) => {
    await store.change(({ servers }) => {
      // Another process may have signed out, or in, meanwhile.
      if (servers[server]?.sessionToken === login.sessionToken) Object.assign(servers[server], chosen);
    });
    Object.assign(login, chosen);
  };
  const orgToken = async ({ rejected }: TokenRequest) => {
    const { orgToken: kept } = login;
    const leewayMs = TOKEN_REFRESH_LEEWAY_SECONDS * 1000;
    if (kept && kept.value !== rejected && kept.expiresAtMs - leewayMs > machine.nowMs()) return kept.value;
    const orgId = login.orgId ?? (await onlyOrg(listOrgs));
    const { accessToken } = await createClient(asUser).getOrgAuth({ id: orgId }).catch(explainMissingOrg);
    const minted = { value: accessToken, expiresAtMs: readExpiry(accessToken) };
    await keep({ orgId, orgToken: minted });
    return accessToken;
  };
  const senders = {
    session: asSession,
    user: createSender(asUser),
    org: createSender({ ...options, token: orgToken }),
  };
  // The token that is kept was made for the organisation of before.
  const chooseOrg = (orgId: string) => keep({ orgId, orgToken: undefined });
  return { server, login, send: (kind) => senders[kind], listOrgs, chooseOrg };
}

/** One for the whole command, and another when the server refuses it. */
function once(mint: () => Promise<string>): (request: TokenRequest) => Promise<string> {
  let minted: string | undefined;
  return async ({ rejected }) => {
    if (minted === undefined || minted === rejected) minted = await mint();
    return minted;
  };
}

async function mintUserToken(asSession: Send, server: string): Promise<string> {
  try {
    const response = await asSession("GET", "/api/auth/token");
    return z.object({ token: z.string() }).parse(await response.json()).token;
  } catch (error) {
    throw error instanceof ApiError && error.status === 401 ? sessionEnded(server) : error;
  }
}

/** The session was revoked, or not used for so long that it ended. */
export function sessionEnded(server: string): CliError {
  return new CliError("notSignedIn", `Your session at ${server} has ended. Run: callwright login --server ${server}`);
}

async function onlyOrg(listOrgs: () => Promise<Org[]>): Promise<string> {
  const [only, ...others] = await listOrgs();
  if (!only) throw new CliError("refused", "You belong to no organisation. Create one in the dashboard.");
  if (others.length === 0) return only.id;
  throw new CliError("usage", `You belong to ${others.length + 1} organisations. Choose one: callwright org <name or id>`);
}

function explainMissingOrg(error: unknown): never {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
  throw new CliError(
    "usage",
    "You no longer belong to the organisation you had chosen. Choose another: callwright org <name or id>",
  );
}

/** When a token ends, in ms, as it says itself; one that does not say is used once. */
function readExpiry(jwt: string): number {
  try {
    const payload: unknown = JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());
    return z.object({ exp: z.number() }).parse(payload).exp * 1000;
  } catch {
    return 0;
  }
}
