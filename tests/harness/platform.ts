import { randomBytes } from "node:crypto";
import type { Call, CallEvent } from "@callwright/contract";

/** An answer of the platform with a JSON body, untyped on purpose, because tests check the actual content. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A caller of the REST API, as an organization. */
export interface PlatformUser {
  orgId: string;
  send<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>;
  /** Reads a body that is not JSON. */
  text(path: string): Promise<string>;
  /** Posts a form. */
  upload<Body>(path: string, form: FormData): Promise<Body>;
}

interface Account {
  name?: string;
  email: string;
  password: string;
}

async function readJson<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text();
  // Some routes return an empty body.
  if (text === "" && response.ok) return { status: response.status, headers: response.headers, body: undefined as Body };
  try {
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
  } catch {
    throw new Error(`${response.status} ${response.url} answered without JSON: ${text.slice(0, 300)}`);
  }
}

async function succeed<Body>(response: Response): Promise<Body> {
  const { status, body } = await readJson<Body>(response);
  if (status >= 300) throw new Error(`${status} ${response.url}: ${JSON.stringify(body)}`);
  return body;
}

/** The cookie of a session → the user's token → the organization → its token, as decided for every client. */
export async function enterOrg(url: string, cookie: string): Promise<PlatformUser> {
  const { token: userToken } = await succeed<{ token: string }>(await fetch(`${url}/api/auth/token`, { headers: { cookie } }));
  const asUser = { authorization: `Bearer ${userToken}` };
  const [org] = await succeed<{ id: string }[]>(await fetch(`${url}/org`, { headers: asUser }));
  if (!org) throw new Error("The account has no organization.");
  const { token } = await succeed<{ token: string }>(await fetch(`${url}/org/${org.id}/auth`, { headers: asUser }));
  return {
    orgId: org.id,
    text: async (path: string) => (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })).text(),
    upload: async <Body>(path: string, body: FormData) =>
      succeed<Body>(await fetch(`${url}${path}`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body })),
    send: async <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const content: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
      return readJson<Body>(
        await fetch(`${url}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, ...content, ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
    },
  };
}

/**
 * Of a request that signs somebody up or in: each comes from its own network, because the files of a run sign up more people in an hour than the
 * server lets one network. Only the shared server reads it, because it trusts a proxy.
 */
export function accountHeaders(url: string): Record<string, string> {
  const network = randomBytes(4).toString("hex");
  // Of the addresses for examples (RFC 3849). A network has the first 64 bits.
  return { origin: url, "x-forwarded-for": `2001:db8:${network.slice(0, 4)}:${network.slice(4)}::1` };
}

async function enterAccount(url: string, path: string, account: Account): Promise<PlatformUser> {
  const response = await fetch(`${url}/api/auth/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...accountHeaders(url) },
    body: JSON.stringify(account),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  await succeed(response);
  return enterOrg(url, cookie);
}

export function signUp(url: string, account: Required<Account>): Promise<PlatformUser> {
  return enterAccount(url, "sign-up/email", account);
}

export function signIn(url: string, account: Account): Promise<PlatformUser> {
  return enterAccount(url, "sign-in/email", account);
}

/** Newest first. */
export async function listCalls(user: PlatformUser): Promise<Call[]> {
  return (await user.send<Call[]>("GET", "/call")).body;
}

export async function getCall(user: PlatformUser, id: string): Promise<Call> {
  return (await user.send<Call>("GET", `/call/${id}`)).body;
}

export async function listEvents(user: PlatformUser, callId: string): Promise<CallEvent[]> {
  return (await user.send<CallEvent[]>("GET", `/call/${callId}/event`)).body;
}
