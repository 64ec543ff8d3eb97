import { randomUUID } from "node:crypto";
import { Api } from "vapi-web-2-3-10/dist/api.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../apps/server/src/modules/call/runtime/testing/call-server.ts";
import { type Organization, openOrganization } from "./organization.ts";

/** The generated client inside `@vapi-ai/web` 2.3.10, which has all 139 calls, works against our server. */

let setup: CallServer;
let organization: Organization;
let api: Api<string>;
beforeAll(async () => {
  setup = await startCallServer();
  organization = await openOrganization(setup.server);
  api = apiWith(organization.person.orgToken);
});
afterAll(() => setup.server.close());

function apiWith(token: string): Api<string> {
  const made = new Api<string>({
    baseUrl: setup.server.url,
    securityWorker: (bearer) => ({ headers: { authorization: `Bearer ${bearer}` } }),
  });
  made.setSecurityData(token);
  return made;
}

type Fields = Record<string, unknown>;
type Request = (...args: never[]) => Promise<{ status: number; data: unknown }>;

interface Resource {
  /** The group name in the client. */
  group: keyof Api<string>;
  /** Beginning of its methods' names. */
  prefix: string;
  create: (ids: Record<string, string>) => unknown;
  update: Fields;
  /** Default: `FindAll`. */
  list?: string;
  /** Default: `Remove`. */
  remove?: string;
  /** Whether its list takes no query. */
  takesNoQuery?: boolean;
}

const SCHEDULE = { earliestAt: "2999-01-01T00:00:00.000Z" };
const name = "Another name";
const renamed = { name };

const RESOURCES: Resource[] = [
  { group: "assistant", prefix: "assistantController", create: () => ({ name: "Riley" }), update: renamed },
  {
    group: "squad",
    prefix: "squadController",
    create: ({ assistantId }) => ({ members: [{ assistantId, assistantOverrides: { firstMessage: "Hi" } }] }),
    update: { members: [{ assistant: { name: "Riley" } }] },
  },
  {
    group: "workflow",
    prefix: "workflowController",
    create: () => ({ name: "Intake", nodes: [{ type: "conversation", name: "start", isStart: true }], edges: [] }),
    update: renamed,
    remove: "Delete",
    takesNoQuery: true,
  },
  { group: "tool", prefix: "toolController", create: () => ({ type: "endCall" }), update: { messages: [] } },
  {
    group: "campaign",
    prefix: "campaignController",
    create: ({ assistantId, phoneNumberId }) => ({
      name: "Spring",
      assistantId,
      phoneNumberId,
      customers: [],
      schedulePlan: SCHEDULE,
    }),
    update: renamed,
  },
  {
    group: "session",
    prefix: "sessionController",
    create: ({ assistantId }) => ({ assistantId, messages: [{ role: "user", content: "Hello" }] }),
    update: { status: "completed" },
    list: "FindAllPaginated",
  },
  {
    group: "knowledgeBase",
    prefix: "knowledgeBaseController",
    create: ({ fileId }) => ({
      provider: "trieve",
      name: "Menu",
      searchPlan: { searchType: "semantic", topK: 3 },
      createPlan: { type: "create", chunkPlans: [{ fileIds: [fileId] }] },
    }),
    update: renamed,
  },
  {
    group: "structuredOutput",
    prefix: "structuredOutputController",
    create: () => ({ name: "Mood", schema: { type: "string" } }),
    update: renamed,
  },
  {
    group: "testSuite",
    prefix: "testSuiteController",
    create: ({ phoneNumberId }) => ({ name: "Nightly", phoneNumberId }),
    update: renamed,
    list: "FindAllPaginated",
  },
  { group: "token", prefix: "tokenController", create: () => ({ tag: "private", name: "Server" }), update: renamed },
  {
    group: "credential",
    prefix: "credentialController",
    create: () => ({ provider: "11labs", apiKey: "key", name: "Voices" }),
    update: renamed,
  },
  {
    group: "template",
    prefix: "templateController",
    create: () => [{ type: "tool", name: "Ending", details: { type: "endCall" } }],
    update: renamed,
  },
  {
    group: "phoneNumber",
    prefix: "phoneNumberController",
    create: () => ({ provider: "twilio", number: "+14155550188", twilioAccountSid: "AC1", twilioAuthToken: "secret" }),
    update: renamed,
  },
];

const updateQuery = ({ group }: Resource): Fields[] => (group === "structuredOutput" ? [{ schemaOverride: "false" }] : []);

test.each(RESOURCES)("$group: create, list, get, update and remove", async (resource) => {
  const { group, prefix, create, update, list = "FindAll", remove = "Remove", takesNoQuery } = resource;
  const methods = api[group] as unknown as Record<string, Request>;
  const call = async <Data = Fields>(method: string, ...args: unknown[]) => {
    const request = methods[`${prefix}${method}`] as ((...args: unknown[]) => Promise<{ data: Data }>) | undefined;
    if (!request) throw new Error(`the client has no ${prefix}${method}`);
    return (await request(...args)).data;
  };
  const rowsOf = (data: Fields[] | { results: Fields[] }) => (Array.isArray(data) ? data : data.results);

  const { warnings: _, ...made } = await call("Create", create(organization.ids));
  expect(await call("FindOne", made.id)).toEqual(group === "token" ? expect.objectContaining({ id: made.id }) : made);
  expect(await call("Update", made.id, ...updateQuery(resource), update)).toMatchObject(update);
  const query = { limit: 50, createdAtGt: "2020-01-01T00:00:00.000Z" };
  const rows = rowsOf(await call<Fields[] | { results: Fields[] }>(list, ...(takesNoQuery ? [] : [query])));
  expect(rows.find(({ id }) => id === made.id)).toMatchObject(update);
  expect(await call(remove, made.id)).toMatchObject({ id: made.id });
  await expect(call("FindOne", made.id)).rejects.toMatchObject({ status: 404, error: { statusCode: 404 } });
});

test("assistants: replaced, by versions and by pages", async () => {
  setup.advance(1000);
  const { data: made } = await api.assistant.assistantControllerCreate({ name: "Riley" });
  await api.assistant.assistantControllerReplace(made.id, { name });
  const { data: versions } = await api.assistant.assistantControllerFindVersions(made.id, { limit: 1 });
  expect(versions).toMatchObject({ results: [{ version: "v2" }] });
  const { data: page } = await api.v2.assistantControllerFindAllPaginated({ limit: 1, page: 1, sortOrder: "DESC" });
  expect(page).toMatchObject({ results: [{ id: made.id }], metadata: { itemsPerPage: 1 } });
});

test("phone numbers: imported, and by pages", async () => {
  const twilio = { twilioPhoneNumber: "+14155550199", twilioAccountSid: "AC1", twilioAuthToken: "secret" };
  const { data: made } = await api.phoneNumber.phoneNumberControllerImportTwilio(twilio);
  const vonage = { vonagePhoneNumber: "+14155550198", credentialId: organization.ids.credentialId ?? "" };
  await api.phoneNumber.phoneNumberControllerImportVonage(vonage);
  const { data } = await api.v2.phoneNumberControllerFindAllPaginated({ search: "5550199" });
  expect(data).toMatchObject({ results: [{ id: made.id }], metadata: { totalItems: 1 } });
});

test("test suites: their tests, and runs that are refused with the reason", async () => {
  const { data: suite } = await api.testSuite.testSuiteControllerCreate({ name: "Nightly" });
  const body = {
    type: "chat" as const,
    script: "Ask for Ada.",
    scorers: [{ type: "ai" as const, rubric: "Ada was asked for." }],
  };
  const { data: made } = await api.testSuite.testSuiteTestControllerCreate(suite.id, body);
  const at = [suite.id, made.id] as const;
  expect((await api.testSuite.testSuiteTestControllerFindOne(...at)).data).toEqual(
    expect.objectContaining({ id: made.id, script: body.script }),
  );
  expect((await api.testSuite.testSuiteTestControllerUpdate(...at, { name } as never)).data).toMatchObject({ name });
  expect((await api.testSuite.testSuiteTestControllerFindAllPaginated(suite.id, {})).data.results).toHaveLength(1);
  expect((await api.testSuite.testSuiteTestControllerRemove(...at)).data).toMatchObject({ id: made.id });
  expect((await api.testSuite.testSuiteRunControllerFindAllPaginated(suite.id, {})).data.results).toEqual([]);
  await expect(api.testSuite.testSuiteRunControllerCreate(suite.id, {})).rejects.toMatchObject({ status: 400 });
});

test("files: uploaded on both ways as forms", async () => {
  // Its types use the DOM's type of a file for the platform's.
  const file = new File(["We open at eight."], "hours.txt") as never;
  const { data: first } = await api.file.fileControllerCreate({ file });
  const { data: second } = await api.file.fileControllerCreateDeprecated({ file });
  const { data } = await api.file.fileControllerFindAll();
  expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]));
  expect((await api.file.fileControllerUpdate(first.id, { name: "times.txt" })).data).toMatchObject({ name: "times.txt" });
  expect((await api.file.fileControllerRemove(first.id)).data).toMatchObject({ id: first.id });
});

describe("calls", () => {
  const assistant = () => ({ assistantId: organization.ids.assistantId });

  test("on the web: made, read, renamed, listed, exported and deleted", async () => {
    const { data: made } = await api.call.callControllerCreateWebCall(assistant());
    expect(made).toMatchObject({ type: "webCall", webCallUrl: expect.stringContaining("http") });
    await organization.call("endCall", { id: made.id });
    expect((await api.call.callControllerUpdate(made.id, { name })).data).toMatchObject({ name });
    expect((await api.call.callControllerFindOne(made.id)).data).toMatchObject({ name, status: "ended" });
    const query = { ...assistant(), limit: 10, createdAtGt: "2020-01-01T00:00:00.000Z" };
    expect((await api.call.callControllerFindAll(query)).data[0]).toMatchObject({ id: made.id });
    const page = { assistantId: organization.ids.assistantId ?? "", sortOrder: "DESC" as const, page: 1, limit: 1 };
    expect((await api.v2.callControllerFindAllPaginated(page)).data).toMatchObject({ results: [{ id: made.id }] });
    expect((await api.v2.callControllerFindAllMetadataPaginated(page)).data).toMatchObject({ results: [{ id: made.id }] });
    const exported = await api.v2.callControllerCallsExport({ ...page, columns: "id" });
    expect((await exported.text()).split(/\r?\n/)).toContain(made.id);
    expect((await api.call.callControllerDeleteCallData(made.id, {})).data).toMatchObject({ id: made.id });
  });

  test("by phone: refused with the reason", async () => {
    const body = { ...assistant(), phoneNumberId: organization.ids.phoneNumberId, customer: { number: "+14155550100" } };
    const refusal = { status: 400, error: { code: "validation-failed" } };
    await expect(api.call.callControllerCreate(body)).rejects.toMatchObject(refusal);
    await expect(api.call.callControllerCreatePhoneCall(body)).rejects.toMatchObject(refusal);
  });
});

describe("chats", () => {
  const hello = (options: object = {}) => ({ assistantId: organization.ids.assistantId ?? "", input: "Hello", ...options });

  test("of servers: said, read, listed and deleted", async () => {
    const { data: made } = await api.chat.chatControllerCreateChat(hello());
    const { id } = made as { id: string };
    expect((await api.chat.chatControllerGetChat(id)).data).toMatchObject({ id, output: [{ role: "assistant" }] });
    const { data } = await api.chat.chatControllerListChats({ assistantId: organization.ids.assistantId, limit: 10 });
    expect(data.results.map((chat) => chat.id)).toContain(id);
    const response = await api.chat.chatControllerCreateOpenAiChat(hello({ stream: false }));
    expect(response.data).toMatchObject({ object: "response", status: "completed" });
    expect((await api.chat.chatControllerDeleteChat(id)).data).toMatchObject({ id });
  });

  test("of visitors, with a public token", async () => {
    const { body } = await organization.call<{ value: string }>("createToken", { body: { tag: "public" } });
    const visitor = apiWith(body.value);
    const { data: first } = await visitor.chat.chatControllerCreateWebChat(hello() as never);
    expect(first).toMatchObject({ sessionId: expect.any(String), output: [{ role: "assistant" }] });
    const { data: second } = await visitor.chat.chatControllerCreateOpenAiWebChat(hello({ stream: false }) as never);
    expect(second).toMatchObject({ object: "response" });
  });

  test("as a stream", async () => {
    const stream = await api.chat.chatControllerCreateChat(hello({ stream: true }), { format: "text" as never });
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    expect(String(stream.data)).toContain('"delta"');
  });
});

test("templates that everybody sees first", async () => {
  expect((await api.template.templateControllerFindAllPinned()).data).not.toEqual([]);
});

test("tokens are made for organizations, and a stranger's id is of nothing", async () => {
  const user = apiWith(organization.person.userToken);
  const { data: orgs } = await user.org.orgControllerFindAll();
  expect(orgs.map(({ id }) => id)).toEqual([organization.person.orgId]);
  expect((await user.org.orgControllerOrgToken(organization.person.orgId)).data).toBeTruthy();
  await expect(user.org.orgControllerOrgToken(randomUUID())).rejects.toMatchObject({ status: 404 });
  expect((await user.org.orgControllerCreate({ name: "Another" })).data).toMatchObject({ name: "Another" });
});
