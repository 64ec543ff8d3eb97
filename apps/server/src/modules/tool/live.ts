import type { RealtimeHandlers } from "../../platform/realtime/define-functions.ts";
import { readToolAnswer } from "./read-answer.ts";
import { type TestToolContext, testTool } from "./test-tool.ts";

export type ToolsContext = TestToolContext;

export function toolsFunctions(context: ToolsContext): Pick<RealtimeHandlers, "tools:test" | "tools:read"> {
  return {
    "tools:test": ({ args: { id, argumentsJson }, caller, signal }) =>
      testTool(context, caller, { id: id.toLowerCase(), argumentsJson }, signal),
    "tools:read": ({ args, caller }) => readToolAnswer(context, caller, { ...args, id: args.id.toLowerCase() }),
  };
}
