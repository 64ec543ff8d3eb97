import {
  ENDPOINTING_SERVER_TIMEOUT_MS,
  EndpointingAnswer,
  linesOf,
  type ServerTarget,
  TOOL_ANSWER_MAX_BYTES,
} from "@callwright/contract";
import type { EndpointingAdvice } from "@callwright/engine";
import { findOrg } from "../../../platform/auth/stores/orgs.ts";
import { organization } from "../../../platform/auth/tables.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { openRow } from "../../../platform/secrets/sealed-headers.ts";
import { withoutSecrets } from "../../../platform/secrets/without-secrets.ts";
import type { Target } from "../../assistant/resolve-target.ts";
import { sendRequest } from "../../credential/outgoing/send-request.ts";
import { hasAddress, type ReachableServer } from "../../tool/run/function-tool.ts";
import { parseReply } from "../../tool/run/read-results.ts";
import { requestUrl, requireUnencrypted } from "../../tool/run/request-address.ts";
import { failureSentence } from "../../tool/run/run-request.ts";
import type { ToolContext } from "../../tool/run/tool-source.ts";
import { inServersNames } from "../../webhook/message-names.ts";
import type { AskEndpointing } from "../runtime/hosted-call.ts";
import { findCallRow } from "../runtime/lifecycle-store.ts";
import { deriveConversation } from "./derive-messages.ts";
import { toCallMetadata } from "./entity.ts";
import { listArtifactEvents } from "./store.ts";

/**
 * The questions of a call to its endpointing server: the plan's, else the assistant's, else the phone number's, else the organization's. Undefined when the assistant
 * wants none. A plan that a visitor wrote does not ask the organization's.
 */
export async function openEndpointing(
  context: ToolContext,
  { orgId, tag }: Pick<OrgCaller, "orgId" | "tag">,
  {
    assistant,
    phoneServer,
    ...agent
  }: Pick<Target, "assistant" | "assistantId" | "assistantOverrides"> & {
    phoneServer?: ServerTarget | undefined;
  },
  callId: string,
): Promise<AskEndpointing | undefined> {
  const plan = assistant.startSpeakingPlan?.smartEndpointingPlan;
  if (plan?.provider !== "custom-endpointing-model") return undefined;
  const isOfVisitor = tag === "public" && (agent.assistantId === null || agent.assistantOverrides?.startSpeakingPlan);
  const org = isOfVisitor ? undefined : await findOrg(context.db, orgId);
  const server = [plan.server, assistant.server, phoneServer, openRow(context, organization, org)?.fields.server].find(
    hasAddress,
  );
  if (!server) return async () => ({ problem: "The endpointing server has no URL." });
  const about = { assistant: withoutSecrets(assistant) };
  return async (customerText, giveUp) => {
    try {
      const message = { ...(await describeQuestion(context, orgId, callId, customerText)), ...about };
      return await ask({ ...context, signal: giveUp }, orgId, server, message);
    } catch (cause) {
      return { problem: `The endpointing server was asked in vain. ${failureSentence(cause)}` };
    }
  };
}

/** The fields of the message: the conversation so far, with the caller's current words last. */
async function describeQuestion(context: ToolContext, orgId: string, callId: string, customerText: string) {
  const row = await findCallRow(context.db, callId);
  if (!row) throw new Error("the call is not stored");
  const startedAtMs = (row.startedAt ?? row.createdAt).getTime();
  const events = (await listArtifactEvents(context.db, orgId, [callId])).get(callId) ?? [];
  const { messages, messagesOpenAIFormatted } = deriveConversation(linesOf(events), startedAtMs);
  const time = context.now().getTime();
  const secondsFromStart = (time - startedAtMs) / 1000;
  return {
    timestamp: time,
    type: "call.endpointing.request",
    messages: [...messages, { role: "user", message: customerText, time, secondsFromStart }],
    messagesOpenAIFormatted: [...messagesOpenAIFormatted, { role: "user", content: customerText }],
    call: withoutSecrets(toCallMetadata(row)),
    ...(row.details.customer && { customer: row.details.customer }),
  };
}

async function ask(
  context: ToolContext & { signal: AbortSignal },
  orgId: string,
  server: ReachableServer,
  message: object,
): Promise<EndpointingAdvice> {
  requireUnencrypted(server.encryptedPaths);
  const { status, text } = await sendRequest(context, orgId, {
    method: "POST",
    url: requestUrl(server.url),
    headers: server.headers ?? {},
    body: JSON.stringify(inServersNames(server, { message }, context.config)),
    credentialId: server.credentialId,
    timeoutMs: ENDPOINTING_SERVER_TIMEOUT_MS,
    maxBytes: TOOL_ANSWER_MAX_BYTES,
  });
  if (status < 200 || status > 299) return { problem: `The endpointing server answered with status ${status}.` };
  const answer = EndpointingAnswer.safeParse(parseReply(text)?.value);
  if (!answer.success) return { problem: "The endpointing server answered without 'timeoutSeconds' from 0 to 15." };
  return { timeoutSeconds: answer.data.timeoutSeconds };
}
