import type { CallEvent } from "@callwright/contract";

/** The last event that muted or unmuted the assistant; undefined if there is none. */
export function lastMuting(events: readonly CallEvent[]): { seq: number; isMuted: boolean } | undefined {
  return events
    .flatMap((event) => {
      if (event.type !== "control") return [];
      const { control } = event.payload;
      if (control !== "mute-assistant" && control !== "unmute-assistant") return [];
      return [{ seq: event.seq, isMuted: control === "mute-assistant" }];
    })
    .at(-1);
}
