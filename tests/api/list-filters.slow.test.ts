import { randomUUID } from "node:crypto";
import { type PlatformRouteName, platformRoutes, type Route } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type CallServer, startCallServer } from "../../apps/server/src/modules/call/runtime/testing/call-server.ts";
import { call, callEvent } from "../../apps/server/src/modules/call/tables.ts";
import { providerResource } from "../../apps/server/src/modules/provider/tables.ts";
import { simulationItem, simulationRun } from "../../apps/server/src/modules/simulation/tables.ts";
import { webhookDelivery } from "../../apps/server/src/modules/webhook/tables.ts";
import { auditEvent } from "../../apps/server/src/platform/http/tables.ts";
import { type CallOptions, createdId, type Organization, openOrganization } from "./organization.ts";

/** Every query parameter of every list, one at a time, on lists of two and more: it changes the answer, or its values are refused. */

/** Parameters without effect on a list, and why. */
const WITHOUT_EFFECT: Record<string, string> = {
  numberE164CheckEnabled: "says how a number is written, not whom it is of",
  async: "says whether the export is the response or goes out by e-mail",
  email: "where an asynchronous export would go",
};
let setup: CallServer;
let organization: Organization;
/** Path parameters of lists below another resource. */
let parents: Partial<Record<PlatformRouteName, CallOptions>>;
beforeAll(async () => {
  setup = await startCallServer();
  organization = await openOrganization(setup.server);
  parents = await prepareRows();
});
afterAll(() => setup.server.close());

/** At least two of each listed resource, with different values. */
async function prepareRows(): Promise<Partial<Record<PlatformRouteName, CallOptions>>> {
  const { ids, person } = organization;
  const { assistantId, phoneNumberId } = ids;
  const create = (name: PlatformRouteName, body: unknown, path: CallOptions = {}) =>
    createdId(organization, name, { ...path, body });
  const suiteId = await create("createTestSuite", { name: "Nightly" });
  const outputId = await create("createStructuredOutput", { name: "Mood", schema: { type: "string" } });
  const customers = [{ number: "+12025550101" }, { number: "+12025550102" }];
  const campaignId = await create("createCampaign", { name: "People", paused: true, customers });
  await organization.call("addDoNotCall", { body: { numbers: ["+12025550101", "+12025550102"] } });
  for (const name of ["One", "Two"]) {
    await create("createAssistant", { name });
    await create("createSquad", { name, members: [{ assistantId }] });
    await create("createWorkflow", { name, nodes: [], edges: [] });
    await create("createTool", { type: "endCall" });
    await create("createKnowledgeBase", {
      provider: "trieve",
      createPlan: { type: "create", chunkPlans: [{ websites: ["https://prices.example"] }] },
    });
    await create("createStructuredOutput", { name, schema: { type: "string" } });
    await organization.call("createTemplate", { body: [{ type: "tool", name, details: { type: "endCall" } }] });
    await create("createPhoneNumber", { provider: "twilio", number: "+14155550199", twilioAccountSid: "AC1" });
    await create("createCampaign", { name, assistantId, phoneNumberId, schedulePlan: { earliestAt: "2999-01-01T00:00:00Z" } });
    await create("createTestSuite", { name });
    await create("createSuiteTest", { type: "chat", script: name, scorers: [] }, { id: suiteId });
    await create("createCredential", { provider: "openai", apiKey: "sk-test" });
    await create("createToken", { name });
    await create("createErasure", { person: `${name}@example.com` });
    await create("createSession", { assistantId });
    await organization.call("createChat", { body: { assistantId, input: "Hello" } });
    await organization.call("createFile", { body: { file: new File([name], "hours.txt") } });
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const base = { orgId: person.orgId, ...times };
    const { db } = setup.server.context;
    const run = { testSuiteId: suiteId, status: "completed", tests: [], target: {}, tester: null, isDraft: false };
    await db.insert(simulationRun).values({ ...base, id: randomUUID(), config: { name }, state: run });
    const { scenarioId, personalityId } = ids;
    await create("createPersonality", { name, assistant: {} });
    await create("createScenario", { name, instructions: name, evaluations: [] });
    await create("createSimulation", { name, scenarioId, personalityId });
    await create("createEval", evalOf(name));
    const ofEval = { ...run, testSuiteId: undefined, eval: { ...evalOf(name), target: { type: "assistant", assistantId } } };
    await db.insert(simulationRun).values({ ...base, id: randomUUID(), config: {}, state: ofEval });
    await create("createSavedView", { screen: "calls", name, state: {} });
    const dictionary = { provider: "cartesia", resourceName: "pronunciation-dictionary", resourceId: name, resource: {} };
    await db.insert(providerResource).values({ ...base, id: randomUUID(), config: dictionary, state: dictionary });
    const actor = { actor: "user" as const, actorId: name, actorName: name };
    const delivery = { orgId: person.orgId, createdAt: new Date(), lane: name, fields: {}, type: "status-update" };
    const state = { kind: "sample", status: "failed", target: "custom" } as const;
    await db.insert(webhookDelivery).values({ ...delivery, ...state, id: randomUUID() });
    await db.insert(auditEvent).values({ id: randomUUID(), orgId: person.orgId, createdAt: new Date(), action: name, ...actor });
    await db.insert(call).values({
      ...base,
      id: randomUUID(),
      type: "webCall",
      status: "ended",
      assistant: { name },
      roomSecretHash: "",
      nodeId: "test",
      leaseExpiresAt: new Date(),
      startedAt: new Date(),
      endedAt: new Date(Date.now() + name.length * 1000),
      endedReason: "customer-ended-call",
      details: {
        artifact: { structuredOutputs: { [outputId]: { name: "Mood", result: name } } },
        ...(name === "Two" && { cost: 2 }),
      },
    });
  }
  await create("createSimulationSuite", { name: "Smoke", simulationIds: [ids.simulationId] });
  const runId = randomUUID();
  const at = new Date();
  const tests = [{ id: suiteId, type: "chat", script: "", scorers: [] }];
  const state = { status: "completed", tests, target: {}, tester: null, isDraft: false };
  const times = { createdAt: at, updatedAt: at };
  await setup.server.context.db.insert(simulationRun).values({ id: runId, orgId: person.orgId, ...times, config: {}, state });
  const items = [0, 1].map((attempt) => ({ runId, orgId: person.orgId, test: 0, attempt }));
  await setup.server.context.db.insert(simulationItem).values(items);
  return {
    listSimulationRunItems: { id: runId },
    listSuiteTests: { id: suiteId },
    listTestRuns: { id: suiteId },
    listOutputResults: { id: outputId },
    listCallEvents: { id: await aCallWithEvents() },
    listCampaignContacts: { id: campaignId },
    listAuditEvents: { id: person.orgId },
    listAssistantVersions: { id: assistantId },
    listSquadVersions: { id: ids.squadId },
    listWorkflowVersions: { id: ids.workflowId },
    listLibraryVoices: { provider: "callwright" },
    listProviderResources: { provider: "cartesia", resourceName: "pronunciation-dictionary" },
  };
}

const evalOf = (name: string) => ({
  name,
  type: "chat.mockConversation",
  messages: [
    { role: "user", content: "Hello" },
    { role: "assistant", judgePlan: { type: "exact", content: name } },
  ],
});

async function aCallWithEvents(): Promise<string> {
  const { db } = setup.server.context;
  const { orgId } = organization.person;
  const [row] = await db.select({ id: call.id }).from(call).where(eq(call.orgId, orgId)).limit(1);
  const callId = row?.id ?? "";
  const events = [0, 1].map((seq) => ({ callId, orgId, seq, atMs: seq, type: "call.started" as const, payload: {} }));
  await db.insert(callEvent).values(events).onConflictDoNothing();
  return callId;
}

/** Workflows of a provider come from a service without a credential in this organization. Figures need the assistants' ids. */
const IS_LIST = /^(list(?!ProviderWorkflows|AssistantFigures)|export)/;
const lists = (Object.entries(platformRoutes) as [PlatformRouteName, Route][]).flatMap(([name, route]) =>
  IS_LIST.test(name) && route.query instanceof z.ZodObject ? [{ name, query: route.query }] : [],
);
const NOBODY = randomUUID();
/** Values that exclude some of a list's entries, if the parameter has an effect. */
const VALUES: unknown[] = [
  ...[NOBODY, [NOBODY], 1, 2, 0.5],
  ...["2999-01-01T00:00:00Z", "2001-01-01T00:00:00Z", "nobody has this", "123456", "id"],
  ...[{ number: "+14155550000" }, { variableValues: { x: 1 } }, { [NOBODY]: { eq: "1" } }, { eq: "1" }],
];

/** Values of the parameter: all of them if it has a fixed set. */
function valuesOf(schema: z.ZodType): unknown[] {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
  const values = inner instanceof z.ZodEnum ? inner.options : VALUES;
  return values.filter((value) => schema.safeParse(value).success);
}

const asQuery = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value;

/** All parameters of a list are checked, also after one that failed. */
test.each(lists)("$name", async ({ name, query }) => {
  const path = parents[name] ?? {};
  const answerTo = async (asked: Record<string, unknown>) => {
    const { status, body } = await organization.call<unknown>(name, { ...path, query: asked });
    return { status, text: JSON.stringify(body) };
  };
  for (const [parameter, schema] of Object.entries(query.shape) as [string, z.ZodType][]) {
    if (parameter in WITHOUT_EFFECT) continue;
    if (parameter === "cursor" || parameter === "pageState") {
      expect.soft(await answerTo({ [parameter]: "not one of ours" }), parameter).toMatchObject({ status: 400 });
      continue;
    }
    const whole = await answerTo({});
    expect(whole.status, whole.text).toBe(200);
    const answers = [];
    for (const value of valuesOf(schema)) answers.push(await answerTo({ [parameter]: asQuery(value) }));
    if (parameter === "sortBy") answers.push(await answerTo({ sortBy: "cost" }));
    const statuses = answers.map(({ status }) => status);
    expect.soft(statuses, parameter).not.toContain(500);
    // A value that the schema accepts and the handler refuses also counts: the parameter is not ignored.
    const hasEffect = answers.some(({ status, text }) => status === 400 || text !== whole.text);
    expect.soft({ parameter, hasEffect }).toEqual({ parameter, hasEffect: true });
  }
});
