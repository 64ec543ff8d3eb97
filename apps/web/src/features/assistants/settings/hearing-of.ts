import type { OfflineTranscriber, ServerStatus } from "@callwright/contract";

/** The transcriber that this choice uses on this server; `missing` if it is not installed. */
export function hearingOf(
  chosen: OfflineTranscriber,
  available: ServerStatus["hearing"],
): "pocketsphinx" | "browser" | "missing" {
  if (chosen === "auto") return available;
  if (chosen === "pocketsphinx" && available !== "pocketsphinx") return "missing";
  return chosen;
}
