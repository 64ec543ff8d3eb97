import { type Nightly, PlatformError } from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import { loggableCause } from "../../../platform/db/database-retry.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import { clockOf } from "../../../platform/local-clock.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { findResourceForUpdate } from "../../../platform/resource-kit/resource-store.ts";
import { simulationRun, simulationSuite } from "../tables.ts";
import { startSuite } from "./start-suite.ts";

/** A server that was down at that time catches up until this long after it. Later, the run would be one of the day. */
const CATCH_UP_MINUTES = 6 * 60;
const DAY_MS = 86_400_000;

/** What the schedule looks for, of all organizations. */
const nightlyOf = sql<Nightly>`${simulationSuite.config} -> 'nightly'`;

/**
 * Starts the nightly runs that are due. Each suite runs once a night, however often and on however many nodes this is called. A run that cannot start
 * is not tried again in this night; the suite says why.
 */
export async function startNightlyRuns(context: ServerContext, queue: RunQueue): Promise<void> {
  const { db, log, now } = context;
  const suites = await db
    .select({ id: simulationSuite.id, orgId: simulationSuite.orgId, nightly: nightlyOf, updatedAt: simulationSuite.updatedAt })
    .from(simulationSuite)
    .where(and(isNull(simulationSuite.deletedAt), sql`${simulationSuite.config} ? 'nightly'`));
  for (const { id, orgId, nightly, updatedAt } of suites) {
    const night = dueNight(nightly, updatedAt, now());
    if (night === undefined) continue;
    await startNight(context, queue, { id, orgId, night }).catch((error: unknown) =>
      log.warn({ err: loggableCause(error), orgId, suiteId: id }, "a nightly run was not looked at; the next minute tries again"),
    );
  }
  queue.wake();
}

interface DueSuite {
  id: string;
  orgId: string;
  night: string;
}

async function startNight(context: ServerContext, queue: RunQueue, due: DueSuite): Promise<void> {
  const { id, orgId, night } = due;
  await context.db.transaction(async (db) => {
    // Two nodes that look at the same time start one run.
    const suite = await findResourceForUpdate(db, orgId, { table: simulationSuite }, id);
    const { nightlyFailure } = (suite?.state ?? {}) as { nightlyFailure?: { day: string } };
    if (!suite || nightlyFailure?.day === night || (await hasRun(db, due))) return;
    const caller: OrgCaller = { kind: "org", orgId, role: "editor", tag: "private", userId: null, apiToken: null };
    const failure = await db
      .transaction((inner) => startSuite({ ...context, db: inner }, caller, id, queue, { name: "Nightly", night }))
      .then(() => undefined, reasonOf);
    const state = sql`(${simulationSuite.state} - 'nightlyFailure') || ${JSON.stringify(
      failure === undefined ? {} : { nightlyFailure: { day: night, reason: failure } },
    )}::jsonb`;
    await db.update(simulationSuite).set({ state }).where(eq(simulationSuite.id, id));
  });
}

/** The sentences of a refusal. Other failures are those of the server, and are tried again. */
function reasonOf(error: unknown): string {
  if (!(error instanceof PlatformError)) throw error;
  return error.problems?.join(". ") ?? error.message;
}

async function hasRun(db: ServerContext["db"], { id, night }: DueSuite): Promise<boolean> {
  const those = and(eq(simulationRun.testSuiteId, id), sql`${simulationRun.state} #>> '{gate,night}' = ${night}`);
  return (await db.$count(simulationRun, those)) > 0;
}

/**
 * The night that is due at `now`, as the day of its time in its zone; undefined if none is. A night whose time had passed when the suite was last
 * changed is not made up for. By clocks and not by intervals: a time that a clock change skips is due after it, and one that it repeats is due once.
 */
export function dueNight(nightly: Nightly, changedAt: Date, now: Date): string | undefined {
  const { day, minutesSince } = lastNight(nightly, now);
  if (minutesSince > CATCH_UP_MINUTES || lastNight(nightly, changedAt).day >= day) return undefined;
  return day;
}

/** The last day on which the clock has reached the time, and how many minutes it shows since. */
function lastNight({ at, timezone = "UTC" }: Nightly, now: Date): { day: string; minutesSince: number } {
  const { localMs } = clockOf(timezone)(now);
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const todays = new Date(localMs).setUTCHours(hours, minutes, 0, 0);
  const last = todays <= localMs ? todays : todays - DAY_MS;
  return { day: new Date(last).toISOString().slice(0, 10), minutesSince: (localMs - last) / 60_000 };
}
