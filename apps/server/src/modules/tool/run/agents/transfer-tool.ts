import { DESTINATION, type TransferDestination } from "@callwright/contract";
import type { AgentTool } from "@callwright/engine/conversation";
import { describeTool } from "../describe-tool.ts";
import { phoneOf } from "../phone-tools.ts";
import { failed, type OpenTool, type ToolOf, type ToolScope, type ToolSource } from "../tool-source.ts";
import { openDynamicHandoff } from "./dynamic-handoff.ts";
import { handoverOf, isAgent, ON_SERVER, oneForAll, sourceOf, toTool, unavailable, waysTo } from "./handoff-tool.ts";
import { transferOutcome } from "./transfer-outcome.ts";

type ToPhone = Extract<TransferDestination, { type: "number" | "sip" }>;

/** Transfers to other agents of the team, and to telephones. A call in a browser has no telephone line. */
export const openTransferTool: OpenTool<"transferCall"> = (tool, scope) => {
  const { destinations = [] } = tool;
  if (destinations.length === 0)
    return openDynamicHandoff(tool, toTool(tool, ON_SERVER), { type: "transfer-destination-request", server: undefined }, scope);
  const ways = waysTo(destinations.filter(isAgent), scope, handoverOf);
  const phones = phoneOf(scope) ? destinations.filter((each): each is ToPhone => each.type !== "assistant") : [];
  const toAgents = ways.length > 0 ? [oneForAll(tool, ways)] : [];
  if (phones.length > 0) return toPhones(tool, phones, toAgents, scope);
  return toAgents.length > 0 ? sourceOf(toAgents) : unavailable(tool);
};

/** The model chooses among telephones by their numbers. */
function toPhones(
  tool: ToolOf<"transferCall">,
  phones: readonly ToPhone[],
  toAgents: readonly AgentTool[],
  scope: ToolScope,
): ToolSource {
  const described = describeTool(tool);
  const { properties = {}, required = [] } = described.parameters as { properties?: object; required?: string[] };
  const list = phones.map((each) =>
    each.description === undefined ? addressOf(each) : `${addressOf(each)}: ${each.description}`,
  );
  const choice = { type: "string", enum: phones.map(addressOf), description: "Where the call goes." };
  const hasChoice = phones.length > 1;
  const toPhone: AgentTool = {
    ...described,
    name: toAgents.length > 0 ? `${described.name}ToPhone` : described.name,
    description: `${described.description}\n${list.join("\n")}`.trim(),
    parameters: {
      type: "object",
      properties: { ...properties, ...(hasChoice && { [DESTINATION]: choice }) },
      required: hasChoice ? [...new Set([...required, DESTINATION])] : required,
    },
    needsHistory: true,
  };
  return {
    tools: [...toAgents, toPhone],
    run: async (call, variables, _signal, history = []) => {
      const wanted = String(call.arguments[DESTINATION] ?? "").replace(/[\s()-]/g, "");
      const destination = hasChoice ? phones.find((each) => addressOf(each) === wanted) : phones[0];
      if (!destination) return failed(`There is no destination '${wanted}'.`);
      return transferOutcome({ tool, destination, variables: { ...variables, ...call.arguments }, history, scope });
    },
  };
}

const addressOf = (destination: ToPhone) => (destination.type === "number" ? destination.number : destination.sipUri);
