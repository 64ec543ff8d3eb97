import { ServerUnreachableError } from "@callwright/client";

export interface SessionUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** URL of a picture, or a `data:` URL. */
  image?: string | null | undefined;
}

/** An error of the auth service. `code` is better-auth's or ours. */
export class AuthError extends Error {
  readonly code: string | undefined;
  readonly status: number;
  /** From `Retry-After`; undefined if waiting does not help. */
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

export type AuthApi = ReturnType<typeof createAuthApi>;

/**
 * The auth service under /api/auth. The session is a cookie. Reading the session takes two plain requests. better-auth's client is loaded
 * for changes.
 */
export function createAuthApi(origin: string, fetch: typeof globalThis.fetch) {
  /**
   * Requests that may replace the session: changing the password ends the old one before its answer brings the new cookie. A request with the
   * old one would look signed out.
   */
  const changes = new Set<Promise<unknown>>();

  const read = async (path: string): Promise<unknown> => {
    await Promise.allSettled(changes);
    const response = await fetch(`${origin}/api/auth${path}`, { credentials: "same-origin" }).catch((error: unknown) => {
      throw new ServerUnreachableError(origin, error);
    });
    if (response.status === 401) return undefined;
    if (!response.ok) throw new AuthError(response.status, undefined, `The server answered with status ${response.status}.`);
    return (await response.json()) ?? undefined;
  };
  const send = async <Data>(ask: Ask<Data>): Promise<Data> => {
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

  /** Any function of better-auth's client. Rejects with an `AuthError`. */
  const call = <Data>(ask: Ask<Data>): Promise<Data> => {
    const change = send(ask);
    changes.add(change);
    return change.finally(() => changes.delete(change));
  };

  return {
    /** Undefined if no user is signed in. `isFresh` reads the database instead of the cookie's cache. */
    sessionUser: async ({ isFresh } = { isFresh: false }) => {
      const session = await read(isFresh ? "/get-session?disableCookieCache=true" : "/get-session");
      return (session as { user: SessionUser } | undefined)?.user;
    },
    /** A fresh user token; undefined when the session is over. */
    userToken: async () => ((await read("/token")) as { token: string } | undefined)?.token,
    /** Undefined if the account was created but its email address must be verified first. */
    signUp: async (fields: SignUpFields): Promise<SessionUser | undefined> => {
      const { token, user } = await call((client) => client.signUp.email(fields));
      return token === null ? undefined : user;
    },
    signIn: async (fields: SignInFields): Promise<SessionUser> => (await call((client) => client.signIn.email(fields))).user,
    signOut: async () => {
      await call((client) => client.signOut());
    },
    call,
  };
}

type Ask<Data> = (client: AuthClient) => Promise<AuthAnswer<Data>>;

interface AuthAnswer<Data> {
  data: Data | null;
  error: Refusal | null;
}

/** Errors of device authorization have the names of RFC 8628. */
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
