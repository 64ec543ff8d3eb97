import { DESTINATION, type ToolCall, type ToolItem } from "@callwright/contract";
import type { AgentSpec, Way } from "./agent-spec.ts";

/** The model's information about a handoff. */
export const handedOver = ({ to, result }: Way) => result ?? `The conversation went on to ${to}.`;

/** The argument of the tool that chooses the way. */
export function destinationOf({ destination }: Way): Record<string, unknown> {
  return destination === undefined ? {} : { [DESTINATION]: destination };
}

/** The agent's way for a call. */
export function wayOfCall({ ways }: AgentSpec, { id, name, arguments: given }: ToolCall): Way | undefined {
  return ways.find(
    ({ tool, destination, callId = id }) =>
      tool === name && callId === id && (destination === undefined || destination === given[DESTINATION]),
  );
}

/** The way of a call in the history. */
export function wayTaken(agent: AgentSpec, { call, answer }: ToolItem): Way | undefined {
  return answer && !answer.failed ? wayOfCall(agent, call) : undefined;
}
