import { type CallHandle, useCall } from "@callwright/call/react";
import type { CreateAssistant } from "@callwright/contract";
import { useCallback, useEffect, useRef } from "react";
import { useServices } from "../../data/services.tsx";

export interface Talk extends Omit<CallHandle, "start"> {
  /** Starts a new call with the current configuration. */
  again(): void;
}

/** What a call talks to: the id of a stored agent, or its definition in an editor. `draftOf`: the stored agent that a draft belongs to. */
export type TalkTarget = (
  | { assistant: CreateAssistant | string }
  | { squad: Definition | string }
  | { workflow: Definition | string }
) & { draftOf?: string | undefined };
type Definition = Readonly<Record<string, unknown>>;

interface TalkStart {
  startAt: string | undefined;
  variableValues: Record<string, unknown> | undefined;
}

/** One call to an agent. It lives as long as the component; another `targetId` starts another call. */
export function useTalk(target: TalkTarget, targetId: string, talkStart: TalkStart): Talk {
  const { session, dataHost } = useServices();
  const { start, ...call } = useCall({ apiToken: () => session.token(), apiBaseUrl: dataHost.baseUrl() });
  // Edits during a call apply to the next one.
  const latestTarget = useRef(target);
  latestTarget.current = target;
  const latestStart = useRef(talkStart);
  latestStart.current = talkStart;
  const begin = useCallback(() => void start(...startArguments(latestTarget.current, latestStart.current)), [start]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another agent starts a new call.
  useEffect(begin, [begin, targetId]);

  return { ...call, again: begin };
}

function startArguments(target: TalkTarget, { startAt, variableValues }: TalkStart): Parameters<CallHandle["start"]> {
  const overrides = variableValues && { variableValues };
  const { draftOf } = target;
  const options = { ...(startAt !== undefined && { startAt }), ...(draftOf !== undefined && { draftOf }) };
  if ("workflow" in target) return [undefined, undefined, undefined, target.workflow, overrides, options];
  if ("squad" in target) return [undefined, overrides, target.squad, undefined, undefined, options];
  return [target.assistant, overrides, undefined, undefined, undefined, options];
}
