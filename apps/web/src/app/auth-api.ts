import { ServerUnreachableError } from "@callwright/client";

export interface SessionUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** Address of a picture, or the picture itself as a `data:` address. */
  image?: string | null | undefined;
}

/** What the auth service refused. `code` is better-auth's or the platform's own. */
export class AuthError extends Error {
  readonly code: string | undefined;
  readonly status: number;
  /** How long the server asks to wait; undefined where waiting does not help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string | undefined, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface SignUpFields {
  name: string;
  email: string;
  password: string;
}

export interface SignInFields {
  email: string;
  password: string;
  /** False: the session ends with the browser. */
  rememberMe?: boolean;
}

type AuthClient = ReturnType<typeof import("better-auth/client").createAuthClient>;

/** What the dashboard needs of the auth service under /api/auth. The session itself is a cookie. */
export interface AuthApi {
  /** undefined when nobody is signed in. Fresh: as the database has it, not as the cookie remembers it. */
  sessionUser(options?: { isFresh: boolean }): Promise<SessionUser | undefined>;
  /** A fresh user token; undefined when the session is over. */
  userToken(): Promise<string | undefined>;
  /** undefined when there is an account now, but its address must be verified before anybody is signed in. */
  signUp(fields: SignUpFields): Promise<SessionUser | undefined>;
  signIn(fields: SignInFields): Promise<SessionUser>;
  signOut(): Promise<void>;
  /** Anything else better-auth's client can do. Fails with an `AuthError` for a refusal. */
  call<Data>(ask: (client: AuthClient) => Promise<AuthAnswer<Data>>): Promise<Data>;
}

/** Reading who is signed in is two plain requests; better-auth's client comes when something is changed. */
export function createAuthApi(origin: string, fetch: typeof globalThis.fetch): AuthApi {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${origin}/api/auth${path}`, { credentials: "same-origin" }).catch((error: unknown) => {
      throw new ServerUnreachableError(origin, error);
    });
    if (response.status === 401) return undefined;
    if (!response.ok) throw new AuthError(response.status, undefined, `The server answered with status ${response.status}.`);
    return (await response.json()) ?? undefined;
  };
  const call: AuthApi["call"] = async (ask) => {
    const { createAuthClient } = await import("better-auth/client");
    let answered: Response | undefined;
    const listeningFetch: typeof fetch = async (input, init) => {
      answered = await fetch(input, init);
      return answered;
    };
    const { data, error } = await ask(createAuthClient({ baseURL: origin, fetchOptions: { customFetchImpl: listeningFetch } }));
    if (error) throw refusal(error, answered?.headers);
    if (data === null) throw new Error("The auth service answered with nothing.");
    return data;
  };
  return {
    sessionUser: async ({ isFresh } = { isFresh: false }) => {
      const session = await read(isFresh ? "/get-session?disableCookieCache=true" : "/get-session");
      return (session as { user: SessionUser } | undefined)?.user;
    },
    userToken: async () => ((await read("/token")) as { token: string } | undefined)?.token,
    signUp: async (fields) => {
      const { token, user } = await call((client) => client.signUp.email(fields));
      return token === null ? undefined : user;
    },
    signIn: async (fields) => (await call((client) => client.signIn.email(fields))).user,
    signOut: async () => {
      await call((client) => client.signOut());
    },
    call,
  };
}

interface AuthAnswer<Data> {
  data: Data | null;
  error: Refusal | null;
}

/** Device authorization names its errors as its standard does. */
interface Refusal {
  status: number;
  code?: string | undefined;
  message?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
}

function refusal(answer: Refusal, headers: Headers | undefined): AuthError {
  const code = answer.code ?? answer.error;
  const message = answer.message ?? answer.error_description ?? `The server answered with status ${answer.status}.`;
  const retryAfterSeconds = Number(headers?.get("retry-after") ?? headers?.get("x-retry-after") ?? undefined);
  return new AuthError(answer.status, code, message, Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : undefined);
}
