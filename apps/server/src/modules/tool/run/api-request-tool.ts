import { readJson } from "@callwright/contract";
import type { ToolOutcome } from "@callwright/engine/conversation";
import type { OutsideAnswer } from "../../../platform/net/ask-outside.ts";
import { longestMs } from "../../credential/outgoing/retry-request.ts";
import { apiParameters, apiRequest } from "./api-request.ts";
import { describeTool } from "./describe-tool.ts";
import { openEncryption } from "./encrypt-arguments.ts";
import { extractVariables } from "./extract-variables.ts";
import type { AnswerContext } from "./function-tool.ts";
import { runRequest, timeoutMsOf } from "./run-request.ts";
import { failed, type OpenTool, oneTool, type ToolOf } from "./tool-source.ts";

/** The model reads so much of a failure's body. */
const FAILURE_MAX_CHARACTERS = 1_000;

export const openApiRequestTool: OpenTool<"apiRequest"> = (tool, scope) => {
  const { now } = scope.context;
  const described = describeTool(tool, {
    parameters: apiParameters(tool),
    timeoutMs: longestMs({ ...tool, timeoutMs: timeoutMsOf(tool) }),
  });
  return oneTool(described, (call, variables, signal) =>
    runRequest(
      scope,
      async () => apiRequest(tool, call.arguments, await openEncryption(scope.context, scope.orgId, tool), variables, now),
      (answer) => readApiAnswer(tool, answer, { variables, now }),
      signal,
    ),
  );
};

type Answer = Pick<OutsideAnswer, "status" | "text">;

/** The outcome in an API's answer. */
export function readApiAnswer(
  { variableExtractionPlan: plan }: ToolOf<"apiRequest">,
  answer: Answer,
  { variables, now }: Pick<AnswerContext, "variables" | "now">,
): ToolOutcome {
  const outcome = outcomeOf(answer);
  if (outcome.failed || !plan) return outcome;
  const value = readJson(answer.text) ?? answer.text;
  return { ...outcome, variables: extractVariables(plan, value, variables, now) };
}

function outcomeOf({ status, text }: Answer): ToolOutcome {
  if (status >= 200 && status < 300)
    return { result: text.trim() === "" ? `The API answered with status ${status} and an empty body.` : text, failed: false };
  return failed(`The API answered with status ${status}. ${text.slice(0, FAILURE_MAX_CHARACTERS)}`.trim());
}
