import { randomUUID } from "node:crypto";
import { type PlatformRouteName, platformRoutes, type Route } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type CallServer, startCallServer } from "../../apps/server/src/calls/testing/call-server.ts";
import { auditEvent, call, callEvent, providerResource, testSuiteRun } from "../../apps/server/src/db/schema.ts";
import { type CallOptions, createdId, type Organisation, openOrganisation } from "./organisation.ts";

/** Every query parameter of every list, one at a time, on lists of two and more: it changes the answer, or its values are refused. */

/** Parameters without effect on a list, and why. */
const WITHOUT_EFFECT: Record<string, string> = {
  numberE164CheckEnabled: "says how a number is written, not whom it is of",
  async: "an export is answered as it is; `true` is refused",
  email: "where an asynchronous export would go",
};
let setup: CallServer;
let organisation: Organisation;
/** Path parameters of lists that lie in something. */
let parents: Partial<Record<PlatformRouteName, CallOptions>>;
beforeAll(async () => {
  setup = await startCallServer();
  organisation = await openOrganisation(setup.server);
  parents = await prepareRows();
});
afterAll(() => setup.server.close());

/** Two and more of everything that is listed; what they say of themselves differs. */
async function prepareRows(): Promise<Partial<Record<PlatformRouteName, CallOptions>>> {
  const { ids, person } = organisation;
  const { assistantId, phoneNumberId } = ids;
  const create = (name: PlatformRouteName, body: unknown, path: CallOptions = {}) =>
    createdId(organisation, name, { ...path, body });
  const suiteId = await create("createTestSuite", { name: "Nightly" });
  for (const name of ["One", "Two"]) {
    await create("createAssistant", { name });
    await create("createSquad", { name, members: [{ assistantId }] });
    await create("createWorkflow", { name, nodes: [], edges: [] });
    await create("createTool", { type: "endCall" });
    await create("createKnowledgeBase", { provider: "trieve" });
    await create("createStructuredOutput", { name, schema: { type: "string" } });
    await organisation.call("createTemplate", { body: [{ type: "tool", name, details: { type: "endCall" } }] });
    await create("createPhoneNumber", { provider: "twilio", number: "+14155550199", twilioAccountSid: "AC1" });
    await create("createCampaign", { name, assistantId, phoneNumberId, schedulePlan: { earliestAt: "2999-01-01T00:00:00Z" } });
    await create("createTestSuite", { name });
    await create("createSuiteTest", { type: "chat", script: name, scorers: [] }, { id: suiteId });
    await create("createCredential", { provider: "openai", apiKey: "sk-test" });
    await create("createToken", { name });
    await create("createSession", { assistantId });
    await organisation.call("createChat", { body: { assistantId, input: "Hello" } });
    await organisation.call("createFile", { body: { file: new File([name], "hours.txt") } });
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const base = { orgId: person.orgId, ...times };
    const { db } = setup.server.context;
    await db.insert(testSuiteRun).values({ ...base, id: randomUUID(), config: { name }, state: { testSuiteId: suiteId } });
    const dictionary = { provider: "cartesia", resourceName: "pronunciation-dictionary", resourceId: name, resource: {} };
    await db.insert(providerResource).values({ ...base, id: randomUUID(), config: dictionary, state: dictionary });
    const actor = { actor: "user" as const, actorId: name, actorName: name };
    await db.insert(auditEvent).values({ id: randomUUID(), orgId: person.orgId, createdAt: new Date(), action: name, ...actor });
    await db.insert(call).values({
      ...{ ...base, id: randomUUID(), type: "webCall", status: "ended", assistant: { name }, roomSecretHash: "", nodeId: "test" },
      ...{ leaseExpiresAt: new Date(), startedAt: new Date(), endedAt: new Date(Date.now() + name.length * 1000) },
      ...{ endedReason: "customer-ended-call", details: name === "Two" ? { cost: 2 } : {} },
    });
  }
  return {
    listSuiteTests: { id: suiteId },
    listTestRuns: { id: suiteId },
    listCallEvents: { id: await aCallWithEvents() },
    listAuditEvents: { id: person.orgId },
    listAssistantVersions: { id: assistantId },
    listLibraryVoices: { provider: "callwright" },
    listProviderResources: { provider: "cartesia", resourceName: "pronunciation-dictionary" },
  };
}

async function aCallWithEvents(): Promise<string> {
  const { db } = setup.server.context;
  const { orgId } = organisation.person;
  const [row] = await db.select({ id: call.id }).from(call).where(eq(call.orgId, orgId)).limit(1);
  const callId = row?.id ?? "";
  const events = [0, 1].map((seq) => ({ callId, orgId, seq, atMs: seq, type: "call.started" as const, payload: {} }));
  await db.insert(callEvent).values(events).onConflictDoNothing();
  return callId;
}

/** Workflows of a provider are those of a service that this organisation has no credential of. */
const IS_LIST = /^(list(?!ProviderWorkflows)|export)/;
const lists = (Object.entries(platformRoutes) as [PlatformRouteName, Route][]).flatMap(([name, route]) =>
  IS_LIST.test(name) && route.query instanceof z.ZodObject ? [{ name, query: route.query }] : [],
);
const parameters = lists.flatMap(({ name, query }) =>
  Object.keys(query.shape).map((parameter) => ({ name, parameter, schema: query.shape[parameter] as z.ZodType })),
);

const NOBODY = randomUUID();
/** Values that leave out some of a list's entries, if the parameter does anything. */
const VALUES: unknown[] = [
  ...[NOBODY, [NOBODY], 1, 2, 0.5],
  ...["2999-01-01T00:00:00Z", "2001-01-01T00:00:00Z", "nobody has this", "123456", "id"],
  ...[{ number: "+14155550000" }, { variableValues: { x: 1 } }, { [NOBODY]: { eq: "1" } }, { eq: "1" }],
];

/** Those of the parameter: all that it can be where it can be one of few. */
function valuesOf(schema: z.ZodType): unknown[] {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
  const values = inner instanceof z.ZodEnum ? inner.options : VALUES;
  return values.filter((value) => schema.safeParse(value).success);
}

const asQuery = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value;

describe.each(lists)("$name", ({ name }) => {
  test.each(parameters.filter((each) => each.name === name && !(each.parameter in WITHOUT_EFFECT)))(
    "$parameter",
    async ({ parameter, schema }) => {
      const path = parents[name] ?? {};
      const answerTo = async (query: Record<string, unknown>) => {
        const { status, body } = await organisation.call<unknown>(name, { ...path, query });
        return { status, text: JSON.stringify(body) };
      };
      if (parameter === "cursor" || parameter === "pageState") {
        expect(await answerTo({ [parameter]: "none of ours" })).toMatchObject({ status: 400 });
        return;
      }
      const whole = await answerTo({});
      expect(whole.status, whole.text).toBe(200);
      const answers = [];
      for (const value of valuesOf(schema)) answers.push(await answerTo({ [parameter]: asQuery(value) }));
      if (parameter === "sortBy") answers.push(await answerTo({ sortBy: "cost" }));
      expect(answers.map(({ status }) => status)).not.toContain(500);
      // A value that the schema takes and the handler does not is as good: nobody takes it for a filter.
      expect(answers.filter(({ status, text }) => status === 400 || text !== whole.text)).not.toEqual([]);
    },
  );
});
