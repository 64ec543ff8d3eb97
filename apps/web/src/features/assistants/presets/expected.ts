import {
  type Catalog,
  type CatalogRow,
  type CreateAssistant,
  expectedMinute,
  modelNameOf,
  type Price,
  type ResponseTime,
  type TurnSegment,
} from "@callwright/contract";
import { partOf } from "../settings/part-settings.ts";
import { chosenPart } from "./chosen-part.ts";

/** In the order in which a caller waits for them. */
export const WAITED_FOR = ["transcriber", "model", "voice"] as const;

/** The segment of a part whose time is not measured here. */
const SEGMENT = { transcriber: "transcript", model: "model", voice: "voice" } as const;

/** How long a part takes, and the source of the number. */
export type PartTime = { part: (typeof WAITED_FOR)[number]; segments: readonly TurnSegment[] } & (
  | { from: "calls"; ms: number; turns: number }
  | { from: "published"; ms: number; published: NonNullable<CatalogRow["responseMs"]> }
  | { from: "unknown" }
);

/** The expected times of an assistant's parts: from the organization's calls, or as published. Tools and the network are not among them. */
export function expectedTimes(config: CreateAssistant, own: readonly ResponseTime[], catalog: Catalog): PartTime[] {
  return WAITED_FOR.map((part): PartTime => {
    const { provider, model } = partOf(config, part);
    const isThis = (each: Pick<ResponseTime, "part" | "provider" | "model">) =>
      each.part === part &&
      each.provider === provider &&
      (each.model === model || (provider === "callwright" && part !== "voice"));
    const measured = own.find(isThis);
    if (measured) return { part, from: "calls", ms: measured.medianMs, turns: measured.turns, segments: measured.segments };
    const name = part === "model" ? String(model) : modelNameOf(part, { provider, model } as Parameters<typeof modelNameOf>[1]);
    const published = catalog.find({ part, provider: String(provider), name })?.responseMs;
    if (!published) return { part, from: "unknown", segments: [] };
    return {
      part,
      from: "published",
      ms: published.ms,
      published,
      segments: [{ name: SEGMENT[part], durationMs: published.ms }],
    };
  });
}

/** Milliseconds that are known of a wait. */
export function knownWait(times: readonly PartTime[]): number {
  return times.reduce((sum, time) => sum + (time.from === "unknown" ? 0 : time.ms), 0);
}

/** What a setup is expected to take and to cost. */
export interface Expected {
  times: readonly PartTime[];
  /** Milliseconds until an answer, as far as they are known. */
  waitMs: number;
  isWaitWhole: boolean;
  /** US dollars of a minute, by part; undefined where the price is not known. Undefined on a host without prices. */
  costs: Readonly<Record<(typeof WAITED_FOR)[number], number | undefined>> | undefined;
}

/** `isLocal`: everything runs on this server. */
export function expectedOf(
  config: CreateAssistant,
  times: readonly PartTime[],
  prices: readonly Price[] | undefined,
  isLocal: boolean,
): Expected {
  const costOf = (part: (typeof WAITED_FOR)[number], known: readonly Price[]) => {
    const { cost, costUnknown } = expectedMinute([chosenPart(config, part, isLocal)], known);
    return costUnknown === undefined ? cost : undefined;
  };
  return {
    times,
    waitMs: knownWait(times),
    isWaitWhole: times.every(({ from }) => from !== "unknown"),
    costs: prices && {
      transcriber: costOf("transcriber", prices),
      model: costOf("model", prices),
      voice: costOf("voice", prices),
    },
  };
}
