import { type CallHandle, useCall } from "@callwright/call/react";
import type { CreateAssistant } from "@callwright/contract";
import { useCallback, useEffect, useRef } from "react";
import { useServices } from "../../data/services.tsx";

export interface Talk extends Omit<CallHandle, "start"> {
  /** Starts a new call with the current configuration. */
  again(): void;
}

/** One call to an assistant, by id or with the editor's configuration. It lives as long as the component. */
export function useTalk(
  target: CreateAssistant | string,
  assistantId: string,
  variableValues: Record<string, unknown> | undefined,
): Talk {
  const { session, dataHost } = useServices();
  const { start, ...call } = useCall({ apiToken: () => session.token(), apiBaseUrl: dataHost.baseUrl() });
  // Edits during a call apply to the next one.
  const latestTarget = useRef(target);
  latestTarget.current = target;
  const values = useRef(variableValues);
  values.current = variableValues;
  const begin = useCallback(
    () => void start(latestTarget.current, values.current && { variableValues: values.current }),
    [start],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another assistant starts a new call.
  useEffect(begin, [begin, assistantId]);

  return { ...call, again: begin };
}
