import { PlatformError, type ToolReading } from "@callwright/contract";
import {
  createTemplateRenderer,
  cutResult,
  isHintToModel,
  messageAfter,
  type ToolOutcome,
  toolMessageText,
} from "@callwright/engine/conversation";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { parseArguments } from "./parse-arguments.ts";
import { readApiAnswer } from "./run/api-request-tool.ts";
import { describeTool } from "./run/describe-tool.ts";
import { readFunctionAnswer } from "./run/function-tool.ts";
import { type TestedToolArgs, toolUnderTest } from "./tool-under-test.ts";

/** The call's id in answers to no request of ours. The dashboard's sample uses it, too. */
const CALL_ID = "call_1";
/** The language that is read in messages of several languages. */
const LANGUAGE = "en";

interface GivenAnswer extends TestedToolArgs {
  argumentsJson: string;
  status: number;
  body: string;
  /** The call's id in the request that was answered. */
  callId?: string | undefined;
}

/**
 * Reads an answer to a tool call as a conversation would: the text for the model, the spoken text, and the extracted variables. Fails with
 * `not-found`, `tool-not-testable` or `validation-failed` (the arguments).
 */
export async function readToolAnswer(
  context: ResourceContext,
  caller: OrgCaller,
  { argumentsJson, status, body, callId = CALL_ID, ...tested }: GivenAnswer,
): Promise<ToolReading> {
  const { now } = context;
  const tool = await toolUnderTest(context, caller, tested);
  const call = { id: callId, name: tool.type, arguments: parseArguments(argumentsJson) };
  const answer = { status, text: body };
  const reading = { call, variables: {}, now };
  let outcome: ToolOutcome;
  if (tool.type === "apiRequest") outcome = readApiAnswer(tool, answer, reading);
  else if (tool.type === "function") outcome = readFunctionAnswer(tool, answer, reading);
  else throw new PlatformError("tool-not-testable", { reason: `a tool of type '${tool.type}' sends no request of its own` });
  const { result, failed, variables = {} } = outcome;
  const message = messageAfter(call, describeTool(tool), outcome);
  const render = createTemplateRenderer({ variableValues: variables, now });
  const text = message && render(toolMessageText(message, LANGUAGE), "toolMessage").trim();
  return {
    result: cutResult(result),
    failed,
    message: text
      ? {
          text,
          isHint: isHintToModel(message),
          endsCall: "endCallAfterSpokenEnabled" in message && message.endCallAfterSpokenEnabled === true,
        }
      : null,
    variablesJson: JSON.stringify(variables),
  };
}
