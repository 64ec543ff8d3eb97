import { type OverviewQuery, type OverviewStep, TURN_SEGMENTS } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { callMetric } from "../../db/schema/metric.ts";
import { call, callEvent } from "../../db/schema/platform.ts";

export interface OverviewRange {
  start: Date;
  end: Date;
  step: OverviewQuery["step"];
  timezone: string;
}

const m = callMetric;

const those = (orgId: string, { start, end }: Pick<OverviewRange, "start" | "end">): SQL =>
  sql`${m.orgId} = ${orgId} and not ${m.isDeleted}
    and ${m.createdAt} >= ${start.toISOString()}::timestamptz and ${m.createdAt} <= ${end.toISOString()}::timestamptz`;

const percentile = (share: number) =>
  sql`percentile_disc(${share}::float8) within group (order by ${m.responseMs}) filter (where ${m.responseMs} is not null)`;

/** The sums of each step, also of those without calls. Days and hours begin by the clock of the time zone. */
export async function readSteps(
  db: Database,
  orgId: string,
  { step, timezone, ...range }: OverviewRange,
): Promise<OverviewStep[]> {
  const first = sql`date_trunc(${step}, ${range.start.toISOString()}::timestamptz, ${timezone})`;
  const end = sql`${range.end.toISOString()}::timestamptz`;
  // Hours are counted as they pass, because a clock that is put back shows one twice.
  const begins =
    step === "hour"
      ? sql`generate_series(${first}, ${end}, interval '1 hour')`
      : sql`(select day at time zone ${timezone} from generate_series(${first} at time zone ${timezone}, ${end} at time zone ${timezone}, interval '1 day') as days (day))`;
  const { rows } = await db.execute<Record<string, unknown> & Counted>(sql`
    with begun as (select array_agg(at order by at) as steps from ${begins} as beginnings (at)),
    found as (
      select width_bucket(${m.createdAt}, (select steps from begun)) as place, count(*)::int as calls,
        coalesce(sum(${m.seconds}), 0) / 60 as minutes, sum(${m.cost}) as cost,
        count(*) filter (where ${m.success} = 'true')::int as successful,
        count(*) filter (where ${m.success} in ('true', 'false'))::int as judged,
        percentile_disc(array[0.5, 0.95]::float8[]) within group (order by ${m.responseMs}) filter (where ${m.responseMs} is not null) as waits
      from ${m} where ${those(orgId, range)} group by 1
    )
    select extract(epoch from at)::float8 * 1000 as at, found.*, waits[1] as p50, waits[2] as p95 from begun, unnest(steps) with ordinality as each (at, place)
    left join found using (place) order by at`);
  return rows.map(({ at, calls, minutes, cost, successful, judged, p50, p95 }) => ({
    ...{ date: new Date(at).toISOString(), calls: calls ?? 0, minutes: minutes ?? 0, cost: cost ?? 0 },
    ...{ successful: successful ?? 0, judged: judged ?? 0 },
    ...(p50 !== null && { responseP50Ms: p50 }),
    ...(p95 !== null && { responseP95Ms: p95 }),
  }));
}

interface Counted {
  at: number;
  calls: number | null;
  minutes: number | null;
  cost: number | null;
  successful: number | null;
  judged: number | null;
  p50: number | null;
  p95: number | null;
}

/** Ended calls by their reason, most frequent first. */
export async function readReasons(
  db: Database,
  orgId: string,
  range: Pick<OverviewRange, "start" | "end">,
): Promise<{ endedReason: string; calls: number }[]> {
  const { rows } = await db.execute<{ endedReason: string; calls: number }>(sql`
    select ${m.endedReason} as "endedReason", count(*)::int as calls from ${m}
    where ${those(orgId, range)} and ${m.endedReason} is not null group by 1 order by 2 desc, 1`);
  return rows;
}

const SEGMENT_COLUMNS = {
  endpointing: m.endpointingMs,
  transcript: m.transcriptMs,
  model: m.modelMs,
  tool: m.toolMs,
  voice: m.voiceMs,
  transport: m.transportMs,
};

/** Calls around a percentile, whose segments stand for it. */
const NEAR = [
  { name: "p50", share: 0.5, from: 0.45, to: 0.55 },
  { name: "p95", share: 0.95, from: 0.92, to: 0.98 },
] as const;

export interface ResponseRow {
  calls: number;
  /** By percentile: its value, the calls that waited so long or longer, and the mean segments of those around it. */
  percentiles: Record<(typeof NEAR)[number]["name"], { ms: number; calls: number; meansMs: Record<string, number> }>;
}

export async function readResponse(
  db: Database,
  orgId: string,
  range: Pick<OverviewRange, "start" | "end">,
): Promise<ResponseRow | undefined> {
  const shares = NEAR.flatMap(({ from, share, to }) => [from, share, to]);
  const bounds = sql`percentile_disc(array[${sql.join(
    shares.map((share) => sql`${share}::float8`),
    sql`, `,
  )}]) within group (order by ${m.responseMs})`;
  const near = (index: number) =>
    sql`filter (where ${m.responseMs} between bounds[${sql.raw(String(index * 3 + 1))}] and bounds[${sql.raw(String(index * 3 + 3))}])`;
  const columns = NEAR.flatMap(({ name }, index) => [
    sql`count(*) filter (where ${m.responseMs} >= bounds[${sql.raw(String(index * 3 + 2))}])::int as ${sql.raw(`${name}_calls`)}`,
    ...TURN_SEGMENTS.map(
      (segment) => sql`avg(${SEGMENT_COLUMNS[segment]}) ${near(index)}::float8 as ${sql.raw(`${name}_${segment}`)}`,
    ),
  ]);
  const { rows } = await db.execute<Record<string, number> & { bounds: number[] | null }>(sql`
    with level as (select ${bounds} as bounds from ${m} where ${those(orgId, range)})
    select min(bounds) as bounds, count(*)::int as calls, ${sql.join(columns, sql`, `)} from ${m}, level
    where ${those(orgId, range)} and ${m.responseMs} is not null`);
  const [row] = rows;
  if (!row?.bounds) return undefined;
  const { bounds: found } = row;
  const at = (index: number) => {
    const { name } = NEAR[index] ?? NEAR[0];
    const meansMs = Object.fromEntries(TURN_SEGMENTS.map((segment) => [segment, row[`${name}_${segment}`] ?? 0]));
    return { ms: found[index * 3 + 1] ?? 0, calls: row[`${name}_calls`] ?? 0, meansMs };
  };
  return { calls: row.calls ?? 0, percentiles: { p50: at(0), p95: at(1) } };
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
  /** The first event of a failure, if the end says nothing. */
  type: "failure" | "tool.answered" | null;
  payload: Record<string, unknown> | null;
}

/** The last calls that ended by one of these reasons, or in which something failed. */
export async function readProblems(
  db: Database,
  orgId: string,
  range: Pick<OverviewRange, "start" | "end">,
  { reasons, limit }: { reasons: readonly string[]; limit: number },
): Promise<ProblemRow[]> {
  const ended = sql`${m.endedReason} in (${sql.join(
    ["", ...reasons].map((reason) => sql`${reason}`),
    sql`, `,
  )})`;
  const { rows } = await db.execute<Record<string, unknown> & ProblemRow>(sql`
    with last as (
      select ${m.callId} as id, coalesce(${ended}, false) as ended from ${m}
      where ${those(orgId, range)} and (${ended} or ${m.failures} > 0 or ${m.toolErrors} > 0)
      order by ${m.createdAt} desc limit ${limit}
    )
    select last.id as "callId", ${call.createdAt} as "createdAt", ${call.assistantId} as "assistantId",
      ${call.assistant} ->> 'name' as "assistantName", case when last.ended then ${call.endedReason} end as "endedReason",
      event.type, event.payload
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
  cost: number;
}

export async function readFigures(db: Database, orgId: string, ids: readonly string[], since: Date): Promise<FiguresRow[]> {
  const { rows } = await db.execute<Record<string, unknown> & FiguresRow>(sql`
    select ${m.assistantId} as "assistantId", count(*)::int as calls,
      extract(epoch from max(${m.createdAt}))::float8 * 1000 as "lastCallAt",
      count(*) filter (where ${m.success} = 'true')::int as successful,
      count(*) filter (where ${m.success} in ('true', 'false'))::int as judged, ${percentile(0.5)} as p50, sum(${m.cost}) as cost
    from ${m} where ${m.orgId} = ${orgId} and not ${m.isDeleted} and ${m.createdAt} >= ${since.toISOString()}::timestamptz
      and ${m.assistantId} in (${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )})
    group by 1`);
  return rows;
}
