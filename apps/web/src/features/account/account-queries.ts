import { queryOptions } from "@tanstack/react-query";
import type { AuthApi } from "../../app/auth-api.ts";

/** Where the person is signed in: their browsers, and the devices they let in. */
export interface BrowserSession {
  id: string;
  token: string;
  /** The one that asks. */
  isCurrent: boolean;
  ipAddress: string | null | undefined;
  userAgent: string | null | undefined;
  /** ISO 8601, as is the other. */
  createdAt: string;
  /** To a day. */
  lastUsedAt: string;
}

/** As the service lists it; the client has its times read already, or not. */
interface ListedSession {
  id: string;
  token: string;
  ipAddress?: string | null;
  userAgent?: string | null;
  createdAt: string | Date;
  /** Of ours, so that the library's client does not know it. */
  lastUsedAt: string | Date;
}

export const SESSIONS_KEY = ["account", "sessions"] as const;

/** The current one first, then those used last. Fails with `SESSION_NOT_FRESH` when the person signed in long ago. */
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
