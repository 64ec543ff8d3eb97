import { type OverviewQuery, TURN_SEGMENTS } from "@callwright/contract";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { call, callEvent, callMetric } from "../call/tables.ts";
import { webhookDelivery } from "../webhook/tables.ts";

export interface OverviewSteps {
  start: Date;
  end: Date;
  step: OverviewQuery["step"];
  timezone: string;
}

const m = callMetric;

const those = (orgId: string, { start, end }: Pick<OverviewSteps, "start" | "end">): SQL =>
  sql`${m.orgId} = ${orgId} and not ${m.isDeleted}
    and ${m.createdAt} >= ${start.toISOString()}::timestamptz and ${m.createdAt} <= ${end.toISOString()}::timestamptz`;

const percentile = (share: number) =>
  sql`percentile_disc(${share}::float8) within group (order by ${m.responseMs}) filter (where ${m.responseMs} is not null)`;

/** The counts of the calls of one step that ended for one reason. A step without calls has one row of zeros. */
export interface StepSums {
  /** When the step begins, in epoch milliseconds. */
  at: number;
  /** Null for calls that run. */
  endedReason: string | null;
  calls: number;
  minutes: number;
  cost: number;
  unpriced: number;
  successful: number;
  judged: number;
  /** The response times of the calls that have one, in any order. */
  waits: Int32Array;
}

/**
 * Counts by step and reason. Days and hours begin at those of the time zone. Each step reads its own part of the index without sorting; otherwise the
 * planner sorts all rows to group them by step. Response times come unsorted, and their percentiles are computed here.
 */
export async function readSums(db: Database, orgId: string, { step, timezone, ...range }: OverviewSteps): Promise<StepSums[]> {
  const first = sql`date_trunc(${step}, ${range.start.toISOString()}::timestamptz, ${timezone})`;
  const end = sql`${range.end.toISOString()}::timestamptz`;
  // Hours are counted as they pass, because a clock that is put back shows one twice.
  const begins =
    step === "hour"
      ? sql`generate_series(${first}, ${end}, interval '1 hour')`
      : sql`(select day at time zone ${timezone} from generate_series(${first} at time zone ${timezone}, ${end} at time zone ${timezone}, interval '1 day') as days (day))`;
  const { rows } = await db.execute<Record<string, unknown> & Omit<StepSums, "waits"> & { waits: string | null }>(sql`
    with begun as (select at, lead(at, 1, 'infinity') over (order by at) as next from ${begins} as beginnings (at))
    select extract(epoch from at)::float8 * 1000 as at, reason as "endedReason", coalesce(calls, 0) as calls,
      coalesce(minutes, 0) as minutes, coalesce(cost, 0) as cost, coalesce(unpriced, 0) as unpriced, coalesce(successful, 0) as successful, coalesce(judged, 0) as judged,
      waits::text as waits
    from begun left join lateral (
      select ${m.endedReason} as reason, count(*)::int as calls, coalesce(sum(${m.seconds}), 0) / 60 as minutes, sum(${m.cost}) as cost,
        count(*) filter (where ${m.isUnpriced})::int as unpriced,
        count(*) filter (where ${m.success} = 'true')::int as successful,
        count(*) filter (where ${m.success} in ('true', 'false'))::int as judged,
        array_agg(${m.responseMs}) filter (where ${m.responseMs} is not null) as waits
      from ${m} where ${those(orgId, range)} and ${m.createdAt} >= at and ${m.createdAt} < next group by 1
    ) as found on true order by at`);
  return rows.map(({ waits, ...sums }) => ({ ...sums, waits: numbersOf(waits) }));
}

/** The numbers of `{1,2,3}`. */
const numbersOf = (array: string | null) => Int32Array.from(array === null ? [] : array.slice(1, -1).split(","), Number);

const SEGMENT_COLUMNS = {
  endpointing: m.endpointingMs,
  transcript: m.transcriptMs,
  model: m.modelMs,
  tool: m.toolMs,
  voice: m.voiceMs,
  transport: m.transportMs,
};

/** The calls nearest to a percentile, as its examples. */
export interface Around {
  from: number;
  to: number;
}

/** The mean segments of the calls whose response time is in one of the ranges, in milliseconds, by range. */
export async function readSegments(
  db: Database,
  orgId: string,
  range: Pick<OverviewSteps, "start" | "end">,
  around: readonly Around[],
): Promise<Record<string, number>[]> {
  const within = around.map(({ from, to }) => sql`${m.responseMs} between ${from}::int and ${to}::int`);
  const columns = within.flatMap((isWithin, index) =>
    TURN_SEGMENTS.map(
      (segment) => sql`avg(${SEGMENT_COLUMNS[segment]}) filter (where ${isWithin})::float8 as ${sql.raw(`${segment}_${index}`)}`,
    ),
  );
  const { rows } = await db.execute<Record<string, number>>(sql`
    select ${sql.join(columns, sql`, `)} from ${m} where ${those(orgId, range)} and (${sql.join(within, sql` or `)})`);
  return around.map((_, index) =>
    Object.fromEntries(TURN_SEGMENTS.map((segment) => [segment, rows[0]?.[`${segment}_${index}`] ?? 0])),
  );
}

/** Tools by the number of calls in which they failed, most first. */
export async function readToolErrors(
  db: Database,
  orgId: string,
  range: Pick<OverviewSteps, "start" | "end">,
  limit: number,
): Promise<{ toolName: string; calls: number }[]> {
  const { rows } = await db.execute<{ toolName: string; calls: number }>(sql`
    select tool as "toolName", count(*)::int as calls from ${m}, unnest(${m.failedTools}) as failed (tool)
    where ${those(orgId, range)} and ${m.toolErrors} > 0 group by 1 order by 2 desc, 1 limit ${limit}`);
  return rows;
}

/** Calls that run now. The index of leases has only those. */
export async function readLive(db: Database, orgId: string): Promise<{ live: number; hasOwnCalls: boolean }> {
  const { rows } = await db.execute<{ live: number; own: boolean }>(sql`
    select (select count(*)::int from ${call}
        where ${call.status} <> 'ended' and ${call.status} = 'in-progress' and ${call.orgId} = ${orgId} and ${call.deletedAt} is null) as live,
      exists (select 1 from ${call} where ${call.orgId} = ${orgId} and ${call.deletedAt} is null and ${call.nodeId} <> 'sample') as own`);
  return { live: rows[0]?.live ?? 0, hasOwnCalls: rows[0]?.own ?? false };
}

export interface ProblemRow {
  callId: string;
  createdAt: Date;
  assistantId: string | null;
  assistantName: string | null;
  endedReason: string | null;
  endedMessage: string | null;
  /** The first event of a failure, if the end says nothing. */
  type: "failure" | "tool.answered" | null;
  payload: Record<string, unknown> | null;
  /** Whether a server message of the call was not delivered. */
  isUndelivered: boolean;
}

/** The last calls that ended by one of these reasons, or in which something failed. */
export async function readProblems(
  db: Database,
  orgId: string,
  range: Pick<OverviewSteps, "start" | "end">,
  { reasons, limit }: { reasons: readonly string[]; limit: number },
): Promise<ProblemRow[]> {
  const ended = inArray(m.endedReason, ["", ...reasons]);
  const { rows } = await db.execute<Record<string, unknown> & ProblemRow>(sql`
    with last as (
      select ${m.callId} as id, coalesce(${ended}, false) as ended from ${m}
      where ${those(orgId, range)} and (${ended} or ${m.failures} > 0 or ${m.toolErrors} > 0)
      order by ${m.createdAt} desc limit ${limit}
    )
    select last.id as "callId", ${call.createdAt} as "createdAt", ${call.assistantId} as "assistantId",
      ${call.assistant} ->> 'name' as "assistantName", case when last.ended then ${call.endedReason} end as "endedReason",
      case when last.ended then ${call.endedMessage} end as "endedMessage",
      event.type, event.payload,
      exists (select from ${webhookDelivery} where ${webhookDelivery.callId} = last.id and ${webhookDelivery.status} = 'failed')
        as "isUndelivered"
    from last join ${call} on ${call.id} = last.id
    left join lateral (
      select ${callEvent.type} as type, ${callEvent.payload} as payload from ${callEvent}
      where ${callEvent.callId} = last.id and not last.ended
        and (${callEvent.type} = 'failure' or (${callEvent.type} = 'tool.answered' and ${callEvent.payload} ->> 'failed' = 'true'))
      order by ${callEvent.seq} limit 1
    ) as event on true
    order by ${call.createdAt} desc`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

export interface FiguresRow {
  assistantId: string;
  calls: number;
  lastCallAt: number;
  successful: number;
  judged: number;
  p50: number | null;
  p95: number | null;
  transportMs: number | null;
  cost: number;
  unpriced: number;
}

export async function readFigures(db: Database, orgId: string, ids: readonly string[], since: Date): Promise<FiguresRow[]> {
  const { rows } = await db.execute<Record<string, unknown> & FiguresRow>(sql`
    select ${m.assistantId} as "assistantId", count(*)::int as calls,
      extract(epoch from max(${m.createdAt}))::float8 * 1000 as "lastCallAt",
      count(*) filter (where ${m.success} = 'true')::int as successful,
      count(*) filter (where ${m.success} in ('true', 'false'))::int as judged, ${percentile(0.5)} as p50, ${percentile(0.95)} as p95,
      round(avg(${m.transportMs}))::int as "transportMs", sum(${m.cost}) as cost, count(*) filter (where ${m.isUnpriced})::int as unpriced
    from ${m} where ${m.orgId} = ${orgId} and not ${m.isDeleted} and ${m.createdAt} >= ${since.toISOString()}::timestamptz
      and ${inArray(m.assistantId, [...ids])}
    group by 1`);
  return rows;
}
