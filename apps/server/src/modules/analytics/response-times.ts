import {
  type CreateAssistant,
  type ResponseTime,
  TURN_SEGMENTS,
  type Turn,
  type TurnSegment,
  type TurnSegmentName,
  turnSegments,
} from "@callwright/contract";
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { call, callEvent } from "../call/tables.ts";

const RECENT_DAYS = 30;

/** The segments of a wait that a part causes. Tools and the way to the caller belong to no part. */
const SEGMENTS: { readonly [part in ResponseTime["part"]]: readonly TurnSegmentName[] } = {
  transcriber: ["endpointing", "transcript"],
  model: ["model"],
  voice: ["voice"],
};
const PARTS = Object.keys(SEGMENTS) as ResponseTime["part"][];

/** The provider that runs a part that the assistant does not set. */
const DEFAULT_PROVIDER = "callwright";

/** Medians over the turns of recent calls that the caller began. */
export async function listResponseTimes(
  { db, now }: Pick<ServerContext, "db" | "now">,
  { orgId }: OrgCaller,
): Promise<ResponseTime[]> {
  const since = new Date(now().getTime() - RECENT_DAYS * 86_400_000);
  const waits = new Map<string, { of: Pick<ResponseTime, "part" | "provider" | "model">; waited: TurnSegment[][] }>();
  for (const { parts, turns } of await readRecentTurns(db, orgId, since)) {
    for (const part of PARTS) {
      const of = { part, ...configurationOf(parts[part]) };
      const key = JSON.stringify(of);
      const known = waits.get(key) ?? { of, waited: [] };
      known.waited.push(...answeredTurns(turns).flatMap((turn) => waitFor(part, turn)));
      waits.set(key, known);
    }
  }
  return [...waits.values()]
    .filter(({ waited }) => waited.length > 0)
    .map(({ of, waited }) => {
      const medianMs = Math.round(median(waited.map(sumOf)));
      return { ...of, medianMs, segments: sharesOf(waited.flat(), medianMs), turns: waited.length };
    });
}

const sumOf = (segments: readonly TurnSegment[]) => segments.reduce((sum, { durationMs }) => sum + durationMs, 0);

/** The shares that segments have of their sum, as parts of `ms`. */
function sharesOf(segments: readonly TurnSegment[], ms: number): TurnSegment[] {
  const whole = sumOf(segments);
  return TURN_SEGMENTS.flatMap((name) => {
    const own = sumOf(segments.filter((each) => each.name === name));
    return own > 0 ? [{ name, durationMs: (own / whole) * ms }] : [];
  });
}

function configurationOf(settings: CallTurns["parts"][ResponseTime["part"]]): Pick<ResponseTime, "provider" | "model"> {
  const { provider = DEFAULT_PROVIDER, model } = settings ?? {};
  return { provider, ...(typeof model === "string" && model !== "" && { model }) };
}

function answeredTurns(turns: readonly Turn[]): Turn[] {
  const last = new Map(turns.map((turn) => [turn.index, turn]));
  return [...last.values()].filter(
    ({ trigger, firstFrameSentMs }) => (trigger === "speech" || trigger === "text") && firstFrameSentMs !== undefined,
  );
}

/** Empty for a part that the turn did not wait for, and for typed words, whose answer nobody hears. */
function waitFor(part: ResponseTime["part"], turn: Turn): TurnSegment[][] {
  if (part === "transcriber" && turn.trigger === "text") return [];
  const segments = turnSegments(turn).filter(({ name }) => SEGMENTS[part].includes(name));
  return segments.length === 0 ? [] : [segments];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** Maximum calls that are read, latest first. */
const MAX_CALLS = 200;

interface CallTurns {
  parts: Pick<CreateAssistant, "model" | "voice" | "transcriber">;
  /** In the order in which they were reported. Of several with one index, the last one counts. */
  turns: Turn[];
}

/**
 * Turns of the organization's latest calls since an instant. Calls with a failure are left out: another provider may have taken over. The
 * sample call is left out: it never ran here.
 */
async function readRecentTurns(db: Database, orgId: string, since: Date): Promise<CallTurns[]> {
  const { rows } = await db.execute<{ model: unknown; voice: unknown; transcriber: unknown; turns: Turn[] }>(sql`
    with recent as (
      select ${call.id} as id, ${call.assistant} as assistant from ${call}
      where ${call.orgId} = ${orgId} and ${call.deletedAt} is null and ${call.createdAt} >= ${since.toISOString()}::timestamptz
        and ${call.startedAt} is not null and ${call.nodeId} <> 'sample'
        and not exists (select 1 from ${callEvent} where ${callEvent.callId} = ${call.id} and ${callEvent.type} = 'failure')
      order by ${call.createdAt} desc limit ${MAX_CALLS}
    )
    select recent.assistant -> 'model' as model, recent.assistant -> 'voice' as voice,
      recent.assistant -> 'transcriber' as transcriber, jsonb_agg(${callEvent.payload} order by ${callEvent.seq}) as turns
    from recent join ${callEvent} on ${callEvent.callId} = recent.id and ${callEvent.type} = 'turn'
    group by recent.id, recent.assistant`);
  return rows.map(({ turns, ...parts }) => ({
    parts: Object.fromEntries(Object.entries(parts).filter(([, settings]) => settings !== null)) as CallTurns["parts"],
    turns,
  }));
}
