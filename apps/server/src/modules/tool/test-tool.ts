import { type CreateTool, PlatformError, type ToolCall, type ToolTestResult, timeLimit } from "@callwright/contract";
import { PrivateAddressError } from "@callwright/engine";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { hostFailure } from "../../platform/net/host-failure.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import type { RetriedRequest } from "../credential/outgoing/retry-request.ts";
import { sendRequest } from "../credential/outgoing/send-request.ts";
import type { ServiceAction } from "../credential/service-actions/service-action.ts";
import { actionOf } from "../credential/service-actions/service-actions.ts";
import { parseArguments } from "./parse-arguments.ts";
import { apiRequest } from "./run/api-request.ts";
import { runCode } from "./run/code-tool.ts";
import { openEncryption } from "./run/encrypt-arguments.ts";
import { hasAddress, toolCallsRequest } from "./run/function-tool.ts";
import { TemplateError } from "./run/render-values.ts";
import { ToolRequestError } from "./run/request-address.ts";
import { runToolAction } from "./run/service-tool.ts";
import type { ToolOf } from "./run/tool-source.ts";
import { type TestedToolArgs, toolUnderTest } from "./tool-under-test.ts";

export type TestToolContext = ResourceContext & Pick<ServerContext, "codeRuns" | "network" | "config" | "log">;

type Arguments = Record<string, unknown>;

/** A person can read so much of an answer. */
const BODY_MAX_BYTES = 64 * 1024;
/** A person at a screen does not wait longer, even if a call would. */
const TIMEOUT_MAX_MS = 60_000;

/**
 * Sends a tool's request with these arguments, once, as a call would. An answer of any status is a result, and so is none: its body then says
 * why. Fails with `not-found`, `tool-not-testable`, `validation-failed` (the arguments), `host-address-private` or as `signRequest` does.
 */
export async function testTool(
  context: TestToolContext,
  caller: OrgCaller,
  { argumentsJson, ...tested }: TestedToolArgs & { argumentsJson: string },
  signal: AbortSignal,
): Promise<ToolTestResult> {
  const tool = await toolUnderTest(context, caller, tested);
  if (tool.type === "code" && !hasAddress(tool.server))
    return testCode(context, caller.orgId, tool, parseArguments(argumentsJson), signal);
  const action = actionOf(tool.type);
  if (action) return testAction(context, caller.orgId, { action, tool, given: parseArguments(argumentsJson) }, signal);
  const callId = context.newId();
  const call = { id: callId, name: tool.type, arguments: parseArguments(argumentsJson) };
  const request = await requestOf(context, caller.orgId, tool, call);
  const timeoutMs = Math.min(request.timeoutMs, TIMEOUT_MAX_MS);
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  try {
    const limited = { ...request, timeoutMs, maxBytes: BODY_MAX_BYTES };
    const { status, text, times } = await sendRequest({ ...context, signal }, caller.orgId, limited);
    const sent = tool.type === "apiRequest" ? {} : { callId };
    return { status, body: text, ...sent, durationMs: took(), ...(times && { times }) };
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause;
    if (cause instanceof PrivateAddressError) throw hostFailure(request.url.host, cause);
    return { status: null, body: hostFailure(request.url.host, cause).message, durationMs: took() };
  }
}

/** Does what a call would do, with the connected account. */
async function testAction(
  context: TestToolContext,
  orgId: string,
  { action, tool, given }: { action: ServiceAction; tool: CreateTool; given: Arguments },
  signal: AbortSignal,
): Promise<ToolTestResult> {
  const startedMs = performance.now();
  const limited = AbortSignal.any([signal, timeLimit(TIMEOUT_MAX_MS)]);
  const { result, failed } = await runToolAction(context, { orgId, tool, action, given, variables: {} }, limited);
  return { status: null, failed, body: result, durationMs: Math.round(performance.now() - startedMs) };
}

/** Runs the code as a call would, without values of a conversation. */
async function testCode(
  context: TestToolContext,
  orgId: string,
  tool: ToolOf<"code">,
  given: Arguments,
  signal: AbortSignal,
): Promise<ToolTestResult> {
  const startedMs = performance.now();
  const { result, failed } = await runCode(tool, { context, orgId }, { given, variables: {} }, signal);
  return { status: null, failed, body: result, durationMs: Math.round(performance.now() - startedMs) };
}

/** The request that a call would send if its model called this tool with these arguments. */
async function requestOf(context: TestToolContext, orgId: string, tool: CreateTool, call: ToolCall): Promise<RetriedRequest> {
  const { now } = context;
  try {
    if (tool.type === "apiRequest") return apiRequest(tool, call.arguments, await openEncryption(context, orgId, tool), {}, now);
    if (tool.type === "function" || tool.type === "code") {
      const { server } = tool;
      if (!hasAddress(server))
        throw new ToolRequestError("it names no server: the assistant's server runs it, else the organization's, else the page");
      const named = { ...call, name: tool.function?.name ?? call.name };
      return await toolCallsRequest({ tool, server, call: named, variables: {}, now }, { context, orgId });
    }
    throw new ToolRequestError(`a tool of type '${tool.type}' sends no request of its own`);
  } catch (cause) {
    if (cause instanceof ToolRequestError || cause instanceof TemplateError)
      throw new PlatformError("tool-not-testable", { reason: cause.message }, { cause });
    throw cause;
  }
}
