import { queryOptions } from "@tanstack/react-query";
import type { AuthApi } from "../../../data/auth-api.ts";

/** A session of the user, in a browser or on an approved device. */
export interface BrowserSession {
  id: string;
  token: string;
  /** Is it the current session? */
  isCurrent: boolean;
  ipAddress: string | null | undefined;
  userAgent: string | null | undefined;
  /** ISO 8601, as is the other. */
  createdAt: string;
  /** To a day. */
  lastUsedAt: string;
}

/** As the service returns it; the client may have parsed the times. */
interface ListedSession {
  id: string;
  token: string;
  ipAddress?: string | null;
  userAgent?: string | null;
  createdAt: string | Date;
  /** Our own route: better-auth's client does not have it. */
  lastUsedAt: string | Date;
}

/** A way to sign in: with the password, or with another service. */
export interface LinkedAccount {
  id: string;
  providerId: string;
  /** ISO 8601. */
  createdAt: string;
}

/** The provider of the account that is a password. */
export const PASSWORD_PROVIDER = "credential";

export const ACCOUNTS_KEY = ["account", "accounts"] as const;

export function accountsQuery(authApi: AuthApi) {
  return queryOptions({
    queryKey: ACCOUNTS_KEY,
    queryFn: async (): Promise<LinkedAccount[]> => {
      const accounts = await authApi.call((client) => client.listAccounts());
      return accounts.map(({ id, providerId, createdAt }) => ({
        id,
        providerId,
        createdAt: new Date(createdAt).toISOString(),
      }));
    },
  });
}

/** True while loading: nearly every account has one. */
export function hasPassword(accounts: readonly LinkedAccount[] | undefined): boolean {
  return accounts?.some(({ providerId }) => providerId === PASSWORD_PROVIDER) ?? true;
}

export const SESSIONS_KEY = ["account", "sessions"] as const;

/** The current session first, then by last use. Rejects with `SESSION_NOT_FRESH` if the sign-in was long ago. */
export function sessionsQuery(authApi: AuthApi) {
  return queryOptions({
    queryKey: SESSIONS_KEY,
    retry: false,
    queryFn: async (): Promise<BrowserSession[]> => {
      const [sessions, current] = await Promise.all([
        authApi.call((client) => client.$fetch<ListedSession[]>("/list-sessions")),
        authApi.call((client) => client.getSession()),
      ]);
      const listed = sessions.map(({ id, token, ipAddress, userAgent, createdAt, lastUsedAt }) => ({
        id,
        token,
        isCurrent: token === current.session.token,
        ipAddress,
        userAgent,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
      }));
      return listed.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.localeCompare(a.lastUsedAt));
    },
  });
}
