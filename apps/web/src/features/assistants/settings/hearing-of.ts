import type { OfflineTranscriber, ServerStatus } from "@callwright/contract";

/** The transcriber that this choice uses on this server; `missing` if it is not installed. */
export function hearingOf(chosen: OfflineTranscriber, available: ServerStatus["hearing"]): "moonshine" | "browser" | "missing" {
  if (chosen === "auto") return available;
  if (chosen === "moonshine" && available !== "moonshine") return "missing";
  return chosen;
}
