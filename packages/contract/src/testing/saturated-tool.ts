import type { TransferDestination } from "../tool/assistant-destination.ts";
import type { HandoffDestination } from "../tool/handoff-destination.ts";
import type { CreateTool, ToolType } from "../tool/tool.ts";
import type { ToolMessage } from "../tool/tool-message.ts";
import type { JsonSchema } from "../wire/json-schema.ts";
import { SAMPLE_ID, SAMPLE_SERVER } from "./sample-parts.ts";
import { destinations as phoneDestinations } from "./saturated-phone-number.ts";

export const SAMPLE_JSON_SCHEMA: JsonSchema = {
  type: "object",
  title: "Order",
  description: "What the customer orders",
  properties: { size: { type: "string", enum: ["small", 2], pattern: "^[a-z]+$", format: "hostname" } },
  items: { type: "string" },
  required: ["size"],
  enum: ["small"],
  pattern: "^[a-z]+$",
  format: "uuid",
};

const spoken = {
  content: "One moment.",
  contents: [{ type: "text" as const, text: "Un momento.", language: "es" }],
  conditions: [{ param: "size", operator: "eq" as const, value: "small" }],
};

const messages: ToolMessage[] = [
  { type: "request-start", ...spoken, blocking: true },
  { type: "request-complete", ...spoken, role: "system", endCallAfterSpokenEnabled: true },
  { type: "request-failed", ...spoken, role: "system", endCallAfterSpokenEnabled: true },
  { type: "request-response-delayed", ...spoken, timingMilliseconds: 1500 },
];

const common = {
  messages,
  rejectionPlan: {
    conditions: [
      { type: "regex" as const, regex: "no", target: { role: "user" as const, position: -2 }, negate: true },
      { type: "liquid" as const, liquid: "{{ messages.size > 3 }}" },
      { type: "group" as const, operator: "OR" as const, conditions: [{ type: "liquid" as const, liquid: "true" }] },
    ],
  },
};

const functionDefinition = {
  name: "order",
  description: "Takes an order",
  strict: true,
  parameters: { type: "object" as const, properties: { size: SAMPLE_JSON_SCHEMA }, required: ["size"] },
};

export const SAMPLE_VARIABLE_EXTRACTION = {
  schema: SAMPLE_JSON_SCHEMA,
  aliases: [{ key: "customerName", value: "{{ customer.name | upcase }}" }],
};

const parameters = [{ key: "source", value: { channel: "voice" } }];
const service = { name: "book_it", description: "Books a table", credentialId: SAMPLE_ID, parameters };
const backoffPlan = { type: "exponential" as const, maxRetries: 2, baseDelaySeconds: 1, excludedStatusCodes: [404] };

export const SAMPLE_TRANSFER_TO_ASSISTANT: TransferDestination = {
  type: "assistant",
  assistantName: "Billing",
  transferMode: "delete-history",
  message: { type: "custom-message", content: "One moment.", contents: spoken.contents },
  description: "Money matters",
};

const handoffParts = { variableExtractionPlan: SAMPLE_VARIABLE_EXTRACTION, description: "Money matters" };

export const SAMPLE_HANDOFFS: HandoffDestination[] = [
  ...(
    [
      { type: "all" },
      { type: "none" },
      { type: "lastNMessages", maxMessages: 4 },
      { type: "userAndAssistantMessages" },
      { type: "previousAssistantMessages" },
    ] as const
  ).flatMap((contextEngineeringPlan): HandoffDestination[] => [
    {
      type: "assistant",
      assistantName: "Billing",
      assistantId: SAMPLE_ID,
      assistant: { name: "Billing" },
      assistantOverrides: { firstMessage: "Hello again" },
      contextEngineeringPlan,
      ...handoffParts,
    },
    {
      type: "squad",
      squadId: SAMPLE_ID,
      squad: { members: [{ assistantId: SAMPLE_ID }] },
      squadOverrides: { firstMessage: "Hello again" },
      entryAssistantName: "Billing",
      contextEngineeringPlan,
      ...handoffParts,
    },
  ]),
  { type: "dynamic", server: SAMPLE_SERVER, description: "Anything else" },
];

type Samples = { [Type in ToolType]: Extract<CreateTool, { type: Type }> };

/** One tool of each type, every field set. */
export const saturatedTools: Samples = {
  function: {
    type: "function",
    function: functionDefinition,
    async: true,
    server: SAMPLE_SERVER,
    parameters,
    variableExtractionPlan: SAMPLE_VARIABLE_EXTRACTION,
    ...common,
  },
  apiRequest: {
    type: "apiRequest",
    name: "stock",
    description: "Looks up what is in stock",
    method: "PATCH",
    url: "https://api.example/{{ sku }}",
    headers: SAMPLE_JSON_SCHEMA,
    body: SAMPLE_JSON_SCHEMA,
    parameters,
    timeoutSeconds: 45,
    credentialId: SAMPLE_ID,
    encryptedPaths: ["body.card"],
    backoffPlan,
    variableExtractionPlan: SAMPLE_VARIABLE_EXTRACTION,
    function: functionDefinition,
    ...common,
  },
  transferCall: {
    type: "transferCall",
    destinations: [SAMPLE_TRANSFER_TO_ASSISTANT, ...phoneDestinations],
    function: functionDefinition,
    ...common,
  },
  handoff: {
    type: "handoff",
    destinations: SAMPLE_HANDOFFS,
    function: functionDefinition,
    defaultResult: "Handed off",
    ...common,
  },
  endCall: { type: "endCall", ...common },
  dtmf: { type: "dtmf", sipInfoDtmfEnabled: true, ...common },
  sms: { type: "sms", ...common },
  voicemail: { type: "voicemail", beepDetectionEnabled: true, ...common },
  query: {
    type: "query",
    knowledgeBases: [{ name: "menu", provider: "google", model: "gemini-2.5-pro", description: "Dishes", fileIds: [SAMPLE_ID] }],
    function: functionDefinition,
    ...common,
  },
  knowledgeBase: { type: "knowledgeBase", knowledgeBaseId: SAMPLE_ID, function: functionDefinition, ...common },
  mcp: {
    type: "mcp",
    server: SAMPLE_SERVER,
    metadata: { protocol: "sse" },
    toolMessages: [{ name: "search", messages }],
    function: functionDefinition,
    ...common,
  },
  code: {
    type: "code",
    code: "return 1;",
    function: functionDefinition,
    async: true,
    server: SAMPLE_SERVER,
    environmentVariables: [{ name: "API_KEY", value: "key" }],
    timeoutSeconds: 5,
    credentialId: SAMPLE_ID,
    variableExtractionPlan: SAMPLE_VARIABLE_EXTRACTION,
    ...common,
  },
  sipRequest: { type: "sipRequest", verb: "MESSAGE", headers: SAMPLE_JSON_SCHEMA, body: SAMPLE_JSON_SCHEMA, ...common },
  bash: { type: "bash", subType: "bash_20241022", name: "bash", server: SAMPLE_SERVER, ...common },
  computer: {
    type: "computer",
    subType: "computer_20241022",
    name: "computer",
    displayWidthPx: 1280,
    displayHeightPx: 720,
    displayNumber: 1,
    server: SAMPLE_SERVER,
    ...common,
  },
  textEditor: {
    type: "textEditor",
    subType: "text_editor_20241022",
    name: "str_replace_editor",
    server: SAMPLE_SERVER,
    ...common,
  },
  "google.calendar.event.create": { type: "google.calendar.event.create", ...service, ...common },
  "google.calendar.availability.check": { type: "google.calendar.availability.check", ...service, ...common },
  "google.sheets.row.append": { type: "google.sheets.row.append", ...service, ...common },
  "slack.message.send": { type: "slack.message.send", ...service, ...common },
  "gohighlevel.calendar.availability.check": { type: "gohighlevel.calendar.availability.check", ...service, ...common },
  "gohighlevel.calendar.event.create": { type: "gohighlevel.calendar.event.create", ...service, ...common },
  "gohighlevel.contact.create": { type: "gohighlevel.contact.create", ...service, ...common },
  "gohighlevel.contact.get": { type: "gohighlevel.contact.get", ...service, ...common },
  make: { type: "make", metadata: { scenarioId: 1, triggerHookId: 2 }, function: functionDefinition, ...service, ...common },
  ghl: { type: "ghl", metadata: { workflowId: "w", locationId: "l" }, ...service, ...common },
  output: { type: "output", ...common },
};
