import { type Catalog, type CatalogRow, type CreateAssistant, modelNameOf, type ResponseTime } from "@callwright/contract";
import { partOf } from "../settings/part-settings.ts";

/** In the order in which a caller waits for them. */
const WAITED_FOR = ["transcriber", "model", "voice"] as const;

/** How long a part takes, and who says so. */
export type PartTime = { part: (typeof WAITED_FOR)[number] } & (
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
    if (measured) return { part, from: "calls", ms: measured.medianMs, turns: measured.turns };
    const name = part === "model" ? String(model) : modelNameOf(part, { provider, model } as Parameters<typeof modelNameOf>[1]);
    const published = catalog.find({ part, provider: String(provider), name })?.responseMs;
    return published ? { part, from: "published", ms: published.ms, published } : { part, from: "unknown" };
  });
}

/** Milliseconds that are known of a wait. */
export function knownWait(times: readonly PartTime[]): number {
  return times.reduce((sum, time) => sum + (time.from === "unknown" ? 0 : time.ms), 0);
}
