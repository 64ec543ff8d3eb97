import {
  type CreateTool,
  DESTINATION,
  type HandoffDestination,
  spokenText,
  type TransferDestination,
} from "@callwright/contract";
import { type AgentTool, type ContextPlan, valuesSchema, type Way } from "@callwright/engine/conversation";
import { describeTool, NAME_MAX_CHARACTERS, unavailableTool } from "../describe-tool.ts";
import { failed, type OpenTool, type ToolScope, type ToolSource } from "../tool-source.ts";
import { openDynamicHandoff } from "./dynamic-handoff.ts";
import { toolWord } from "./tool-word.ts";

export type ToAgent = Extract<HandoffDestination | TransferDestination, { type: "assistant" }>;
type NamedWay = Omit<Way, "tool">;
type Handoff = Extract<HandoffDestination, { type: "assistant" }>;
type Dynamic = Extract<HandoffDestination, { type: "dynamic" }>;
type Transfer = Extract<TransferDestination, { type: "assistant" }>;

/** Hands the conversation over to another agent of the team: one tool for each destination, or one for all where the tool names its function. */
export const openHandoffTool: OpenTool<"handoff"> = (tool, scope) => {
  const { destinations = [], function: own, defaultResult } = tool;
  const ways = waysTo(destinations.filter(isAgent), scope, (each) => ({
    ...handoverOf(each),
    ...(defaultResult !== undefined && { result: defaultResult }),
  }));
  const dynamic = destinations.find(isDynamic);
  if (ways.length === 0) return dynamic ? openDynamic(tool, dynamic, scope) : unavailable(tool);
  if (own) return sourceOf([oneForAll(tool, ways)]);
  return sourceOf(
    ways.map(({ way, description }) =>
      toTool(tool, {
        name: `handoff_to_${toolWord(way.to)}`.slice(0, NAME_MAX_CHARACTERS),
        description: description ?? `Hands the conversation over to ${way.to}.`,
        parameters: valuesSchema(way.extract) as Record<string, unknown>,
        ways: [way],
      }),
    ),
  );
};

/** The server chooses the next agent. */
export const ON_SERVER = { action: "run" } as const;

function openDynamic(tool: Extract<CreateTool, { type: "handoff" }>, dynamic: Dynamic, scope: ToolScope): ToolSource {
  const described = toTool(tool, {
    ...ON_SERVER,
    ...(tool.function ? {} : { name: "handoff_to_destination" }),
    ...(dynamic.description !== undefined && { description: dynamic.description }),
  });
  return openDynamicHandoff(tool, described, { type: "handoff-destination-request", server: dynamic.server }, scope);
}

const ALL: ContextPlan = { type: "all" };

/** What the next assistant sees, by the provider's older names. Calls of the transfer tool itself are never shown. */
const CONTEXTS: Record<NonNullable<Transfer["transferMode"]>, ContextPlan> = {
  "rolling-history": { type: "withPrompt" },
  "swap-system-message-in-history": ALL,
  "swap-system-message-in-history-and-remove-transfer-tool-messages": ALL,
  "delete-history": { type: "none" },
};

export const isAgent = <Each extends { type: string }>(each: Each): each is Extract<Each, { type: "assistant" }> =>
  each.type === "assistant";

const isDynamic = (each: HandoffDestination): each is Dynamic => each.type === "dynamic";

interface Described {
  way: NamedWay;
  description: string | undefined;
}

/** The part of the conversation that the next agent gets. */
export function handoverOf(destination: ToAgent): Omit<NamedWay, "to" | "destination"> {
  if ("transferMode" in destination || "message" in destination) {
    const { transferMode = "rolling-history", message = "" } = destination as Transfer;
    const text = spokenText(message);
    return { context: CONTEXTS[transferMode], ...(text !== "" && { message: text }) };
  }
  const { contextEngineeringPlan: context = ALL, variableExtractionPlan: extract } = destination as Handoff;
  return { context, ...(extract && { extract }) };
}

/** The destinations that are agents of the team. */
export function waysTo(
  destinations: readonly ToAgent[],
  { agentNames = [] }: ToolScope,
  more: (destination: ToAgent) => Omit<NamedWay, "to" | "destination">,
): Described[] {
  return destinations.flatMap((each) => {
    const name = agentNames.find((known) => known.toLowerCase() === each.assistantName?.toLowerCase());
    return name === undefined ? [] : [{ way: { to: name, ...more(each) }, description: each.description }];
  });
}

/** One tool whose argument names the agent. With only one agent, it needs no argument. */
export function oneForAll(tool: CreateTool, ways: readonly Described[]): AgentTool {
  const described = describeTool(tool);
  const { properties = {}, required = [] } = described.parameters as { properties?: object; required?: string[] };
  const names = ways.map(({ way }) => way.to);
  const extracted = ways.map(({ way }) => valuesSchema(way.extract).properties ?? {});
  const list = ways.map(({ way, description }) => (description === undefined ? way.to : `${way.to}: ${description}`)).join("\n");
  const hasChoice = ways.length > 1;
  return toTool(tool, {
    description: `${described.description}\n${list}`.trim(),
    parameters: {
      type: "object",
      properties: {
        ...properties,
        ...Object.assign({}, ...extracted),
        ...(hasChoice && { [DESTINATION]: { type: "string", enum: names, description: "Who goes on with the conversation." } }),
      },
      required: hasChoice ? [...new Set([...required, DESTINATION])] : required,
    },
    ways: ways.map(({ way }) => (hasChoice ? { ...way, destination: way.to } : way)),
  });
}

export function toTool(tool: CreateTool, fields: Partial<AgentTool>): AgentTool {
  return describeTool(tool, { action: "handoff", handsOver: "agent", ...fields });
}

export function unavailable(tool: CreateTool): ToolSource {
  return sourceOf([unavailableTool(tool)]);
}

/** The conversation itself hands over. */
export function sourceOf(tools: readonly AgentTool[]): ToolSource {
  return { tools, run: async () => failed("This tool is not run.") };
}
