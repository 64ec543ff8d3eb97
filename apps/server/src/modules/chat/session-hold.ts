import { setTimeout as delay } from "node:timers/promises";
import { CALL_LEASE_MS, CALL_LEASE_RENEW_MS, PlatformError } from "@callwright/contract";
import type { ServerContext } from "../../platform/platform.ts";
import { findSession, holdSession, renewHold, type SessionRow } from "./store.ts";

type Context = Pick<ServerContext, "db" | "log" | "now" | "secrets">;

/** If a message follows one whose request was given up, it waits this long until that one is stored. */
const WAIT_MS = 2_000;
const POLL_MS = 50;
const RETRY_AFTER_SECONDS = 2;

/** When a hold expires: it lasts as long as a call's lease, so that a dead server does not keep a session. */
export function holdEnd(now: Date): Date {
  return new Date(now.getTime() + CALL_LEASE_MS);
}

/**
 * Marks `chatId` as the only chat of a session that is being answered, on any node. Fails with `not-found`, or with `session-busy` while an earlier
 * chat still runs.
 */
export async function takeHold(context: Context, orgId: string, sessionId: string, chatId: string): Promise<SessionRow> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const at = context.now();
    const held = await holdSession(context, orgId, sessionId, { chatId, until: holdEnd(at), now: at });
    if (held) return held;
    if (!(await findSession(context, orgId, sessionId))) throw new PlatformError("not-found", { what: "Session" });
    if (waitedMs >= WAIT_MS) throw new PlatformError("session-busy", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await delay(POLL_MS);
  }
}

/** Renews a hold until `stop` is called. */
export function keepHold({ db, log, now }: Context, orgId: string, sessionId: string, chatId: string): () => void {
  const timer = setInterval(() => {
    renewHold(db, orgId, sessionId, chatId, holdEnd(now())).catch((err: unknown) =>
      log.warn({ sessionId, err }, "the hold of a chat's session could not be renewed"),
    );
  }, CALL_LEASE_RENEW_MS);
  timer.unref();
  return () => clearInterval(timer);
}
