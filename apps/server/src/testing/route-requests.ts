import { randomUUID } from "node:crypto";
import type { PlatformRouteName, Route } from "@callwright/contract";
import { fakeOffer } from "../modules/call/runtime/testing/fake-call-host-pool.ts";
import type { TestClient } from "./test-client.ts";

/** A public key of RFC 7517's examples. */
const PUBLIC_KEY = {
  kty: "EC",
  crv: "P-256",
  x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
  y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
};

const SCENARIO = { name: "Asks", instructions: "Ask for the opening hours.", evaluations: [] };
const SIMULATION_RUN = {
  simulations: [{ type: "simulation", scenario: SCENARIO }],
  target: { type: "assistant", assistant: {} },
};
const EVAL = {
  type: "chat.mockConversation",
  messages: [
    { role: "user", content: "When are you open?" },
    { role: "assistant", judgePlan: { type: "exact", content: "At nine." } },
  ],
};

/** Bodies for tests that are generated from the contract's table. A route with required fields has its body here; any other takes `{}`. */
export const BODIES: Partial<Record<PlatformRouteName, object>> = {
  createOrg: { name: "Another" },
  inviteUsers: { emails: ["somebody@example.com"], role: "viewer" },
  updateUserRole: { userId: "nobody", role: "viewer" },
  createKeySet: { name: "Servers", issuer: "https://servers.example", keys: { keys: [PUBLIC_KEY] }, role: "viewer" },
  saveAssistantDraft: { revision: 1, changes: [{ path: ["name"], to: "Ada" }] },
  replaceAssistantDraft: { revision: 1, config: {} },
  saveSquadDraft: { revision: 1, changes: [{ path: ["name"], to: "Ada" }] },
  replaceSquadDraft: { revision: 1, config: { members: [{ assistant: {} }] } },
  saveWorkflowDraft: { revision: 1, changes: [{ path: ["name"], to: "Ada" }] },
  replaceWorkflowDraft: { revision: 1, config: { name: "Ada", nodes: [], edges: [] } },
  updateSquad: { members: [{ assistant: {} }] },
  controlCall: { type: "end-call" },
  searchFile: { question: "When do you open?" },
  searchKnowledgeBase: { question: "When do you open?" },
  runStructuredOutput: { structuredOutput: { name: "Outcome", schema: { type: "string" } }, filter: {} },
  dialFromHandset: { phoneNumberId: randomUUID(), sdp: fakeOffer() },
  answerOnHandset: { sdp: fakeOffer() },
  refuseOnHandset: { why: "declined" },
  checkCampaignContacts: { contacts: [{ number: "+12025550101" }] },
  previewCall: { phoneNumberId: randomUUID(), customer: { number: "+12025550101" } },
  addCampaignContacts: { contacts: [{ number: "+12025550101" }] },
  redialCampaign: { outcomes: ["busy"] },
  createErasure: { person: "+12025550101" },
  confirmErasure: { person: "+12025550101" },
  addDoNotCall: { numbers: ["+12025550101"] },
  createCallNote: { text: "A promising caller." },
  createSuiteTest: { type: "chat", script: "Ask for the opening hours.", scorers: [] },
  createSimulationRun: SIMULATION_RUN,
  estimateSimulationRun: SIMULATION_RUN,
  scoreSimulationRunItem: { scores: [] },
  setPublishGate: { suiteIds: [randomUUID()] },
  createEvalRun: { type: "eval", eval: EVAL, target: { type: "assistant", assistant: {} } },
};

/** The body for creating an entity of a resource, by its path. */
const ENTITIES: Record<string, object> = {
  chat: { assistant: {}, input: "Hello" },
  session: { assistant: {} },
  credential: { provider: "openai", apiKey: "sk-123" },
  squad: { members: [{ assistant: {} }] },
  workflow: { name: "Intake", nodes: [], edges: [] },
  tool: { type: "endCall" },
  token: { tag: "public" },
  "structured-output": { name: "Outcome", schema: { type: "string" } },
  template: [{ type: "tool" }],
  "phone-number": { provider: "twilio", number: "+14155550123", twilioAccountSid: "AC1" },
  "test-suite": {},
  "eval/simulation/personality": { name: "Calm", assistant: {} },
  "eval/simulation/scenario": SCENARIO,
  "eval/simulation/suite": { name: "Smoke", simulationIds: [] },
  eval: EVAL,
  "knowledge-base": {
    provider: "trieve",
    createPlan: { type: "create", chunkPlans: [{ websites: ["https://prices.example"] }] },
  },
};

/** Creates one entity of each resource. Returns their ids by their paths, or by the name of their parameter. */
export async function createOneOfEach(owner: TestClient): Promise<Record<string, string>> {
  const first = async (path: string) => (await owner.json<{ id: string }[]>("GET", path)).body[0]?.id ?? "";
  const create = async (path: string, body: object) => (await owner.json<{ id: string }>("POST", path, body)).body.id;
  const ids: Record<string, string> = { org: owner.orgId, assistant: await first("/assistant"), call: await first("/call") };
  for (const [segment, body] of Object.entries(ENTITIES)) ids[segment] = await create(`/${segment}`, body);
  const schedulePlan = { earliestAt: "2999-01-01T00:00:00Z" };
  const campaign = { name: "Spring", assistantId: ids.assistant, phoneNumberId: ids["phone-number"], schedulePlan };
  ids.campaign = await create("/campaign", campaign);
  const [scenarioId, personalityId] = [ids["eval/simulation/scenario"], ids["eval/simulation/personality"]];
  ids["eval/simulation"] = await create("/eval/simulation", { scenarioId, personalityId });
  ids.testId = await create(`/test-suite/${ids["test-suite"]}/test`, BODIES.createSuiteTest ?? {});
  return ids;
}

/** The path of a route with these ids, and with unknown ids for the rest. */
export function fillPath({ path }: Route, ids: Record<string, string>): string {
  // Everything under `/eval` has ids of its own; elsewhere, the first segment says whose id it is.
  const place = path.startsWith("/eval") ? path.slice(1, path.indexOf("/{")) : (path.split("/")[1] ?? "");
  return path.replace(/\{(\w+)\}/g, (_, param: string) => ids[param === "id" ? place : param] ?? randomUUID());
}
