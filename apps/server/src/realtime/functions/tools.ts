import { readToolAnswer } from "../../resources/tool/read-answer.ts";
import { type TestToolContext, testTool } from "../../resources/tool/test-tool.ts";
import type { RealtimeHandlers } from "./define-functions.ts";

export type ToolsContext = TestToolContext;

export function toolsFunctions(context: ToolsContext): Pick<RealtimeHandlers, "tools:test" | "tools:read"> {
  return {
    "tools:test": ({ args: { id, argumentsJson }, caller, signal }) =>
      testTool(context, caller, { id: id.toLowerCase(), argumentsJson }, signal),
    "tools:read": ({ args, caller }) => readToolAnswer(context, caller, { ...args, id: args.id.toLowerCase() }),
  };
}
