import { useEffect, useState } from "react";
import type { CallController } from "../call-controller.ts";

/** The volume of both sides, 0 to 1. */
export interface CallLevels {
  assistant: number;
  microphone: number;
}

const SILENCE: CallLevels = { assistant: 0, microphone: 0 };

/** The levels of a call, ten times a second. Use it in a small component, because it renders often. 0 without a call. */
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
