import { type CreateTool, type ServerTarget, TOOL_ANSWER_MAX_BYTES, type ToolCall } from "@callwright/contract";
import type { AgentTool, ToolOutcome } from "@callwright/engine/conversation";
import { longestMs, type RetriedRequest } from "../outgoing/retry-request.ts";
import type { OutgoingAnswer } from "../outgoing/send-request.ts";
import { describeTool } from "./describe-tool.ts";
import { extractVariables } from "./extract-variables.ts";
import { type FixedParameters, renderFixed, withoutFixed } from "./fixed-parameters.ts";
import { parseJson, readResults } from "./read-results.ts";
import { renderHeaders, strictRenderer } from "./render-values.ts";
import { requestUrl, requireUnencrypted } from "./request-address.ts";
import { runRequest, timeoutMsOf } from "./run-request.ts";
import { type OpenTool, oneTool, type ToolScope, type ToolSource } from "./tool-source.ts";
import { withoutSecrets } from "./without-secrets.ts";

type Values = Readonly<Record<string, unknown>>;

/** A server with an address. */
export type ReachableServer = ServerTarget & { url: string };

/** Runs at the tool's server, else at the assistant's, else at the organization's, else at the client. */
export const openFunctionTool: OpenTool<"function"> = (tool, scope) => {
  const servers = [tool.server, scope.assistant.server, scope.orgServer];
  const described = describeTool(tool);
  const parameters = withoutFixed(described.parameters, tool.parameters);
  return openServerTool(tool, { ...described, parameters }, servers.find(hasAddress), scope);
};

/** A tool that a server runs by a `tool-calls` message, or the client where there is none. */
export function openServerTool(
  tool: CreateTool,
  described: AgentTool,
  server: ReachableServer | undefined,
  scope: ToolScope,
): ToolSource {
  // The client's answer comes later, with its next request.
  if (!server) return oneTool({ ...described, action: "client" }, async () => ({ result: "", failed: false, isPending: true }));
  const { now } = scope.context;
  return oneTool(
    { ...described, timeoutMs: longestMs({ ...server, timeoutMs: timeoutMsOf(server) }) },
    (call, variables, signal) =>
      runRequest(
        scope,
        async () => toolCallsRequest({ tool, server, call, variables, now, about: await describeConversation(scope) }),
        (answer) => readFunctionAnswer(tool, answer, { call, variables, now }),
        signal,
      ),
  );
}

/** What a tool call's answer is read with. */
export interface ReadContext {
  call: ToolCall;
  variables: Values;
  now: () => Date;
}

/** The outcome in a server's answer to a `tool-calls` message. */
export function readFunctionAnswer(
  tool: CreateTool,
  { status, text }: Pick<OutgoingAnswer, "status" | "text">,
  { call, variables, now }: ReadContext,
): ToolOutcome {
  if (status !== 200) return { result: `The server answered with status ${status} instead of 200.`, failed: true };
  const outcome = readResults(text, call.id);
  const plan = "variableExtractionPlan" in tool ? tool.variableExtractionPlan : undefined;
  if (outcome.failed || !plan) return outcome;
  const answer = parseJson(outcome.result)?.value ?? outcome.result;
  return { ...outcome, variables: extractVariables(plan, answer, variables, now) };
}

export interface ToolCallsMessage {
  tool: CreateTool;
  server: ReachableServer;
  call: ToolCall;
  variables: Values;
  now: () => Date;
  /** Further fields of the message. */
  about: Values;
}

/** The request that asks a server to run a call. Fails with a `TemplateError` or a `ToolRequestError`. */
export function toolCallsRequest({ tool, server, call, variables, now, about }: ToolCallsMessage): RetriedRequest {
  requireUnencrypted(server.encryptedPaths);
  const render = strictRenderer({ ...variables, ...call.arguments }, now);
  const fixed = renderFixed(fixedOf(tool), render);
  const toolCall = {
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: { ...call.arguments, ...fixed } },
  };
  const message = {
    timestamp: now().getTime(),
    type: "tool-calls",
    toolCallList: [toolCall],
    toolWithToolCallList: [{ ...withoutSecrets(tool), toolCall }],
    ...about,
  };
  return {
    method: "POST",
    url: requestUrl(server.url),
    headers: renderHeaders(server.headers ?? {}, render),
    body: JSON.stringify({ message }),
    credentialId: server.credentialId,
    timeoutMs: timeoutMsOf(server),
    backoffPlan: server.backoffPlan,
    maxBytes: TOOL_ANSWER_MAX_BYTES,
  };
}

/** Fields of a server message about the conversation. */
export async function describeConversation({ assistant, describe }: ToolScope): Promise<Values> {
  return { assistant: withoutSecrets(assistant), ...(await describe()) };
}

export function hasAddress(server: ServerTarget | undefined): server is ReachableServer {
  return server?.url !== undefined;
}

function fixedOf(tool: CreateTool): FixedParameters {
  return tool.type === "function" ? tool.parameters : undefined;
}
