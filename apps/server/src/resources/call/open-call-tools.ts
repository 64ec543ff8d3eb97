import { PlatformError } from "@callwright/contract";
import { CALL_HOOK_EVENTS } from "@callwright/engine/conversation";
import type { OpenTools } from "../../calls/call-tools.ts";
import { findCallRow } from "../../calls/lifecycle-store.ts";
import { resolveTools } from "../../conversations/resolve-tools.ts";
import type { ToolContext } from "../../conversations/tool-source.ts";
import { visitorTools } from "../../conversations/visitor-tools.ts";
import { withoutSecrets } from "../../conversations/without-secrets.ts";
import type { OrgCaller } from "../../http/caller.ts";
import type { Target } from "../assistant/resolve-target.ts";
import { toCallMetadata } from "./entity.ts";

/**
 * The tools of a call that is about to be stored. Fails as `resolveTools` does; a visitor learns only that the assistant is not
 * ready. Functions that a visitor wrote go to no server of the organization.
 */
export async function openCallTools(
  context: ToolContext,
  { orgId, tag }: Pick<OrgCaller, "orgId" | "tag">,
  { assistant, ...agent }: Pick<Target, "assistant" | "assistantId" | "assistantOverrides">,
  callId: string,
): Promise<OpenTools> {
  try {
    return await resolveTools(context, orgId, assistant, {
      conversation: { type: "call", id: callId },
      assistantId: agent.assistantId,
      describe: () => describeCallToTool(context, callId),
      ...(tag === "public" && { ofVisitor: visitorTools(agent) }),
      hookEvents: CALL_HOOK_EVENTS,
    });
  } catch (error) {
    if (tag === "public" && error instanceof PlatformError && error.status === 400)
      throw new PlatformError("assistant-not-ready", {}, { cause: error });
    throw error;
  }
}

/** Fields of a `tool-calls` message about the call. */
async function describeCallToTool({ db }: ToolContext, callId: string): Promise<Record<string, unknown>> {
  const row = await findCallRow(db, callId);
  if (!row) return {};
  return { call: withoutSecrets(toCallMetadata(row)), ...(row.details.customer && { customer: row.details.customer }) };
}
