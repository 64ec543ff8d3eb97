import { type CompliancePlan, type CreateAssistant, invalid } from "@callwright/contract";
import { keysOfParts, type PartName } from "@callwright/engine/conversation";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { OrgKeys } from "../../credential/provider-keys.ts";
import { type ClosableTeam, type OpenTeamOptions, openTeam } from "../../tool/run/agents/open-team.ts";
import { type ResolvedTools, type ResolveToolsOptions, resolveTools } from "../../tool/run/resolve-tools.ts";
import type { ToolContext } from "../../tool/run/tool-source.ts";
import { visitorTools } from "../../tool/run/visitor-tools.ts";
import { requireRunnable, tellOwners } from "../require-runnable.ts";
import type { Target } from "../resolve-target.ts";
import { addDestination } from "./find-destinations.ts";

interface Options extends Pick<ResolveToolsOptions, "conversation" | "describe" | "hookEvents" | "test"> {
  /** A visitor began the conversation. Functions that a visitor wrote go to no server of the organization. */
  isOfVisitor: boolean;
  /** Agents that servers choose later need keys for these parts. */
  parts: readonly PartName[];
}

export interface OpenAgents {
  /** Its `close` closes the team, too. */
  tools: ResolvedTools;
  team: ClosableTeam | undefined;
}

/** Opens the tools of a conversation and of all agents of its team. Fails as `resolveTools` does; a visitor gets `assistant-not-ready`. */
export async function openAgents(
  context: ToolContext & Parameters<typeof extendTeam>[0],
  caller: Pick<OrgCaller, "orgId" | "tag">,
  {
    assistant,
    team: config,
    assistantId,
    assistantOverrides,
  }: Pick<Target, "assistant" | "assistantId" | "assistantOverrides" | "team">,
  { isOfVisitor, parts, hookEvents, ...options }: Options,
): Promise<OpenAgents> {
  const { orgId } = caller;
  const isOfStored = config?.squadId !== undefined || config?.workflowId !== undefined;
  const isInline = assistantId === null && !isOfStored;
  /** The agents have the tools of a team. */
  const { model: _, ...callAssistant } = assistant;
  const { compliancePlan } = assistant;
  const keysOf = async (each: CreateAssistant) => ({
    keys: keysOfParts(each, context.config.providerKeys),
    orgKeys: await requireRunnable(context, caller, each, parts),
  });
  return tellOwners(caller, async () => {
    const tools = await resolveTools(context, orgId, config ? callAssistant : assistant, {
      ...options,
      assistantId,
      hookEvents,
      compliancePlan,
      keysOf,
      ...(isOfVisitor && { ofVisitor: visitorTools({ isInline, overrides: [assistantOverrides] }) }),
    });
    if (!config) return { tools, team: undefined };
    try {
      const team = await openTeam(context, orgId, config.agents, {
        ...options,
        compliancePlan,
        keysOf,
        extend: extendTeam(context, caller, parts, compliancePlan),
      });
      const close = async () => {
        await Promise.all([tools.close(), team.close()]);
      };
      return { tools: { ...tools, refused: [...tools.refused, ...team.refused], close }, team };
    } catch (error) {
      await tools.close();
      throw error;
    }
  });
}

type Context = Parameters<typeof requireRunnable>[0];

/** Agents, with the keys of these parts, that a server names during a conversation. */
function extendTeam(
  context: Context,
  caller: Pick<OrgCaller, "orgId" | "tag">,
  parts: readonly PartName[],
  compliancePlan: CompliancePlan | undefined,
): OpenTeamOptions["extend"] {
  return async (chosen, agents) => {
    const { destination, added } = await addDestination(context, caller.orgId, chosen, agents);
    if (destination.type !== "assistant") throw invalid(`the destination '${destination.type}' is not available`);
    // Words that were said earlier are stored already.
    const stricter = added.find(({ assistant }) => privacyOf(assistant.compliancePlan) && !privacyOf(compliancePlan));
    if (stricter) throw invalid(`${stricter.name} stores nothing that is said, and cannot join a conversation that is stored`);
    const keys: OrgKeys = {};
    for (const { assistant } of added) Object.assign(keys, await requireRunnable(context, caller, assistant, parts));
    return { destination, added, keys };
  };
}
