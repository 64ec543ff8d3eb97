import type { CallEvent } from "@callwright/contract";

/** The last event that silenced the assistant or let it speak again, whoever asked for it; undefined when nobody has. */
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
