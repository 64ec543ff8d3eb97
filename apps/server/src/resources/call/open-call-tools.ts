import { PlatformError } from "@callwright/contract";
import { CALL_HOOK_EVENTS } from "@callwright/engine/conversation";
import type { OpenTools } from "../../calls/call-tools.ts";
import { findCallRow } from "../../calls/lifecycle-store.ts";
import { type ClosableTeam, openTeam } from "../../conversations/agents/open-team.ts";
import { resolveTools } from "../../conversations/resolve-tools.ts";
import type { ToolContext } from "../../conversations/tool-source.ts";
import { visitorTools } from "../../conversations/visitor-tools.ts";
import { withoutSecrets } from "../../conversations/without-secrets.ts";
import type { OrgCaller } from "../../http/caller.ts";
import type { Target } from "../assistant/resolve-target.ts";
import { extendTeam } from "../assistant/team/extend-team.ts";
import { toCallMetadata } from "./entity.ts";

/**
 * The tools of a call that is about to be stored. Fails as `resolveTools` does; a visitor learns only that the assistant is not
 * ready. Functions that a visitor wrote go to no server of the organization.
 */
export async function openCallTools(
  context: ToolContext & Parameters<typeof extendTeam>[0],
  caller: Pick<OrgCaller, "orgId" | "tag">,
  { assistant, team, ...agent }: Pick<Target, "assistant" | "assistantId" | "assistantOverrides" | "team">,
  callId: string,
): Promise<OpenTools> {
  const { orgId, tag } = caller;
  const conversation = { type: "call", id: callId } as const;
  const describe = () => describeCallToTool(context, callId);
  const isOfStored = team?.squadId !== undefined || team?.workflowId !== undefined;
  const isInline = agent.assistantId === null && !isOfStored;
  /** The agents have the tools of a team. */
  const { model: _, ...callAssistant } = assistant;
  try {
    const tools = await resolveTools(context, orgId, team ? callAssistant : assistant, {
      ...{ conversation, describe, assistantId: agent.assistantId, hookEvents: CALL_HOOK_EVENTS },
      ...(tag === "public" && { ofVisitor: visitorTools({ isInline, overrides: [agent.assistantOverrides] }) }),
    });
    return team
      ? await withTeam(tools, () =>
          openTeam(context, orgId, team.agents, { conversation, describe, extend: extendTeam(context, caller, PARTS) }),
        )
      : tools;
  } catch (error) {
    if (tag === "public" && error instanceof PlatformError && error.status === 400)
      throw new PlatformError("assistant-not-ready", {}, { cause: error });
    throw error;
  }
}

const PARTS = ["model", "voice", "transcriber"] as const;

async function withTeam(tools: OpenTools, open: () => Promise<ClosableTeam>): Promise<OpenTools> {
  const team = await open().catch(async (error: unknown) => {
    await tools.close();
    throw error;
  });
  const close = async () => {
    await Promise.all([tools.close(), team.close()]);
  };
  return { ...tools, team, close };
}

/** Fields of a `tool-calls` message about the call. */
async function describeCallToTool({ db }: ToolContext, callId: string): Promise<Record<string, unknown>> {
  const row = await findCallRow(db, callId);
  if (!row) return {};
  return { call: withoutSecrets(toCallMetadata(row)), ...(row.details.customer && { customer: row.details.customer }) };
}
