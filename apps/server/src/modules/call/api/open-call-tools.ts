import { CALL_HOOK_EVENTS } from "@callwright/engine/conversation";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { openAgents } from "../../assistant/team/open-agents.ts";
import type { TestedTools } from "../../tool/run/tested-tools.ts";
import type { ToolContext, ToolPhone } from "../../tool/run/tool-source.ts";
import { partiesOf } from "../describe-call.ts";
import type { OpenTools } from "../runtime/call-tools.ts";
import { findCallRow } from "../runtime/lifecycle-store.ts";

interface CalledFor {
  callId: string;
  /** Undefined for a web call. */
  phone: ToolPhone | undefined;
  /** Of the call of a test: how its tools act. */
  test: TestedTools | undefined;
}

/** The tools of a call that is about to be stored. Fails as `openAgents` does. */
export async function openCallTools(
  context: Parameters<typeof openAgents>[0],
  caller: Pick<OrgCaller, "orgId" | "tag">,
  target: Parameters<typeof openAgents>[2],
  { callId, phone, test }: CalledFor,
): Promise<OpenTools> {
  const { tools, team } = await openAgents(context, caller, target, {
    conversation: { type: "call", id: callId, ...(phone && { phone }) },
    describe: () => describeCallToTool(context, callId),
    hookEvents: CALL_HOOK_EVENTS,
    isOfVisitor: caller.tag === "public",
    parts: ["model", "voice", "transcriber"],
    ...(test && { test }),
  });
  return { ...tools, ...(team && { team }) };
}

/** Fields of a `tool-calls` message about the call. */
async function describeCallToTool(context: ToolContext, callId: string): Promise<Record<string, unknown>> {
  const row = await findCallRow(context.db, callId);
  return row ? partiesOf(context, row) : {};
}
