import { z } from "zod";
import { suggestedNames } from "../catalog/catalog.ts";
import type { CredentialProvider } from "../credential/credential.ts";
import { Id } from "../wire/entity.ts";
import { objectList } from "../wire/objects.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { suggested } from "../wire/suggested.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { TransferDestination } from "./assistant-destination.ts";
import { FunctionDefinition } from "./function-definition.ts";
import { HandoffDestination } from "./handoff-destination.ts";
import { ApiRequestTool, CodeTool, FunctionTool, SipRequestTool, StaticParameters, ToolName } from "./request-tools.ts";
import { tool } from "./tool-fields.ts";
import { ToolMessage } from "./tool-message.ts";

/** The fields of tools that act at a connected service, with credentials of these providers. Callwright only. */
const serviceToolFields = (...connects: CredentialProvider[]) => ({
  name: ToolName.optional(),
  description: z.string().max(10_000).meta({ description: "Tells the model when to call it." }).optional(),
  credentialId: Id.meta({
    title: "Account",
    description: "Without one, the tool uses the newest credential of the service.",
    connects,
    ...NOT_FOR_VISITORS,
  }).optional(),
  parameters: StaticParameters.optional(),
});

/** A tool that acts at a connected service, and knows its parameters. */
const serviceTool = <const Type extends string>(type: Type, ...connects: CredentialProvider[]) =>
  tool(type, serviceToolFields(...connects));

const CALENDAR = ["google.calendar.oauth2-authorization", "google.calendar.oauth2-client"] as const;
const GOHIGHLEVEL = ["ghl.oauth2-authorization", "gohighlevel"] as const;

/** The server of a tool without its own action. */
const AnsweringServer = ServerTarget.meta({ description: "Receives the tool call and returns the result." });

/** A tool built into some models, which know its parameters. */
const builtInTool = <const Type extends string, const SubType extends string, const Name extends string>(
  type: Type,
  subType: SubType,
  name: Name,
) => tool(type, { subType: z.literal(subType), name: z.literal(name), server: AnsweringServer.optional() });

const TransferCallTool = tool("transferCall", {
  destinations: z
    .array(TransferDestination)
    .max(100)
    .meta({ description: "When empty, your server chooses the destination." })
    .optional(),
  function: FunctionDefinition.optional(),
});

const HandoffTool = tool("handoff", {
  destinations: z.array(HandoffDestination).max(100).optional(),
  function: FunctionDefinition.meta({ description: "Default name: handoff_to_<assistant>." }).optional(),
  defaultResult: z.string().max(10_000).optional(),
});

const DtmfTool = tool("dtmf", {
  sipInfoDtmfEnabled: z.boolean().meta({ title: "As SIP INFO", default: false }).optional(),
});

const VoicemailTool = tool("voicemail", {
  beepDetectionEnabled: z.boolean().meta({ default: false }).optional(),
});

const QueryTool = tool("query", {
  knowledgeBases: objectList(100, {
    name: z.string().min(1).max(200),
    provider: z.literal("google"),
    model: suggested(suggestedNames("model", "google")).optional(),
    description: z.string().min(1).max(10_000).meta({ description: "Tells the model what is in it." }),
    fileIds: z.array(Id).max(1000),
  })
    .optional()
    .meta({ title: "Knowledge", description: "Files searched for an answer." }),
  function: FunctionDefinition.optional(),
});

const KnowledgeBaseTool = tool("knowledgeBase", {
  knowledgeBaseId: Id.nullable().meta({ title: "Knowledge base" }),
  function: FunctionDefinition,
});

const McpTool = tool("mcp", {
  server: ServerTarget.meta({ description: "The MCP server, which has the tools." }).optional(),
  metadata: z.looseObject({ protocol: z.enum(["sse", "shttp"]).meta({ default: "shttp" }).optional() }).optional(),
  /** Spoken while one of the MCP server's tools runs. */
  toolMessages: z
    .array(z.strictObject({ name: z.string().min(1).max(200), messages: z.array(ToolMessage).max(100).optional() }))
    .max(200)
    .optional(),
  function: FunctionDefinition.optional(),
});

const ComputerTool = tool("computer", {
  subType: z.literal("computer_20241022"),
  name: z.literal("computer"),
  displayWidthPx: z.number().int().min(1).meta({ title: "Display width", unit: "px" }),
  displayHeightPx: z.number().int().min(1).meta({ title: "Display height", unit: "px" }),
  displayNumber: z.number().int().optional(),
  server: AnsweringServer.optional(),
});

const MakeTool = tool("make", {
  metadata: z.looseObject({ scenarioId: z.number().optional(), triggerHookId: z.number().optional() }),
  function: FunctionDefinition.meta({ description: "What the scenario gets. Callwright only." }).optional(),
  ...serviceToolFields("make"),
});

const GhlTool = tool("ghl", {
  metadata: z.looseObject({ workflowId: z.string().max(200).optional(), locationId: z.string().max(200).optional() }),
  ...serviceToolFields(...GOHIGHLEVEL),
});

/** Every tool type. */
export const TOOL_KINDS = [
  FunctionTool,
  ApiRequestTool,
  TransferCallTool,
  HandoffTool,
  tool("endCall", {}),
  DtmfTool,
  tool("sms", {}),
  VoicemailTool,
  QueryTool,
  KnowledgeBaseTool,
  McpTool,
  CodeTool,
  SipRequestTool,
  builtInTool("bash", "bash_20241022", "bash"),
  ComputerTool,
  builtInTool("textEditor", "text_editor_20241022", "str_replace_editor"),
  serviceTool("google.calendar.event.create", ...CALENDAR),
  serviceTool("google.calendar.availability.check", ...CALENDAR),
  serviceTool("google.sheets.row.append", "google.sheets.oauth2-authorization"),
  serviceTool("slack.message.send", "slack.oauth2-authorization"),
  serviceTool("gohighlevel.calendar.availability.check", ...GOHIGHLEVEL),
  serviceTool("gohighlevel.calendar.event.create", ...GOHIGHLEVEL),
  serviceTool("gohighlevel.contact.create", ...GOHIGHLEVEL),
  serviceTool("gohighlevel.contact.get", ...GOHIGHLEVEL),
  MakeTool,
  GhlTool,
  tool("output", {}),
] as const;
