import { eq } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { cachedForOneSecond } from "./cached-for-one-second.ts";
import { session } from "./tables.ts";

/** The current sessions: a person's token only names its session, and ends with it. */
export interface LiveSessions {
  /** False once it was signed out of, revoked or forgotten. */
  isLive: (sessionId: string) => Promise<boolean>;
  /** Called when a session has ended here. */
  forget: () => void;
}

export function createLiveSessions(db: Database, now: () => Date): LiveSessions {
  const sessions = cachedForOneSecond(async (id = "") => (await db.$count(session, eq(session.id, id))) > 0, now);
  return { isLive: sessions.read, forget: sessions.forget };
}
