import { PlatformError } from "@callwright/contract";
import type { AgentSpec, ChosenHandoff, TeamSpec, ToolRunner, Way } from "@callwright/engine/conversation";
import { type ResolvedTools, type ResolveToolsOptions, resolveTools } from "../resolve-tools.ts";
import type { ChosenDestination, RefusedTool, ToolContext } from "../tool-source.ts";
import type { AgentConfig } from "./agent-config.ts";
import { handoverOf, type ToAgent } from "./handoff-tool.ts";

/** The agents of a call's squad or workflow, and the runners of their tools by name. */
export interface OpenTeam {
  spec: TeamSpec;
  runners: ReadonlyMap<string, ToolRunner>;
}

/** The agents of one conversation, ready to act. */
export interface ClosableTeam extends OpenTeam {
  /** Whether agents that servers chose have joined. */
  readonly hasChanged: boolean;
  /** See `ResolvedTools`. */
  refused: RefusedTool[];
  /** Call it once, when the conversation is over. Never fails. */
  close(): Promise<void>;
}

/** The agents that a destination adds to a team. */
export interface TeamAddition {
  destination: ToAgent;
  added: AgentConfig[];
  /** Keys for the new agents' parts. */
  keys: ChosenHandoff["keys"];
}

export interface OpenTeamOptions
  extends Pick<ResolveToolsOptions, "compliancePlan" | "conversation" | "describe" | "keysOf" | "test"> {
  /** Finds the agents of a destination that a server has chosen. Fails with a `PlatformError`. */
  extend(destination: ChosenDestination["destination"], agents: readonly AgentConfig[]): Promise<TeamAddition>;
}

/** Opens the tools of all agents. Agents that join later are added to `agents`. Fails as `resolveTools` does. */
export async function openTeam(
  context: ToolContext,
  orgId: string,
  agents: AgentConfig[],
  { extend, ...options }: OpenTeamOptions,
): Promise<ClosableTeam> {
  const opened: ResolvedTools[] = [];
  const runners = new Map<string, ToolRunner>();
  let hasChanged = false;

  async function openAgent(agent: AgentConfig): Promise<AgentSpec> {
    const { name, assistant, assistantId, ofVisitor, ways, node } = agent;
    const agentNames = agents.map((each) => each.name);
    const joinTeam = (chosen: ChosenDestination) => join(agent, chosen);
    const tools = await resolveTools(context, orgId, assistant, { ...options, assistantId, ofVisitor, agentNames, joinTeam });
    opened.push(tools);
    runners.set(name, tools.runner);
    return { name, assistant, tools: tools.tools, ways: [...ways, ...waysOf(tools)], ...(node && { node }) };
  }

  async function join(agent: AgentConfig, { destination, call }: ChosenDestination): Promise<ChosenHandoff> {
    const found = await extend(destination, agents);
    const { assistantName } = found.destination;
    agents.push(...found.added);
    const to = agents.find(({ name }) => name.toLowerCase() === assistantName?.toLowerCase());
    if (!to) throw new PlatformError("reference-missing", { field: "destination.assistantName", what: "assistant" });
    const joined = await Promise.all(found.added.map(openAgent));
    const way = { to: to.name, ...handoverOf(found.destination) };
    // A chat that continues from its history takes the same way again.
    agent.ways.push({ ...way, tool: call.name, callId: call.id });
    hasChanged = true;
    return { way, agents: joined, keys: found.keys };
  }

  const close = async () => {
    await Promise.all(opened.map((tools) => tools.close()));
  };
  const specs = await Promise.allSettled(agents.map(openAgent));
  const failed = specs.find((each) => each.status === "rejected");
  if (failed) {
    await close();
    throw failed.reason;
  }
  return {
    spec: { agents: specs.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])) },
    runners,
    refused: opened.flatMap((tools) => tools.refused),
    get hasChanged() {
      return hasChanged;
    },
    close,
  };
}

/** Composed tools may have new names. */
function waysOf({ tools }: ResolvedTools): Way[] {
  return tools.flatMap(({ name, ways = [] }) => ways.map((way) => ({ ...way, tool: name })));
}
