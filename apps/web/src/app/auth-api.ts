import { ServerUnreachableError } from "@callwright/client";

export interface SessionUser {
  id: string;
  name: string;
  email: string;
}

/** A sign-in or sign-up that the server refused. `code` is better-auth's or the platform's own. */
export class AuthError extends Error {
  readonly code: string | undefined;
  readonly status: number;

  constructor(status: number, code: string | undefined, message: string) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
  }
}

/** What the dashboard needs of the auth service under /api/auth. The session itself is a cookie. */
export interface AuthApi {
  /** undefined when nobody is signed in. */
  sessionUser(): Promise<SessionUser | undefined>;
  /** A fresh user token; undefined when the session is over. */
  userToken(): Promise<string | undefined>;
  signUp(fields: { name: string; email: string; password: string }): Promise<SessionUser>;
  signIn(fields: { email: string; password: string }): Promise<SessionUser>;
  signOut(): Promise<void>;
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
  const better = async () => {
    const { createAuthClient } = await import("better-auth/client");
    return createAuthClient({ baseURL: origin, fetchOptions: { customFetchImpl: fetch } });
  };
  return {
    sessionUser: async () => ((await read("/get-session")) as { user: SessionUser } | undefined)?.user,
    userToken: async () => ((await read("/token")) as { token: string } | undefined)?.token,
    signUp: async (fields) => changed(await (await better()).signUp.email(fields)).user,
    signIn: async (fields) => changed(await (await better()).signIn.email(fields)).user,
    signOut: async () => {
      changed(await (await better()).signOut());
    },
  };
}

interface AuthAnswer<Data> {
  data: Data | null;
  error: { status: number; code?: string | undefined; message?: string | undefined } | null;
}

function changed<Data>({ data, error }: AuthAnswer<Data>): Data {
  if (error) throw new AuthError(error.status, error.code, error.message ?? `The server answered with status ${error.status}.`);
  if (data === null) throw new Error("The auth service answered with nothing.");
  return data;
}
