import { expect, test } from "vitest";
import { z } from "zod";
import {
  AssistantOverrides,
  CREDENTIAL_SECRETS,
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
  PHONE_NUMBER_SECRETS,
  RunAnalytics,
  Transcriber,
  TransferAssistant,
  UpdateOrg,
  Voice,
} from "../index.ts";
import { InlineTool } from "../tool/tool.ts";
import { missingKeys } from "./every-key.ts";
import * as saturated from "./saturated.ts";

type Schema = z.ZodType;

/** The parts of the assistants' samples. */
const partsOf = (part: "model" | "transcriber" | "voice") =>
  saturated.saturatedAssistants.flatMap(({ [part]: value }) => (value === undefined ? [] : [value]));

const RESOURCES: [name: string, schema: Schema, samples: readonly unknown[]][] = [
  ["model", Model, partsOf("model")],
  ["transcriber", Transcriber, partsOf("transcriber")],
  ["voice", Voice, partsOf("voice")],
  ["assistant", CreateAssistant, saturated.saturatedAssistants],
  ["set of overrides", AssistantOverrides, saturated.saturatedOverrides],
  ["transfer assistant", TransferAssistant, saturated.saturatedTransferAssistants],
  ["tool", CreateTool, saturated.saturatedTools],
  ["squad", CreateSquad, saturated.saturatedSquads],
  ["workflow", CreateWorkflow, saturated.saturatedWorkflows],
  ["credential", CreateCredential, saturated.saturatedCredentials],
  ["phone number", CreatePhoneNumber, saturated.saturatedPhoneNumbers],
  ["Twilio import", ImportTwilioPhoneNumber, saturated.saturatedTwilioImports],
  ["Vonage import", ImportVonagePhoneNumber, saturated.saturatedVonageImports],
  ["knowledge base", CreateKnowledgeBase, saturated.saturatedKnowledgeBases],
  ["structured output", CreateStructuredOutput, saturated.saturatedStructuredOutputs],
  ["template", CreateTemplate, saturated.saturatedTemplates],
  ["campaign", CreateCampaign, saturated.saturatedCampaigns],
  ["session", CreateSession, saturated.saturatedSessions],
  ["test suite", CreateTestSuite, saturated.saturatedTestSuites],
  ["test", CreateSuiteTest, saturated.saturatedSuiteTests],
  ["personality", CreatePersonality, saturated.saturatedPersonalities],
  ["scenario", CreateScenario.omit({ testSuiteId: true }), saturated.saturatedScenarios],
  ["simulation", CreateSimulation, saturated.saturatedSimulations],
  ["test run", CreateTestRun, saturated.saturatedTestRuns],
  ["call", CreateCall, saturated.saturatedCalls],
  ["organization", UpdateOrg, saturated.saturatedOrgs],
  ["analytics query", RunAnalytics, saturated.saturatedAnalytics],
];

/** Schemas with their own samples, and JSON schemas, which have one sample for all places. */
const SHORT_IN_OTHERS: readonly Schema[] = [
  AssistantOverrides,
  CreateAssistant,
  CreateSquad,
  CreateStructuredOutput,
  CreateTool,
  CreateWorkflow,
  InlineTool,
  JsonSchema,
  Model,
  Transcriber,
  TransferAssistant,
  Voice,
];

test.each(RESOURCES)("every sample of a %s is kept as it was sent", (_name, schema, samples) => {
  for (const sample of samples) expect(schema.parse(sample)).toEqual(sample);
});

test.each(RESOURCES)("every field of a %s occurs in a sample", (_name, schema, samples) => {
  const shortened = SHORT_IN_OTHERS.filter((other) => other !== schema);
  expect(missingKeys(schema, samples, shortened)).toEqual([]);
});

test.each(RESOURCES)("a form can be made of a %s", (_name, schema) => {
  expect(Object.keys(z.toJSONSchema(schema, { io: "input" }))).not.toEqual([]);
});

test("a field of ours that nobody knows is refused", () => {
  const parts: readonly Schema[] = [Model, Transcriber, Voice];
  for (const [name, schema, [sample]] of RESOURCES.filter(([, schema]) => !parts.includes(schema)))
    expect([name, schema.safeParse({ ...(sample as object), nobodyKnows: true }).success]).toEqual([name, false]);
});

test("a JSON schema has every field", () => {
  const [{ schema } = { schema: undefined }] = saturated.saturatedStructuredOutputs;
  expect(missingKeys(JsonSchema, [schema])).toEqual([]);
});

test("every secret of a credential is known by its path", () => {
  expect(CREDENTIAL_SECRETS.get("openai")).toEqual(["apiKey"]);
  expect(CREDENTIAL_SECRETS.get("gcp")).toEqual(["gcpKey.privateKey", "bucketPlan.hmacSecret"]);
  expect(CREDENTIAL_SECRETS.get("webhook")).toEqual([
    "authenticationPlan.clientSecret",
    "authenticationPlan.secretKey",
    "authenticationPlan.token",
  ]);
  expect(PHONE_NUMBER_SECRETS).toEqual(["twilioAuthToken", "twilioApiSecret", "authentication.password"]);
});
