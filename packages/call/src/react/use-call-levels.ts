import { useEffect, useState } from "react";
import type { CallController } from "../call-controller.ts";

/** How loud both sides are, 0 to 1. */
export interface CallLevels {
  assistant: number;
  microphone: number;
}

const SILENCE: CallLevels = { assistant: 0, microphone: 0 };

/** The levels of a call, ten times a second: use it in the small component that draws them. Silent without a call. */
export function useCallLevels(call: CallController | undefined): CallLevels {
  const [levels, setLevels] = useState(SILENCE);
  useEffect(() => {
    if (!call) return;
    const hearAssistant = (assistant: number) => setLevels((before) => ({ ...before, assistant }));
    const hearMicrophone = (microphone: number) => setLevels((before) => ({ ...before, microphone }));
    call.on("volume-level", hearAssistant);
    call.on("local-volume-level", hearMicrophone);
    return () => {
      call.off("volume-level", hearAssistant);
      call.off("local-volume-level", hearMicrophone);
      setLevels(SILENCE);
    };
  }, [call]);
  return levels;
}
