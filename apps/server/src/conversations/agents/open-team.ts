import type { Way } from "@callwright/engine/conversation";
import type { OpenTeam } from "../../calls/call-tools.ts";
import { type ResolvedTools, type ResolveToolsOptions, resolveTools } from "../resolve-tools.ts";
import type { ToolContext } from "../tool-source.ts";
import type { AgentConfig } from "./agent-config.ts";

/** The agents of one conversation, ready to act. */
export interface ClosableTeam extends OpenTeam {
  /** Call it once, when the conversation is over. Never fails. */
  close(): Promise<void>;
}

/** Opens the tools of all agents. Fails as `resolveTools` does. */
export async function openTeam(
  context: ToolContext,
  orgId: string,
  agents: readonly AgentConfig[],
  options: Pick<ResolveToolsOptions, "conversation" | "describe">,
): Promise<ClosableTeam> {
  const agentNames = agents.map(({ name }) => name);
  const opened = await Promise.allSettled(
    agents.map(async (agent) => {
      const { assistant, assistantId, ofVisitor } = agent;
      return { agent, tools: await resolveTools(context, orgId, assistant, { ...options, assistantId, ofVisitor, agentNames }) };
    }),
  );
  const ready = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const close = async () => {
    await Promise.all(ready.map(({ tools }) => tools.close()));
  };
  const failed = opened.find((each) => each.status === "rejected");
  if (failed) {
    await close();
    throw failed.reason;
  }
  return {
    spec: {
      agents: ready.map(({ agent: { name, assistant, ways, node }, tools }) => {
        return { name, assistant, tools: tools.tools, ways: [...ways, ...waysOf(tools)], ...(node && { node }) };
      }),
    },
    runners: new Map(ready.map(({ agent, tools }) => [agent.name, tools.runner])),
    close,
  };
}

/** A composed tool may have got another name than its source gave it. */
function waysOf({ tools }: ResolvedTools): Way[] {
  return tools.flatMap(({ name, ways = [] }) => ways.map((way) => ({ ...way, tool: name })));
}
