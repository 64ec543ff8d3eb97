import type { CreateTool, ToolType } from "@callwright/contract";
import type { RunnableToolType } from "../../../platform/capabilities/runnable.ts";
import { openHandoffTool } from "./agents/handoff-tool.ts";
import { openTransferTool } from "./agents/transfer-tool.ts";
import { openApiRequestTool } from "./api-request-tool.ts";
import { openCodeTool } from "./code-tool.ts";
import { describeTool, unavailableTool } from "./describe-tool.ts";
import { openFunctionTool } from "./function-tool.ts";
import { openKnowledgeBaseTool, openQueryTool } from "./knowledge-tools.ts";
import { openMcpTool } from "./mcp-tool.ts";
import { openModelBuiltInTool } from "./model-built-in-tools.ts";
import { outsideHost } from "./outside-host.ts";
import { openDtmfTool, openVoicemailTool } from "./phone-tools.ts";
import { openServiceTool } from "./service-tool.ts";
import { openSipRequestTool } from "./sip-request-tool.ts";
import { openSmsTool } from "./sms-tool.ts";
import { mockableSource, type TestedTools, unansweredSource } from "./tested-tools.ts";
import { type OpenTool, type ToolScope, type ToolSource, withoutRun } from "./tool-source.ts";

const OPENERS: { readonly [Type in RunnableToolType]: OpenTool<Type> } = {
  function: openFunctionTool,
  apiRequest: openApiRequestTool,
  query: openQueryTool,
  knowledgeBase: openKnowledgeBaseTool,
  bash: openModelBuiltInTool,
  computer: openModelBuiltInTool,
  textEditor: openModelBuiltInTool,
  mcp: openMcpTool,
  code: openCodeTool,
  handoff: openHandoffTool,
  transferCall: openTransferTool,
  dtmf: openDtmfTool,
  voicemail: openVoicemailTool,
  sms: openSmsTool,
  sipRequest: openSipRequestTool,
  "google.calendar.event.create": openServiceTool,
  "google.calendar.availability.check": openServiceTool,
  "google.sheets.row.append": openServiceTool,
  "slack.message.send": openServiceTool,
  "gohighlevel.calendar.availability.check": openServiceTool,
  "gohighlevel.calendar.event.create": openServiceTool,
  "gohighlevel.contact.create": openServiceTool,
  "gohighlevel.contact.get": openServiceTool,
  make: openServiceTool,
  ghl: openServiceTool,
  // The conversation handles it itself.
  endCall: (tool) => withoutRun(describeTool(tool, { action: "end-call" })),
};

/** Types that run on this server, unless they have their own server. */
const LOCAL_TYPES: ReadonlySet<ToolType> = new Set(["query", "knowledgeBase"]);

/**
 * The tool as a source of the conversation's tools. Fails as the opener of its type does. In a test, a tool that would call another server
 * has only the answers of mocks.
 */
export async function openTool(tool: CreateTool, scope: ToolScope): Promise<ToolSource> {
  if (scope.test === undefined) return openUntested(tool, scope);
  return mockableSource(await openTested(tool, scope, scope.test), scope.test);
}

async function openTested(tool: CreateTool, scope: ToolScope, test: TestedTools): Promise<ToolSource> {
  if (test.runsTools) return openUntested(tool, scope);
  // The server alone knows the tools of an MCP server.
  if (tool.type === "mcp") {
    const described = { ...unavailableTool(tool), reason: "MCP servers are not asked in this test." };
    return { ...withoutRun(described), refused: { host: outsideHost(tool, scope) } };
  }
  const source = await openUntested(tool, scope);
  return LOCAL_TYPES.has(tool.type) ? source : unansweredSource(source, outsideHost(tool, scope));
}

async function openUntested(tool: CreateTool, scope: ToolScope): Promise<ToolSource> {
  const open = (OPENERS as { readonly [Type in ToolType]?: unknown })[tool.type] as OpenTool<ToolType> | undefined;
  return open ? open(tool, scope) : withoutRun(unavailableTool(tool));
}
