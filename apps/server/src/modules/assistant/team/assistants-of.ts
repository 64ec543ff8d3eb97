import { isDeepStrictEqual } from "node:util";
import type { CreateAssistant } from "@callwright/contract";
import type { Target } from "../resolve-target.ts";

/** The assistants whose parts a conversation needs. Agents with equal parts count once. */
export function assistantsOf({ assistant, team }: Pick<Target, "assistant" | "team">): CreateAssistant[] {
  if (!team) return [assistant];
  const seen: object[] = [];
  return team.agents.flatMap((agent) => {
    const { model, voice, transcriber, compliancePlan } = agent.assistant;
    const { messages: _messages, tools: _tools, toolIds: _toolIds, ...settings } = model ?? { messages: [] };
    const parts = { settings, voice, transcriber, compliancePlan };
    if (seen.some((each) => isDeepStrictEqual(each, parts))) return [];
    seen.push(parts);
    return [agent.assistant];
  });
}
