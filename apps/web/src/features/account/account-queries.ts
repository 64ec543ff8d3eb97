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
  /** When it was renewed last: at least once in every day that it was used. */
  updatedAt: string;
}

export const SESSIONS_KEY = ["account", "sessions"] as const;

/** The current one first, then those used last. Fails with `SESSION_NOT_FRESH` when the person signed in long ago. */
export function sessionsQuery(authApi: AuthApi) {
  return queryOptions({
    queryKey: SESSIONS_KEY,
    retry: false,
    queryFn: async (): Promise<BrowserSession[]> => {
      const [sessions, current] = await Promise.all([
        authApi.call((client) => client.listSessions()),
        authApi.call((client) => client.getSession()),
      ]);
      const listed = sessions.map(({ id, token, ipAddress, userAgent, createdAt, updatedAt }) => ({
        id,
        token,
        isCurrent: token === current.session.token,
        ipAddress,
        userAgent,
        createdAt: new Date(createdAt).toISOString(),
        updatedAt: new Date(updatedAt).toISOString(),
      }));
      return listed.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.updatedAt.localeCompare(a.updatedAt));
    },
  });
}
