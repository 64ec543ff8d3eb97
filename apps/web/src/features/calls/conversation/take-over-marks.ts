import type { CallEvent } from "@callwright/contract";

/** A line in the transcript: a person took the call, gave it back, or passed it on. */
export interface TakeOverMark {
  seq: number;
  startMs: number;
  kind: "taken" | "givenBack" | "lapsed" | "transferred";
  name: string;
  /** The number that the call was passed on to. */
  number?: string;
}

export function takeOverMarks(events: readonly CallEvent[]): TakeOverMark[] {
  return events.flatMap((event, index): TakeOverMark[] => {
    if (event.type !== "control" || !event.payload.by) return [];
    const { control, by, lapsed } = event.payload;
    const mark = { seq: event.seq, startMs: event.atMs, name: by.name };
    if (control === "take-over") return [{ ...mark, kind: "taken" }];
    if (control === "give-back") return [{ ...mark, kind: lapsed ? "lapsed" : "givenBack" }];
    if (control !== "transfer") return [];
    const begun = events.slice(index).find(({ type }) => type === "transfer");
    const { destination } = begun?.type === "transfer" ? begun.payload : {};
    const number = destination?.type === "number" ? destination.number : undefined;
    return [{ ...mark, kind: "transferred", ...(number !== undefined && { number }) }];
  });
}
