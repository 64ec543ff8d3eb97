import type { OfflineTranscriber, ServerStatus } from "@callwright/contract";

/** Who will hear callers with this choice on this server; `missing` when the choice is not installed. */
export function hearingOf(
  chosen: OfflineTranscriber,
  available: ServerStatus["hearing"],
): "pocketsphinx" | "browser" | "missing" {
  if (chosen === "auto") return available;
  if (chosen === "pocketsphinx" && available !== "pocketsphinx") return "missing";
  return chosen;
}
