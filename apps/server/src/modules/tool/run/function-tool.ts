import {
  type AskedMessageType,
  type CreateAssistant,
  type CreateTool,
  readJson,
  type ServerTarget,
  type ToolCall,
  type WebhookTarget,
} from "@callwright/contract";
import type { AgentTool, ToolOutcome } from "@callwright/engine/conversation";
import type { OutsideAnswer } from "../../../platform/net/ask-outside.ts";
import { withoutSecrets } from "../../../platform/secrets/without-secrets.ts";
import { longestMs, type RetriedRequest } from "../../credential/outgoing/retry-request.ts";
import { toolCallFields } from "../../webhook/tool-call-fields.ts";
import { askServer, messageRequest } from "./ask-server.ts";
import { describeTool } from "./describe-tool.ts";
import { openEncryption } from "./encrypt-arguments.ts";
import { extractVariables } from "./extract-variables.ts";
import { type FixedParameters, renderFixed, withoutFixed } from "./fixed-parameters.ts";
import { readResults } from "./read-results.ts";
import { renderHeaders, strictRenderer } from "./render-values.ts";
import { timeoutMsOf } from "./run-request.ts";
import { failed, type OpenTool, oneTool, type ToolScope, type ToolSource } from "./tool-source.ts";

type Values = Readonly<Record<string, unknown>>;

/** A server with an address. */
export type ReachableServer = ServerTarget & { url: string };

/** Runs at the server of `serverOf`, else at the client. */
export const openFunctionTool: OpenTool<"function"> = (tool, scope) => {
  const described = describeTool(tool);
  const parameters = withoutFixed(described.parameters, tool.parameters);
  return openServerTool(tool, { ...described, parameters }, serverOf(tool.server, scope), scope);
};

/** A tool's own server, else the assistant's, else that of the phone number, else the organization's. */
export function serverOf(own: ServerTarget | undefined, scope: ToolScope): ReachableServer | undefined {
  const { assistant, isOfOwner, orgServer } = scope;
  return [own, ...(isOfOwner ? [assistant.server, phoneServerOf(scope), orgServer] : [])].find(hasAddress);
}

const phoneServerOf = ({ conversation }: ToolScope) => (conversation.type === "call" ? conversation.phone?.server : undefined);

/** A tool that a server runs by a `tool-calls` message, or, without a server, the client. */
export function openServerTool(
  tool: CreateTool,
  described: AgentTool,
  server: ReachableServer | undefined,
  scope: ToolScope,
): ToolSource {
  // The client's answer comes later, with its next request.
  if (!server) return oneTool({ ...described, action: "client" }, async () => ({ result: "", failed: false, isPending: true }));
  const { now } = scope.context;
  const target = targetOf(server, scope);
  return oneTool(
    { ...described, timeoutMs: longestMs({ ...server, timeoutMs: timeoutMsOf(server) }) },
    (call, variables, signal) =>
      askServer(
        scope,
        {
          type: messageTypeOf(scope.assistant),
          target,
          server: withoutPaths(server),
          build: () => toolCallsMessage({ tool, server, call, variables, now }, scope),
          isAnswer: (status) => status === 200,
          read: (answer) => readFunctionAnswer(tool, answer, { call, variables, now }),
        },
        signal,
      ),
  );
}

/** Servers written for the older platform know `function-call` alone, and answer with `{ result }`. */
function messageTypeOf({ serverMessages = [] }: CreateAssistant): AskedMessageType {
  return serverMessages.includes("function-call") && !serverMessages.includes("tool-calls") ? "function-call" : "tool-calls";
}

export function targetOf(server: ReachableServer, scope: ToolScope): WebhookTarget {
  const { assistant, orgServer } = scope;
  if (server === assistant.server) return "assistant";
  if (server === phoneServerOf(scope)) return "phone-number";
  return server === orgServer ? "org" : "tool";
}

/** The context in which a tool call's answer is read. */
export interface AnswerContext {
  call: ToolCall;
  variables: Values;
  now: () => Date;
}

/** The outcome in a server's answer to a `tool-calls` message. */
export function readFunctionAnswer(
  tool: CreateTool,
  { status, text }: Pick<OutsideAnswer, "status" | "text">,
  { call, variables, now }: AnswerContext,
): ToolOutcome {
  if (status !== 200) return failed(`The server answered with status ${status} instead of 200.`);
  const outcome = readResults(text, call.id);
  const plan = "variableExtractionPlan" in tool ? tool.variableExtractionPlan : undefined;
  if (outcome.failed || !plan) return outcome;
  const answer = readJson(outcome.result) ?? outcome.result;
  return { ...outcome, variables: extractVariables(plan, answer, variables, now) };
}

interface ToolCallsMessage {
  tool: CreateTool;
  server: ReachableServer;
  call: ToolCall;
  variables: Values;
  now: () => Date;
}

/** The organization whose credential encrypts arguments. */
type OfOrg = Pick<ToolScope, "orgId"> & { context: Pick<ToolScope["context"], "db"> };

/** The headers of the request, and the fields of its message. Fails with a `TemplateError` or a `ToolRequestError`. */
async function toolCallsMessage({ tool, server, call, variables, now }: ToolCallsMessage, { context, orgId }: OfOrg) {
  const encrypt = await openEncryption(context, orgId, server);
  const chosen = encrypt(call.arguments);
  const render = strictRenderer({ ...variables, ...chosen }, now);
  const { id, name } = call;
  const given = { ...chosen, ...encrypt(renderFixed(fixedOf(tool), render)) };
  const described = { ...withoutSecrets(tool), name };
  const fields = toolCallFields({ id, name, given }, described);
  return { headers: renderHeaders(server.headers ?? {}, render), fields };
}

/** The request that asks a server to run a call, outside of a conversation. Fails with a `TemplateError` or a `ToolRequestError`. */
export async function toolCallsRequest(asked: ToolCallsMessage, of: OfOrg): Promise<RetriedRequest> {
  const { headers, fields } = await toolCallsMessage(asked, of);
  return messageRequest(withoutPaths(asked.server), headers, {
    message: { timestamp: asked.now().getTime(), type: "tool-calls", ...fields },
  });
}

/** The encrypted fields are in its message already. */
const withoutPaths = ({ encryptedPaths: _, ...server }: ReachableServer): ReachableServer => server;

export function hasAddress(server: ServerTarget | undefined): server is ReachableServer {
  return server?.url !== undefined;
}

function fixedOf(tool: CreateTool): FixedParameters {
  return tool.type === "function" ? tool.parameters : undefined;
}
