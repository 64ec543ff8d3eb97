import { createAuthClient } from "better-auth/client";

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
  signUp(fields: { name: string; email: string; password: string }): Promise<SessionUser>;
  signIn(fields: { email: string; password: string }): Promise<SessionUser>;
  signOut(): Promise<void>;
  /** A fresh user token; undefined when the session is over. */
  userToken(): Promise<string | undefined>;
}

interface AuthAnswer<Data> {
  data: Data | null;
  error: { status: number; code?: string | undefined; message?: string | undefined } | null;
}

export function createAuthApi(origin: string, customFetch: typeof fetch): AuthApi {
  const auth = createAuthClient({ baseURL: origin, fetchOptions: { customFetchImpl: customFetch } });
  return {
    sessionUser: async () => read(await auth.getSession())?.user,
    signUp: async (fields) => required(read(await auth.signUp.email(fields))).user,
    signIn: async (fields) => required(read(await auth.signIn.email(fields))).user,
    signOut: async () => {
      read(await auth.signOut());
    },
    userToken: async () => {
      const answer = await auth.$fetch<{ token: string }>("/token");
      return answer.error?.status === 401 ? undefined : read(answer)?.token;
    },
  };
}

function read<Data>({ data, error }: AuthAnswer<Data>): Data | undefined {
  if (error) throw new AuthError(error.status, error.code, error.message ?? `The server answered with status ${error.status}.`);
  return data ?? undefined;
}

function required<Data>(data: Data | undefined): Data {
  if (data === undefined) throw new Error("The auth service answered a sign-in with nothing.");
  return data;
}
