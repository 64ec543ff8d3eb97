import { usePrewarm } from "../../app/realtime/use-prewarm.ts";
import type { CallRow } from "./call-rows.ts";

/** Subscribes to a running call that somebody points to, so that its page has what is said in it from its first moment. */
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
