import { ApiError, type Client, createClient, createSender, type Send, type TokenRequest } from "@callwright/client";
import { type Org, TOKEN_REFRESH_LEEWAY_SECONDS } from "@callwright/contract";
import { z } from "zod";
import { CliError } from "./cli-error.ts";
import { type CredentialStore, type Credentials, type Login, openCredentialStore } from "./credentials.ts";
import type { Machine } from "./machine.ts";
import { parseServerAddress, USUAL_SERVER } from "./server-address.ts";

/** A token's scope: the session under /api/auth, the account's organizations, or the data of one organization. */
export type TokenKind = "session" | "user" | "org";

/** Returns the organization token, or a new one if the server rejects it. */
export type OrgTokens = (request: TokenRequest) => Promise<string>;

/** A server and the credentials for it. */
export interface ServerAccess {
  server: string;
  /** Absent with an API token from the environment. */
  login?: Login;
  /** Sends with a token of this kind, renewed if it has expired. */
  send: (kind: TokenKind) => Send;
  /** The data of the chosen organization. */
  org: { client: Client; token: OrgTokens };
  /** The user's organizations, or the API token's organization. */
  listOrgs: () => Promise<Org[]>;
  /** Stores the chosen organization. Throws for an API token, which belongs to one organization. */
  chooseOrg: (orgId: string) => Promise<void>;
}

/** The server of a command, if known. `named` is from the command line. */
export function chooseServer({ env }: Pick<Machine, "env">, credentials: Credentials, named?: string): string {
  return parseServerAddress(named ?? (env.CALLWRIGHT_SERVER || (credentials.current ?? USUAL_SERVER)));
}

/** Credentials from the environment or from the last sign-in. Throws without either. */
export async function openAccess(machine: Machine, named?: string): Promise<ServerAccess> {
  const store = openCredentialStore(machine);
  const apiToken = machine.env.CALLWRIGHT_TOKEN;
  if (apiToken) return openWithApiToken(machine, apiToken, named);
  const credentials = await store.read();
  const server = chooseServer(machine, credentials, named);
  const login = credentials.servers[server];
  if (!login) throw new CliError("notSignedIn", `Not signed in to ${server}. Run: callwright login --server ${server}`);
  return openWithLogin(machine, store, server, login);
}

/** A token from the environment is only sent to a server named by the environment or the command, never to the last used one. */
function openWithApiToken(machine: Machine, token: string, named: string | undefined): ServerAccess {
  const server = named ?? machine.env.CALLWRIGHT_SERVER;
  if (!server) throw new CliError("usage", "CALLWRIGHT_TOKEN is set without a server. Set CALLWRIGHT_SERVER too.");
  const options = { baseUrl: parseServerAddress(server), token, fetch: machine.fetch };
  const send = createSender(options);
  const chooseOrg = () =>
    Promise.reject(new CliError("usage", "An API token belongs to one organization. Unset CALLWRIGHT_TOKEN to choose another."));
  const client = createClient(options);
  const org = { client, token: async () => token };
  return { server: options.baseUrl, send: () => send, org, listOrgs: () => client.orgs.list(), chooseOrg };
}

function openWithLogin(machine: Machine, store: CredentialStore, server: string, login: Login): ServerAccess {
  const options = { baseUrl: server, fetch: machine.fetch };
  const asSession = createSender({ ...options, token: login.sessionToken });
  const userToken = once(() => mintUserToken(asSession, server));
  const asUser = { ...options, token: userToken };
  const listOrgs = () => createClient(asUser).orgs.list();
  const keep = async (chosen: Pick<Login, "orgId" | "orgToken">) => {
    await store.change(({ servers }) => {
      // Another process may have signed out, or in, meanwhile.
      if (servers[server]?.sessionToken === login.sessionToken) Object.assign(servers[server], chosen);
    });
    Object.assign(login, chosen);
  };
  const orgToken: OrgTokens = async ({ rejected }) => {
    const { orgToken: kept } = login;
    const leewayMs = TOKEN_REFRESH_LEEWAY_SECONDS * 1000;
    if (kept && kept.value !== rejected && kept.expiresAtMs - leewayMs > machine.nowMs()) return kept.value;
    const orgId = login.orgId ?? (await onlyOrg(listOrgs));
    const { accessToken } = await createClient(asUser).orgs.getAuth({ id: orgId }).catch(explainMissingOrg);
    const minted = { value: accessToken, expiresAtMs: readExpiry(accessToken) };
    await keep({ orgId, orgToken: minted });
    return accessToken;
  };
  const senders = {
    session: asSession,
    user: createSender(asUser),
    org: createSender({ ...options, token: orgToken }),
  };
  // The stored token is for the previous organization.
  const chooseOrg = (orgId: string) => keep({ orgId, orgToken: undefined });
  const org = { client: createClient({ ...options, token: orgToken }), token: orgToken };
  return { server, login, send: (kind) => senders[kind], org, listOrgs, chooseOrg };
}

/** One token per command, and a new one if the server rejects it. */
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

/** The session was revoked or expired. */
export function sessionEnded(server: string): CliError {
  return new CliError("notSignedIn", `Your session at ${server} has ended. Run: callwright login --server ${server}`);
}

async function onlyOrg(listOrgs: () => Promise<Org[]>): Promise<string> {
  const [only, ...others] = await listOrgs();
  if (!only) throw new CliError("refused", "You are not a member of an organization. Create one in the dashboard.");
  if (others.length === 0) return only.id;
  throw new CliError("usage", `You are a member of ${others.length + 1} organizations. Choose one: callwright org <name or id>`);
}

function explainMissingOrg(error: unknown): never {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
  throw new CliError(
    "usage",
    "You are no longer a member of the chosen organization. Choose another: callwright org <name or id>",
  );
}

/** A token's expiry from its payload, in ms. A token without one is used once. */
function readExpiry(jwt: string): number {
  try {
    const payload: unknown = JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());
    return z.object({ exp: z.number() }).parse(payload).exp * 1000;
  } catch {
    return 0;
  }
}
