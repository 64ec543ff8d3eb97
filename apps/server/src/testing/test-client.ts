import { decodeJwt } from "jose";

/** A signed-in browser, without the browser: cookies, a user token and an organization token. */
export interface TestClient {
  userId: string;
  /** The session in which both tokens were made. */
  sessionId: string;
  email: string;
  password: string;
  /** Opens `/org`. */
  userToken: string;
  /** Opens the platform API. */
  orgToken: string;
  orgId: string;
  /** `cookie` header of the session. */
  cookie: string;
  /** The platform API, with the organization token as bearer unless `init` brings an authorization header. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The same with a JSON body, answering status and JSON. */
  json: <Body = unknown>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: Body }>;
}

let accounts = 0;

/** Sign up a new person at a running server, and fetch the tokens as the dashboard does. */
export async function signUpTestClient(url: string, person: { email?: string; name?: string } = {}): Promise<TestClient> {
  accounts += 1;
  const { email = `person-${process.pid}-${accounts}@example.com`, name = `Person ${accounts}` } = person;
  const password = "correct horse battery";
  const signedUp = await expectOk(
    await fetch(`${url}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ email, password, name }),
    }),
  );
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const { user } = (await signedUp.json()) as { user: { id: string } };
  const { token: userToken } = await readJson<{ token: string }>(await fetch(`${url}/api/auth/token`, { headers: { cookie } }));
  const { sid: sessionId } = decodeJwt<{ sid: string }>(userToken);
  const asUser = { headers: { authorization: `Bearer ${userToken}` } };
  const [org] = await readJson<{ id: string }[]>(await fetch(`${url}/org`, asUser));
  if (!org) throw new Error("the sign-up made no organization");
  const { accessToken: orgToken } = await readJson<{ accessToken: string }>(await fetch(`${url}/org/${org.id}/auth`, asUser));

  const send = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", `Bearer ${orgToken}`);
    return fetch(`${url}${path}`, { ...init, headers });
  };
  return {
    userId: user.id,
    sessionId,
    email,
    password,
    userToken,
    orgToken,
    orgId: org.id,
    cookie,
    fetch: send,
    json: async <Body>(method: string, path: string, body?: unknown) => {
      const sent = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const response = await send(path, { method, ...sent });
      return { status: response.status, body: (await response.json()) as Body };
    },
  };
}

async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}

async function readJson<Value>(response: Response): Promise<Value> {
  return (await (await expectOk(response)).json()) as Value;
}
