import { defineModule } from "../../platform/modules/module.ts";
import type { RealtimeHandlers } from "../../platform/realtime/define-functions.ts";
import { readToolAnswer } from "./read-answer.ts";
import { toolRoutes } from "./routes.ts";
import { type TestToolContext, testTool } from "./test-tool.ts";

export const tool = defineModule({
  name: "tool",
  routes: (app, { platform }) => toolRoutes(app, platform),
  live: ({ platform }) => toolsFunctions(platform),
});

type ToolsContext = TestToolContext;

function toolsFunctions(context: ToolsContext): Pick<RealtimeHandlers, "tools:test" | "tools:read"> {
  return {
    "tools:test": ({ args, caller, signal }) => testTool(context, caller, args, signal),
    "tools:read": ({ args, caller }) => readToolAnswer(context, caller, args),
  };
}
