import type { RunAnalytics } from "../analytics/analytics.ts";
import type { CreateStructuredOutput } from "../assistant/structured-output.ts";
import type { CreateCall } from "../call/call-phone.ts";
import type { CallTransport } from "../call/call-transport.ts";
import type { CreateCampaign } from "../campaign/campaign.ts";
import type { CreateSession } from "../chat/session.ts";
import type { CreateKnowledgeBase } from "../knowledge/knowledge-base.ts";
import type { UpdateOrg } from "../org/org-fields.ts";
import type { CreateTemplate } from "../template/template.ts";
import type { TemplateProviderDetails } from "../template/template-provider-details.ts";
import type { ScorerCheck } from "../test-suite/scorer.ts";
import type { CreateSuiteTest } from "../test-suite/suite-test.ts";
import type { CreateTestRun } from "../test-suite/test-run.ts";
import type { CreateTestSuite } from "../test-suite/test-suite.ts";
import { SAMPLE_CUSTOMER, SAMPLE_ID, SAMPLE_SERVER } from "./sample-parts.ts";
import { saturatedTwilioImports } from "./saturated-phone-number.ts";

const name = "Sample";
const overrides = { variableValues: { plan: "gold" } };
const schedulePlan = { earliestAt: "2030-01-01T08:00:00.000Z", latestAt: "2030-01-01T18:00:00.000Z" };
const squad = { members: [{ assistantId: SAMPLE_ID }] };
const workflow = { name, nodes: [], edges: [] };

export const saturatedKnowledgeBases: CreateKnowledgeBase[] = [
  {
    provider: "trieve",
    name,
    searchPlan: { searchType: "bm25", topK: 4, removeStopWords: true, scoreThreshold: 0.3 },
    createPlan: {
      type: "create",
      chunkPlans: [
        {
          fileIds: [SAMPLE_ID],
          websites: ["https://help.example/"],
          targetSplitsPerChunk: 10,
          splitDelimiters: ["."],
          rebalanceChunks: false,
        },
      ],
    },
  },
  {
    provider: "trieve",
    name,
    searchPlan: { searchType: "hybrid" },
    createPlan: { type: "import", providerId: "data-set" },
  },
  { provider: "custom-knowledge-base", server: SAMPLE_SERVER },
];

export const saturatedStructuredOutputs: CreateStructuredOutput[] = [
  {
    name,
    type: "regex",
    regex: "\\d+",
    schema: { type: "string" },
    description: "The order's number",
    model: { provider: "openai", model: "gpt-4o" },
    compliancePlan: { forceStoreOnHipaaEnabled: true },
    conditions: [
      { type: "minMessages", count: 4 },
      { type: "minCallDuration", seconds: 10 },
      { type: "endedReason", operator: "notOneOf", values: ["voicemail"] },
    ],
    assistantIds: [SAMPLE_ID],
    workflowIds: [SAMPLE_ID],
  },
];

const guide = {
  templateUrl: "https://make.example/template",
  setupInstructions: [{ title: "Connect", description: "Sign in.", videoUrl: "https://v.example", docsUrl: "https://d.example" }],
};

const providerDetails: TemplateProviderDetails[] = [
  { type: "make", ...guide, scenarioId: 1, scenarioName: "s", triggerHookId: 2, triggerHookName: "t" },
  {
    type: "ghl",
    ...guide,
    workflowId: "w",
    workflowName: "n",
    webhookHookId: "h",
    webhookHookName: "hn",
    locationId: "l",
  },
  { type: "function", ...guide },
  { type: "google.calendar.event.create", ...guide },
  { type: "google.sheets.row.append", ...guide },
  { type: "gohighlevel.calendar.availability.check", ...guide },
  { type: "gohighlevel.calendar.event.create", ...guide },
  { type: "gohighlevel.contact.create", ...guide },
  { type: "gohighlevel.contact.get", ...guide },
];

/** One template with each provider's details. */
export const saturatedTemplates: CreateTemplate[] = providerDetails.map((details) => ({
  type: "tool",
  name,
  visibility: "private",
  provider: "make",
  details: { type: "endCall" },
  providerDetails: details,
  metadata: { collectionType: "t", collectionId: "c", collectionName: "n" },
}));

const campaign = {
  name,
  assistantOverrides: overrides,
  squadOverrides: overrides,
  schedulePlan,
  maxConcurrency: 3,
  server: SAMPLE_SERVER,
  serverMessages: ["contact.completed"] satisfies CreateCampaign["serverMessages"],
  predialPlan: { enabled: true },
  duplicateFromCampaignId: SAMPLE_ID,
  paused: true,
  country: "DE",
  timeWindow: {
    from: "09:00",
    until: "20:00",
    days: ["monday"],
    timeZone: "Europe/Berlin",
  } satisfies CreateCampaign["timeWindow"],
  retryPlan: { outcomes: ["busy"], maxRetries: 2, delayMinutes: 30 } satisfies CreateCampaign["retryPlan"],
  numberConcurrency: 2,
  maxCost: 20,
};

/** Campaigns with each agent type, with one number and with several. */
export const saturatedCampaigns: CreateCampaign[] = [
  { ...campaign, assistantId: SAMPLE_ID, phoneNumberId: SAMPLE_ID, customers: [SAMPLE_CUSTOMER] },
  { ...campaign, squadId: SAMPLE_ID, dialPlan: [{ phoneNumberId: SAMPLE_ID, customers: [SAMPLE_CUSTOMER] }] },
  { ...campaign, workflowId: SAMPLE_ID, phoneNumberId: SAMPLE_ID, customers: [] },
];

export const saturatedSessions: CreateSession[] = saturatedTwilioImports.map((phoneNumber) => ({
  name,
  status: "completed",
  expirationSeconds: 600,
  messages: [
    { role: "system", content: "Be kind.", name: "a", metadata: { a: 1 } },
    { role: "developer", content: "Be brief.", name: "a", metadata: { a: 1 } },
    { role: "user", content: [{ type: "input_text", text: "Hello" }], name: "a", metadata: { a: 1 } },
    {
      role: "assistant",
      content: "Hi",
      refusal: "No.",
      tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }],
      name: "a",
      metadata: { a: 1 },
    },
    { role: "tool", content: "done", tool_call_id: "1", name: "a", metadata: { a: 1 } },
  ],
  assistantId: SAMPLE_ID,
  assistant: { name },
  assistantOverrides: overrides,
  squadId: SAMPLE_ID,
  squad,
  workflowId: SAMPLE_ID,
  customer: SAMPLE_CUSTOMER,
  customerId: SAMPLE_ID,
  phoneNumberId: SAMPLE_ID,
  phoneNumber,
}));

export const saturatedTestSuites: CreateTestSuite[] = [
  {
    name,
    phoneNumberId: SAMPLE_ID,
    testerPlan: { assistantId: SAMPLE_ID, assistantOverrides: overrides },
    targetPlan: { assistantId: SAMPLE_ID, assistantOverrides: overrides },
  },
  {
    name,
    testerPlan: {
      assistant: {
        name,
        model: { provider: "openai", model: "gpt-4.1", toolIds: [SAMPLE_ID], tools: [{ type: "endCall" }] },
        voice: { provider: "callwright", voiceId: "kal" },
      },
    },
    targetPlan: { phoneNumberId: SAMPLE_ID },
  },
  { name, targetPlan: { phoneNumber: { provider: "test-suite", number: "+14155550123" } } },
  { name, targetPlan: { squadId: SAMPLE_ID } },
  { name, targetPlan: { workflowId: SAMPLE_ID } },
];

const words = { text: "Ada", match: "words" as const, turn: 1 };
const checks: ScorerCheck[] = [
  { type: "said", ...words },
  { type: "not-said", ...words },
  { type: "tool-called", toolName: "find_person", arguments: { name: "Ada" } },
  { type: "ended-by", by: "agent" },
  { type: "within-turns", turns: 5 },
  { type: "latency", maxMs: 2000 },
];
const test = {
  ...{ name, script: "Ask for Ada.", numAttempts: 3 },
  scorers: checks.map((check) => ({ type: "ai" as const, rubric: "Ada was asked for.", check })),
};

const chatTest: CreateSuiteTest = {
  ...{ type: "chat", ...test, maxTurns: 10, runsTools: true },
  toolMocks: [{ toolName: "find_person", arguments: { name: "Ada" }, result: "Ada is in.", failed: false }],
};

const testerSteps = [
  { name: "start", say: "Is Ada in?", branches: [{ answerHas: "which Ada", goTo: "start" }], otherwise: "end" },
  { say: "Goodbye." },
];

export const saturatedSuiteTests: CreateSuiteTest[] = [
  {
    ...chatTest,
    steps: testerSteps,
  },
  { ...chatTest, persona: "In a hurry." },
  { ...chatTest, type: "voice", persona: "In a hurry." },
  { ...chatTest, type: "voice", steps: testerSteps },
];

export const saturatedTestRuns: CreateTestRun[] = [
  { name, testIds: [SAMPLE_ID], assistant: { name } },
  { name, assistantVersion: 2 },
];

const conversationType = "voice" as const;
const transports: CallTransport[] = [
  { provider: "daily", conversationType, roomDeleteOnUserLeaveEnabled: false },
  {
    provider: "vapi.websocket",
    conversationType,
    audioFormat: { format: "mulaw", container: "raw", sampleRate: 8000 },
  },
  { provider: "vapi.sip", conversationType, sbcCallSid: "a", callSid: "b", dialTimeout: 30 },
  { provider: "twilio", conversationType, accountSid: "a", callSid: "b", callToken: "c", forwardedFrom: "d" },
  { provider: "vonage", conversationType, conversationUUID: "a", callUUID: "b" },
  { provider: "telnyx", conversationType, callControlId: "a", callLegId: "b", callSessionId: "c" },
];

const call = {
  name,
  assistantId: SAMPLE_ID,
  assistantVersion: "v3",
  assistant: { name },
  assistantOverrides: overrides,
  squadId: SAMPLE_ID,
  squad,
  squadOverrides: overrides,
  workflowId: SAMPLE_ID,
  workflow,
  workflowOverrides: overrides,
  schedulePlan,
};

/** Calls over each transport, with each way to set the customer and the calling number. */
export const saturatedCalls: CreateCall[] = [
  ...transports.map((transport) => ({ ...call, transport, customer: SAMPLE_CUSTOMER, phoneNumberId: SAMPLE_ID })),
  ...saturatedTwilioImports.map((phoneNumber) => ({ ...call, customers: [SAMPLE_CUSTOMER], phoneNumber })),
  { ...call, type: "outboundPhoneCall", metadata: { order: 7 }, customerId: SAMPLE_ID, phoneNumberId: SAMPLE_ID },
];

export const saturatedOrg: UpdateOrg = {
  name,
  server: SAMPLE_SERVER,
  concurrencyLimit: 3,
  hipaaEnabled: true,
  compliancePlan: { hipaaEnabled: true },
  billingLimit: 20,
  monthlyBudget: 50,
  channel: "weekly",
  subscriptionId: "subscription",
  retentionDays: 90,
  outboundCountries: ["US", "CA"],
  outboundSipHosts: ["pbx.example.com"],
  featureFlags: { "new-editor": true, beta: false },
};

export const saturatedAnalytics: RunAnalytics = {
  queries: [
    {
      name,
      table: "call",
      groupBy: ["assistantId", "status"],
      groupByVariableValue: [{ key: "plan" }],
      operations: [{ operation: "sum", column: "duration", alias: "seconds" }],
      timeRange: {
        step: "day",
        start: "2030-01-01T00:00:00.000Z",
        end: "2030-02-01T00:00:00.000Z",
        timezone: "Europe/Vienna",
      },
    },
  ],
};
