import { type CallHandle, useCall } from "@callwright/call/react";
import type { CreateAssistant } from "@callwright/contract";
import { useCallback, useEffect, useRef } from "react";
import { useServices } from "../../app/services.tsx";

export interface Talk extends Omit<CallHandle, "start"> {
  /** Start over, with the assistant as it is now. */
  again(): void;
}

/** One conversation with an assistant, by its id or as it stands in the editor: begins with the component, ends with it. */
export function useTalk(target: CreateAssistant | string, assistantId: string): Talk {
  const { session, dataHost } = useServices();
  const { start, ...call } = useCall({ apiToken: () => session.token(), apiBaseUrl: dataHost.baseUrl() });
  // An edit during the call belongs to the next one.
  const latestTarget = useRef(target);
  latestTarget.current = target;
  const begin = useCallback(() => void start(latestTarget.current), [start]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another assistant is a new call.
  useEffect(begin, [begin, assistantId]);

  return { ...call, again: begin };
}
