import { ENDED_REASONS, HELD_ITEMS_MAX, SCHEDULE_WINDOW_MS } from "@callwright/contract";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ScheduleContext } from "../../modules/call/api/schedule-call.ts";
import { endScheduledCall, type StartScheduledContext, startScheduledCall } from "../../modules/call/api/scheduled-calls.ts";
import { earliestAt, overdueAt } from "../../modules/call/api/scheduled-store.ts";
import { call } from "../../modules/call/tables.ts";
import { organization } from "../../platform/auth/tables.ts";
import { GONE, isoOf, type KindWork } from "./kind-work.ts";

type Context = StartScheduledContext & Pick<ScheduleContext, "scheduled">;

const dueAt = sql`(${earliestAt})::timestamptz`;
const isWaiting = and(eq(call.status, "scheduled"), isNull(call.deletedAt));

/** Calls whose time has passed by the resume do not start by themselves: see `isOverdue`. */
export function heldScheduledCalls(context: Context): KindWork {
  const { db, held, now, scheduled } = context;
  const isDue = (): SQL => overdueAt(held.resumedAt("scheduledCalls") ?? now());

  async function find(id: string) {
    const [row] = await db
      .select({ orgId: call.orgId, id: call.id })
      .from(call)
      .where(and(eq(call.id, id), isWaiting, isDue()));
    return row;
  }

  return {
    async summary() {
      const due = isDue();
      const [found] = await db
        .select({
          held: sql<number>`count(*)::int`,
          overdue: sql<number>`(count(*) filter (where ${due}))::int`,
          oldest: sql<string | null>`min(${dueAt})`,
          next: sql<string | null>`min(${dueAt}) filter (where not ${due})`,
        })
        .from(call)
        .where(isWaiting);
      const { held: all = 0, overdue = 0, oldest, next } = found ?? {};
      return { held: all, overdue, ahead: all - overdue, oldestAt: isoOf(oldest), nextAt: isoOf(next) };
    },
    async items() {
      const customer = (field: string) => sql<string | null>`${call.details} #>> ${sql.param(`{customer,${field}}`)}::text[]`;
      const rows = await db
        .select({
          id: call.id,
          org: organization.name,
          callName: call.name,
          person: customer("name"),
          number: customer("number"),
          sipUri: customer("sipUri"),
          due: sql<string>`${dueAt}`,
        })
        .from(call)
        .innerJoin(organization, eq(organization.id, call.orgId))
        .where(and(isWaiting, isDue()))
        .orderBy(dueAt)
        .limit(HELD_ITEMS_MAX);
      return rows.map(({ id, org, callName, person, number, sipUri, due }) => {
        const to = number ?? sipUri ?? "";
        const detail = [person === null ? undefined : to, callName].filter(Boolean).join(" · ");
        return { id, org, name: person ?? to, detail, dueAt: new Date(due).toISOString() };
      });
    },
    async send(id) {
      const row = await find(id);
      if (!row) return GONE;
      const at = now();
      const plan = { earliestAt: at.toISOString(), latestAt: new Date(at.getTime() + SCHEDULE_WINDOW_MS).toISOString() };
      await db
        .update(call)
        .set({ details: sql`jsonb_set(${call.details}, '{schedulePlan}', ${JSON.stringify(plan)}::jsonb)` })
        .where(and(eq(call.id, id), isWaiting));
      const waitMs = await startScheduledCall(context, row);
      if (waitMs === undefined) return undefined;
      await db.transaction((tx) => scheduled.add(tx, row, new Date(at.getTime() + waitMs)));
      return "There is no room for another call now. It is tried again once scheduled calls are resumed.";
    },
    async drop(id) {
      const row = await find(id);
      if (!row) return GONE;
      const ending = { endedReason: ENDED_REASONS.manuallyCanceled };
      await db.transaction((tx) => endScheduledCall({ ...context, db: tx }, row, ending));
      return undefined;
    },
  };
}
