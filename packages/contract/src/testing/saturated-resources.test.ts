import { expect, test } from "vitest";
import { z } from "zod";
import {
  AssistantFields,
  AssistantOverrides,
  CompliancePlan,
  CREDENTIAL_SECRETS,
  CreateAssistant,
  CreateCall,
  CreateCampaign,
  CreateCredential,
  CreateKnowledgeBase,
  CreatePhoneNumber,
  CreateSession,
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
  ToolMessage,
  ToolRejectionPlan,
  TransferAssistant,
  UpdateOrg,
} from "../index.ts";
import { InlineTool } from "../tool/tool.ts";
import { missingKeys } from "./every-key.ts";
import { saturatedCredentials } from "./saturated-credential.ts";
import {
  SAMPLE_TRANSFER_ASSISTANT,
  saturatedPhoneNumbers,
  saturatedTwilioImports,
  saturatedVonageImports,
} from "./saturated-phone-number.ts";
import * as saturated from "./saturated-resources.ts";

/** Parts that assistants have samples of. */
const { voice, transcriber, startSpeakingPlan, backgroundSpeechDenoisingPlan } = AssistantFields;
const ASSISTANT_PARTS = [voice, transcriber, startSpeakingPlan, backgroundSpeechDenoisingPlan, ToolMessage, ToolRejectionPlan];

/** Each of these has samples of its own. */
const COVERED_ELSEWHERE = [
  AssistantOverrides,
  CompliancePlan,
  CreateAssistant,
  CreateSquad,
  CreateTool,
  CreateWorkflow,
  InlineTool,
  JsonSchema,
  Model,
  TransferAssistant,
  ...ASSISTANT_PARTS,
];

const RESOURCES: [name: string, schema: z.ZodType, samples: readonly unknown[]][] = [
  ["credential", CreateCredential, saturatedCredentials],
  ["phone number", CreatePhoneNumber, saturatedPhoneNumbers],
  ["Twilio import", ImportTwilioPhoneNumber, saturatedTwilioImports],
  ["Vonage import", ImportVonagePhoneNumber, saturatedVonageImports],
  ["transfer assistant", TransferAssistant, [SAMPLE_TRANSFER_ASSISTANT]],
  ["knowledge base", CreateKnowledgeBase, saturated.saturatedKnowledgeBases],
  ["structured output", CreateStructuredOutput, saturated.saturatedStructuredOutputs],
  ["template", CreateTemplate, saturated.saturatedTemplates],
  ["campaign", CreateCampaign, saturated.saturatedCampaigns],
  ["session", CreateSession, saturated.saturatedSessions],
  ["test suite", CreateTestSuite, saturated.saturatedTestSuites],
  ["test", CreateSuiteTest, saturated.saturatedSuiteTests],
  ["test run", CreateTestRun, saturated.saturatedTestRuns],
  ["call", CreateCall, saturated.saturatedCalls],
  ["organization", UpdateOrg, [saturated.saturatedOrg]],
  ["analytics", RunAnalytics, [saturated.saturatedAnalytics]],
];

test.each(RESOURCES)("every sample of a %s is kept as it was sent", (_name, schema, samples) => {
  for (const sample of samples) expect(schema.parse(sample)).toEqual(sample);
});

test.each(RESOURCES)("every field of a %s occurs in a sample", (_name, schema, samples) => {
  const covered = COVERED_ELSEWHERE.filter((other) => other !== schema);
  expect(missingKeys(schema, samples, covered)).toEqual([]);
});

test.each(RESOURCES)("a form can be made of a %s", (_name, schema) => {
  expect(Object.keys(z.toJSONSchema(schema, { io: "input" }))).not.toEqual([]);
});

test("a field of ours that nobody knows is refused", () => {
  for (const [, schema, [sample]] of RESOURCES)
    expect(schema.safeParse({ ...(sample as object), nobodyKnows: true }).success).toBe(false);
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
