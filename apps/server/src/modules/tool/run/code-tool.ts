import { type Fields, readJson, TOOL_ANSWER_MAX_BYTES } from "@callwright/contract";
import type { ToolOutcome } from "@callwright/engine/conversation";
import type { CodeAnswer, CodeEnd, CodeRequest } from "../../../platform/isolation/code/code-messages.ts";
import { sendRequest } from "../../credential/outgoing/send-request.ts";
import { describeTool } from "./describe-tool.ts";
import { extractVariables } from "./extract-variables.ts";
import { hasAddress, openServerTool } from "./function-tool.ts";
import { strictRenderer } from "./render-values.ts";
import { requestUrl } from "./request-address.ts";
import { failureSentence } from "./run-request.ts";
import { failed, type OpenTool, oneTool, type ToolOf, type ToolScope } from "./tool-source.ts";

const TIMEOUT_DEFAULT_SECONDS = 10;
/** Extra time for the process to start, and to end by itself with an error message. The wait for other code counts in the tool's timeout. */
const PROCESS_MARGIN_MS = 5_000;

/** Runs the tool's code in a separate process. With a server URL of its own, the tool runs on that server, as a function does. */
export const openCodeTool: OpenTool<"code"> = (tool, scope) => {
  const described = describeTool(tool, { timeoutMs: timeoutMsOf(tool) + PROCESS_MARGIN_MS });
  if (hasAddress(tool.server)) return openServerTool(tool, described, tool.server, scope);
  scope.context.codeRuns.warm();
  return oneTool(described, (call, variables, signal) => runCode(tool, scope, { given: call.arguments, variables }, signal));
};

type CodeContext = Pick<ToolScope["context"], "codeRuns" | "config" | "db" | "log" | "network" | "newId" | "now" | "secrets">;

/** Runs the code once with these arguments, and keeps what its plan takes from the answer. */
export async function runCode(
  tool: ToolOf<"code">,
  scope: { context: CodeContext; orgId: string },
  { given, variables }: { given: Fields; variables: Fields },
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { now, codeRuns } = scope.context;
  const timeoutMs = timeoutMsOf(tool);
  const render = strictRenderer(variables, now);
  const environment = (tool.environmentVariables ?? []).map(({ name, value }) => [
    name,
    render(value ?? "", `environmentVariables.${name}`),
  ]);
  const end = await codeRuns.run(scope.orgId, {
    code: tool.code,
    globals: { args: given, variables, env: Object.fromEntries(environment) },
    timeoutMs,
    fetch: (request, ending) => answerFetch(request, tool.credentialId, timeoutMs, scope, ending),
    signal,
  });
  const outcome = outcomeOf(end);
  const plan = tool.variableExtractionPlan;
  if (outcome.failed || !plan) return outcome;
  return { ...outcome, variables: extractVariables(plan, readJson(outcome.result), variables, now) };
}

const timeoutMsOf = ({ timeoutSeconds = TIMEOUT_DEFAULT_SECONDS }: ToolOf<"code">) => timeoutSeconds * 1000;

function outcomeOf(end: CodeEnd): ToolOutcome {
  if ("error" in end) return failed(end.error);
  const { result } = end;
  if (result === undefined) return { result: "The code returned nothing.", failed: false };
  const value = readJson(result);
  return { result: typeof value === "string" ? value : result, failed: false };
}

/** A request of the code, over the guarded network and signed with the tool's credential. */
async function answerFetch(
  { url, method, headers, body }: CodeRequest,
  credentialId: string | undefined,
  timeoutMs: number,
  { context, orgId }: { context: CodeContext; orgId: string },
  signal: AbortSignal,
): Promise<CodeAnswer> {
  try {
    const request = { url: requestUrl(url), method, headers, body, credentialId, timeoutMs, maxBytes: TOOL_ANSWER_MAX_BYTES };
    const answer = await sendRequest({ ...context, signal }, orgId, request);
    if (answer.isCut) return { error: `The answer has more than ${TOOL_ANSWER_MAX_BYTES / 1024 / 1024} MB.` };
    const texts = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? "")]);
    return { status: answer.status, headers: Object.fromEntries(texts), text: answer.text };
  } catch (cause) {
    return { error: failureSentence(cause) };
  }
}
