import { ASSISTANT_DEFAULTS, CHOOSE_NOTE, parseArguments, type ToolCall } from "@callwright/contract";
import type { AgentTool } from "../agent-tool.ts";
import type { History } from "../history.ts";
import type { Team } from "./team.ts";

interface ChooseOptions {
  history: History;
  signal: AbortSignal;
}

/** Asks the model of the current node which way to take. Its words are not spoken. Undefined: it chose none, or failed. */
export async function chooseWay(
  team: Team,
  tools: readonly AgentTool[],
  { history, signal }: ChooseOptions,
): Promise<ToolCall | undefined> {
  const parts = team.model.stream({
    history: [...team.view(history.items), { type: "system", text: CHOOSE_NOTE }],
    tools,
    temperature: 0,
    maxTokens: ASSISTANT_DEFAULTS.model.maxTokens,
    signal,
  });
  try {
    for await (const part of parts)
      if (part.type === "tool-call" && tools.some(({ name }) => name === part.name))
        return { id: part.id, name: part.name, arguments: parseArguments(part.arguments) ?? {} };
  } catch {
    // After a failure, the node's unconditional edge is taken; without one, the model's next step reports the failure.
  }
  return undefined;
}
