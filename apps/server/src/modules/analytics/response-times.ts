import { type ResponseTime, type Turn, type TurnSegmentName, turnSegments } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { type CallTurns, readRecentTurns } from "./response-time-store.ts";

const RECENT_DAYS = 30;

/** What a part is responsible for in a wait. Tools and the way to the caller belong to none. */
const SEGMENTS: { readonly [part in ResponseTime["part"]]: readonly TurnSegmentName[] } = {
  transcriber: ["endpointing", "transcript"],
  model: ["model"],
  voice: ["voice"],
};
const PARTS = Object.keys(SEGMENTS) as ResponseTime["part"][];

/** What runs where the assistant does not set a part. */
const DEFAULT_PROVIDER = "callwright";

/** Medians over the turns of recent calls that the caller began. */
export async function listResponseTimes(
  { db, now }: Pick<ServerContext, "db" | "now">,
  { orgId }: OrgCaller,
): Promise<ResponseTime[]> {
  const since = new Date(now().getTime() - RECENT_DAYS * 86_400_000);
  const waits = new Map<string, { of: Pick<ResponseTime, "part" | "provider" | "model">; ms: number[] }>();
  for (const { parts, turns } of await readRecentTurns(db, orgId, since)) {
    for (const part of PARTS) {
      const of = { part, ...configurationOf(parts[part]) };
      const key = JSON.stringify(of);
      const known = waits.get(key) ?? { of, ms: [] };
      known.ms.push(...answeredTurns(turns).flatMap((turn) => waitFor(part, turn)));
      waits.set(key, known);
    }
  }
  return [...waits.values()]
    .filter(({ ms }) => ms.length > 0)
    .map(({ of, ms }) => ({ ...of, medianMs: Math.round(median(ms)), turns: ms.length }));
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

/** None for a part that the turn did not wait for. Nobody hears typed words. */
function waitFor(part: ResponseTime["part"], turn: Turn): number[] {
  if (part === "transcriber" && turn.trigger === "text") return [];
  const segments = turnSegments(turn).filter(({ name }) => SEGMENTS[part].includes(name));
  return segments.length === 0 ? [] : [segments.reduce((sum, { durationMs }) => sum + durationMs, 0)];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
