import { usePrewarm } from "../../../data/realtime/use-prewarm.ts";
import type { CallRow } from "../call-rows.ts";

/** Subscribes to a running call under the mouse or focus, so that its page shows the transcript at once. */
export function usePrewarmCall(): (row: Pick<CallRow, "id" | "status">) => void {
  const prewarmCall = usePrewarm("calls:get");
  const prewarmTranscript = usePrewarm("calls:transcript");
  const prewarmLatency = usePrewarm("calls:latency");
  const prewarmLastEvent = usePrewarm("calls:lastEvent");
  return ({ id, status }) => {
    if (status === "ended") return;
    for (const prewarm of [prewarmCall, prewarmTranscript, prewarmLatency, prewarmLastEvent]) prewarm({ id });
  };
}
