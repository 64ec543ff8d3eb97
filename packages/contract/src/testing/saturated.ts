import type { z } from "zod";
import {
  AssistantOverrides,
  CreateAssistant,
  CreateCall,
  CreateCampaign,
  CreateCredential,
  CreateKnowledgeBase,
  CreatePersonality,
  CreatePhoneNumber,
  CreateScenario,
  CreateSession,
  CreateSimulation,
  CreateSquad,
  CreateStructuredOutput,
  CreateSuiteTest,
  CreateTemplate,
  CreateTestRun,
  CreateTestSuite,
  CreateTool,
  CreateWorkflow,
  ImportTwilioPhoneNumber,
  ImportVonagePhoneNumber,
  JsonSchema,
  Model,
  RunAnalytics,
  Transcriber,
  TransferAssistant,
  UpdateOrg,
  Voice,
} from "../index.ts";
import { InlineTool } from "../tool/tool.ts";
import { SAMPLE_ID } from "./sample-values.ts";
import { samplesOf } from "./samples-of.ts";

const schemaOfOrder = {
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

/** The values that other schemas use for these schemas, which have their own samples. */
const IN_OTHERS: [z.core.$ZodType, unknown][] = [
  [AssistantOverrides, { variableValues: { plan: "gold" } }],
  [CreateAssistant, { name: "Sample" }],
  [CreateSquad, { members: [{ assistantId: SAMPLE_ID }] }],
  [CreateTool, { type: "endCall" }],
  [CreateWorkflow, { name: "Sample", nodes: [], edges: [] }],
  [InlineTool, { type: "endCall" }],
  [JsonSchema, schemaOfOrder],
  [Model, { provider: "openai", model: "gpt-4o" }],
  [Transcriber, { provider: "callwright", model: "auto" }],
  [Voice, { provider: "callwright", voiceId: "slt" }],
];

/** `others`: further schemas of this kind, or other values. */
function sampled<Kind extends z.ZodType>(schema: Kind, ...others: [z.core.$ZodType, unknown][]): z.output<Kind>[] {
  return samplesOf(schema, new Map([...IN_OTHERS, ...others]));
}

/** A sample with all models, transcribers and voices. */
function sampledWhole<Kind extends z.ZodType>(schema: Kind): z.output<Kind>[] {
  const parts: readonly z.core.$ZodType[] = [Model, Transcriber, Voice];
  return samplesOf(schema, new Map(IN_OTHERS.filter(([part]) => !parts.includes(part))));
}

// Samples that together have every field of a resource, and every choice. Assistants have every model, voice and transcriber.
export const saturatedAssistants = sampledWhole(CreateAssistant);
export const saturatedOverrides = sampledWhole(AssistantOverrides);
export const saturatedTransferAssistants = sampled(TransferAssistant);
const handedOver: [z.core.$ZodType, unknown] = [TransferAssistant, saturatedTransferAssistants[0]];
export const saturatedTools = sampled(CreateTool, handedOver);
export const saturatedSquads = sampled(
  CreateSquad,
  [CreateAssistant, saturatedAssistants[0]],
  [AssistantOverrides, saturatedOverrides[0]],
);
const partOfServer = (part: "transcriber" | "voice") =>
  saturatedAssistants.map(({ [part]: value }) => value).find((value) => value?.provider.startsWith("custom-"));
export const saturatedWorkflows = [
  ...sampled(CreateWorkflow),
  ...sampled(CreateWorkflow, [Transcriber, partOfServer("transcriber")], [Voice, partOfServer("voice")]).slice(0, 1),
];
export const saturatedCredentials = sampled(CreateCredential);
export const saturatedPhoneNumbers = sampled(CreatePhoneNumber, handedOver);
export const saturatedTwilioImports = sampled(ImportTwilioPhoneNumber, handedOver);
export const saturatedVonageImports = sampled(ImportVonagePhoneNumber, handedOver);
export const saturatedKnowledgeBases = sampled(CreateKnowledgeBase);
export const saturatedStructuredOutputs = sampled(CreateStructuredOutput);
export const saturatedTemplates = sampled(CreateTemplate);
export const saturatedCampaigns = sampled(CreateCampaign);
export const saturatedSessions = sampled(CreateSession, handedOver);
export const saturatedTestSuites = sampled(CreateTestSuite, [
  CreateAssistant,
  {
    name: "Sample",
    model: { provider: "openai", model: "gpt-4.1", toolIds: [SAMPLE_ID], tools: [{ type: "endCall" }] },
    voice: { provider: "callwright", voiceId: "kal" },
  },
]);
/** An output of an evaluation has no assistants and workflows of its own. */
const evaluated: [z.core.$ZodType, unknown] = [CreateStructuredOutput, { name: "Sample", schema: schemaOfOrder }];
export const saturatedSuiteTests = sampled(CreateSuiteTest, evaluated);
export const saturatedPersonalities = sampled(CreatePersonality);
export const saturatedScenarios = sampled(CreateScenario.omit({ testSuiteId: true }), evaluated);
export const saturatedSimulations = sampled(CreateSimulation);
export const saturatedTestRuns = sampled(CreateTestRun);
export const saturatedCalls = sampled(CreateCall, handedOver);
export const saturatedOrgs = sampled(UpdateOrg);
export const saturatedAnalytics = sampled(RunAnalytics);
