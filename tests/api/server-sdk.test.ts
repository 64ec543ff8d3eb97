import { randomUUID } from "node:crypto";
import { type Vapi, VapiClient, VapiError } from "@vapi-ai/server-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../apps/server/src/modules/call/runtime/testing/call-server.ts";
import { createdId, type Organization, openOrganization } from "./organization.ts";

/** The platform's official server SDK works with our server, for every resource that it covers, with bodies of its types. */

let setup: CallServer;
let organization: Organization;
let client: VapiClient;
beforeAll(async () => {
  setup = await startCallServer();
  organization = await openOrganization(setup.server);
  client = new VapiClient({ baseUrl: setup.server.url, token: organization.person.orgToken });
});
afterAll(() => setup.server.close());

interface Identified {
  id: string;
}

interface Resource<Entity extends Identified> {
  create: () => Promise<Entity>;
  list: () => Promise<Entity[]>;
  get: (request: Identified) => Promise<Entity>;
  update: (request: Identified) => Promise<Entity>;
  delete: (request: Identified) => Promise<Entity>;
  /** The change that `update` made. */
  change: object;
}

/** Removes the response's list of fields without effect. */
function withoutWarnings(written: object): object {
  const { warnings: _, ...entity } = written as { warnings?: unknown };
  return entity;
}

async function liveThrough<Entity extends Identified>(resource: Resource<Entity>): Promise<Entity> {
  const made = await resource.create();
  const { id } = made;
  expect(await resource.get({ id })).toEqual(withoutWarnings(made));
  expect(await resource.update({ id })).toMatchObject({ id, ...resource.change });
  const listed = await resource.list();
  expect(listed.find((each) => each.id === id)).toMatchObject(resource.change);
  expect(await resource.delete({ id })).toMatchObject({ id });
  await expect(resource.get({ id })).rejects.toMatchObject({ statusCode: 404 });
  return made;
}

const riley: Vapi.CreateAssistantDto = {
  name: "Riley",
  firstMessage: "Hello, how can I help?",
  firstMessageMode: "assistant-speaks-first",
  maxDurationSeconds: 600,
  endCallPhrases: ["goodbye"],
  model: {
    provider: "openai",
    model: "gpt-4o",
    temperature: 0.4,
    messages: [{ role: "system", content: "Be kind." }],
    tools: [{ type: "endCall" }],
  },
  voice: { provider: "11labs", voiceId: "burt", stability: 0.5, similarityBoost: 0.75 },
  transcriber: { provider: "deepgram", model: "nova-2", language: "en" },
  server: { url: "https://hooks.example/calls", timeoutSeconds: 20, headers: { "x-team": "sales" } },
  startSpeakingPlan: { waitSeconds: 0.5 },
  stopSpeakingPlan: { numWords: 2 },
  artifactPlan: { recordingEnabled: true },
  analysisPlan: { summaryPlan: { enabled: true } },
  metadata: { team: "sales" },
};
/** The SDK's types use the messages of calls for those of chats; the platform itself wants these. */
const said = (role: "system" | "user", content: string) => ({ role, content }) as unknown as Vapi.UserMessage;
const name = "Another name";
const since = { createdAtGt: "2020-01-01T00:00:00.000Z", createdAtLe: "2999-01-01T00:00:00.000Z", limit: 100 };

describe("its resources live through create, get, update, list and delete", () => {
  test("assistants", async () => {
    const made = await liveThrough<Vapi.Assistant>({
      create: () => client.assistants.create(riley),
      list: () => client.assistants.list(since),
      get: (request) => client.assistants.get(request),
      update: (request) => client.assistants.update({ ...request, name }),
      delete: (request) => client.assistants.delete(request),
      change: { name },
    });
    expect(made).toMatchObject(riley);
  });

  test("squads", async () => {
    const members: Vapi.SquadMemberDto[] = [
      { assistantId: organization.ids.assistantId, assistantOverrides: { firstMessage: "Hi" } },
      { assistant: riley },
    ];
    await liveThrough<Vapi.Squad>({
      create: () => client.squads.create({ name: "Front desk", members }),
      list: () => client.squads.list(since),
      get: (request) => client.squads.get(request),
      update: (request) => client.squads.update({ ...request, name, members }),
      delete: (request) => client.squads.delete(request),
      change: { name },
    });
  });

  test.each([
    { type: "endCall" },
    { type: "dtmf" },
    { type: "sms" },
    { type: "voicemail" },
    { type: "mcp", server: { url: "https://mcp.example" } },
    { type: "transferCall", destinations: [{ type: "number", number: "+14155550123" }] },
    { type: "handoff", destinations: [{ type: "assistant", assistantName: "Riley" }] },
    { type: "apiRequest", method: "GET", url: "https://api.example/stock" },
    { type: "slack.message.send" },
    { type: "google.calendar.event.create" },
    { type: "gohighlevel.contact.get" },
    {
      type: "function",
      async: true,
      function: { name: "look_up", parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } },
      messages: [{ type: "request-start", content: "One moment." }],
    },
  ] satisfies Vapi.CreateToolsRequest[])("tools: $type", async (body) => {
    const messages = [{ type: "request-complete" as const, content: "Done." }];
    await liveThrough<Vapi.ListToolsResponseItem>({
      create: () => client.tools.create(body),
      list: () => client.tools.list(since),
      get: (request) => client.tools.get(request),
      update: ({ id }) => client.tools.update({ id, body: { messages } as Vapi.UpdateToolsRequestBody }),
      delete: (request) => client.tools.delete(request),
      change: { messages },
    });
  });

  test.each<Vapi.CreatePhoneNumbersRequest>([
    { provider: "twilio", number: "+14155550123", twilioAccountSid: "AC1", twilioAuthToken: "secret" },
    { provider: "vapi", sipUri: "sip:riley@sip.example" },
  ])("phone numbers: $provider", async (body) => {
    await liveThrough<Vapi.ListPhoneNumbersResponseItem>({
      create: () => client.phoneNumbers.create(body),
      list: () => client.phoneNumbers.list(since),
      get: (request) => client.phoneNumbers.get(request),
      update: ({ id }) => client.phoneNumbers.update({ id, body: { name } as Vapi.UpdatePhoneNumbersRequestBody }),
      delete: (request) => client.phoneNumbers.delete(request),
      change: { name },
    });
  });

  test("phone numbers by pages", async () => {
    const page = await client.phoneNumbers.phoneNumberControllerFindAllPaginated({ search: "415555", page: 1, sortOrder: "ASC" });
    expect(page).toMatchObject({
      results: [{ id: organization.ids.phoneNumberId }],
      metadata: { totalItems: 1, currentPage: 1 },
    });
  });

  test("campaigns", async () => {
    const { assistantId, phoneNumberId } = organization.ids;
    const earliestAt = "2999-01-01T00:00:00.000Z";
    const customers = [{ number: "+14155550100", name: "Ada" }];
    await liveThrough<Vapi.Campaign>({
      create: () =>
        client.campaigns.campaignControllerCreate({
          name: "Spring",
          assistantId,
          phoneNumberId,
          customers,
          schedulePlan: { earliestAt },
        }),
      list: async () =>
        (await client.campaigns.campaignControllerFindAll({ ...since, status: "scheduled", sortOrder: "DESC" })).results,
      get: (request) => client.campaigns.campaignControllerFindOne(request),
      update: ({ id }) => client.campaigns.campaignControllerUpdate({ id, body: { name } }),
      delete: (request) => client.campaigns.campaignControllerRemove(request),
      change: { name },
    });
  });

  test("structured outputs", async () => {
    const schema: Vapi.JsonSchema = { type: "object", properties: { mood: { type: "string" } } };
    await liveThrough<Vapi.StructuredOutput>({
      create: () =>
        client.structuredOutputs.structuredOutputControllerCreate({
          name: "Mood",
          schema,
          assistantIds: [organization.ids.assistantId ?? ""],
        }),
      list: async () => (await client.structuredOutputs.structuredOutputControllerFindAll({ ...since, name })).results,
      get: (request) => client.structuredOutputs.structuredOutputControllerFindOne(request),
      update: ({ id }) => client.structuredOutputs.structuredOutputControllerUpdate({ id, schemaOverride: "true", name, schema }),
      delete: (request) => client.structuredOutputs.structuredOutputControllerRemove(request),
      change: { name },
    });
  });

  test("sessions", async () => {
    const { assistantId } = organization.ids;
    const messages = [said("system", "Be kind."), said("user", "Hello")];
    await liveThrough<Vapi.Session>({
      create: () =>
        client.sessions.create({ name: "One", assistantId, messages, customer: { name: "Ada", number: "+14155550100" } }),
      list: async () => (await client.sessions.list({ ...since, assistantId, name, sortOrder: "DESC" })).results,
      get: (request) => client.sessions.get(request),
      update: (request) => client.sessions.update({ ...request, name, status: "completed" }),
      delete: (request) => client.sessions.delete(request),
      change: { name, status: "completed" },
    });
  });

  test("files", async () => {
    const file = new File(["We open at eight."], "hours.txt", { type: "text/plain" });
    const made = await client.files.create({ file, purpose: "assistant", metadata: JSON.stringify({ team: "sales" }) });
    expect(made).toMatchObject({ name: "hours.txt", bytes: 17, mimetype: "text/plain", metadata: { team: "sales" } });
    const { id } = made;
    expect(await client.files.get({ id })).toMatchObject({ id });
    expect(await client.files.list({ purpose: "assistant" })).toMatchObject([{ id }]);
    expect(await client.files.update({ id, name: "times.txt" })).toMatchObject({ name: "times.txt" });
    expect(await client.files.delete({ id })).toMatchObject({ id });
    await expect(client.files.get({ id })).rejects.toMatchObject({ statusCode: 404 });
  });

  test("calls", async () => {
    const id = await createdId(organization, "createWebCall", { body: { assistantId: organization.ids.assistantId } });
    await organization.call("endCall", { id });
    expect(await client.calls.get({ id })).toMatchObject({ id, type: "webCall", status: "ended" });
    expect(await client.calls.list({ ...since, assistantId: organization.ids.assistantId })).toContainEqual(
      expect.objectContaining({ id }),
    );
    expect(await client.calls.update({ id, name })).toMatchObject({ id, name });
    expect(await client.calls.delete({ id })).toMatchObject({ id });
    await expect(client.calls.get({ id })).rejects.toMatchObject({ statusCode: 404 });
  });
});

test("a phone call is refused with the reason, and not tried again", async () => {
  const { assistantId, phoneNumberId } = organization.ids;
  const call = client.calls.create({ assistantId, phoneNumberId, customer: { number: "+14155550100" } });
  await expect(call).rejects.toMatchObject({ statusCode: 400, body: { code: "validation-failed" } });
});

describe("chats", () => {
  const created = async (request: Vapi.CreateChatDto) => (await client.chats.create(request)) as Vapi.Chat;

  test("one, the next in its session, and both in the list", async () => {
    const { assistantId } = organization.ids;
    const first = await created({ assistantId, input: "Hello" });
    expect(first.output).toMatchObject([{ role: "assistant", content: expect.stringMatching(/./) }]);
    setup.advance(1000);
    const next = await created({ previousChatId: first.id, input: [said("user", "And now?")] });
    expect(next.messages?.length).toBeGreaterThan(1);
    expect(await client.chats.get({ id: next.id })).toMatchObject({ id: next.id, output: next.output });
    const { results } = await client.chats.list({ ...since, assistantIdAny: assistantId ?? "", sortOrder: "ASC" });
    expect(results.map(({ id }) => id)).toEqual([first.id, next.id]);
    expect(await client.chats.delete({ id: next.id })).toMatchObject({ id: next.id });
  });

  test("in the manner of OpenAI", async () => {
    const { assistantId } = organization.ids;
    const response = await client.chats.createResponse({ assistantId, input: "Hello", stream: false });
    expect(response).toMatchObject({ object: "response", status: "completed", output: [{ role: "assistant" }] });
  });

  test("with a provider that has no credential: the SDK is told which is missing", async () => {
    const { orgToken } = await setup.server.signUp();
    const newcomer = new VapiClient({ baseUrl: setup.server.url, token: orgToken });
    const assistant: Vapi.CreateAssistantDto = { model: { provider: "openai", model: "gpt-4o" } };
    await expect(newcomer.chats.create({ assistant, input: "Hello" })).rejects.toMatchObject({
      statusCode: 400,
      body: { code: "credential-missing", message: expect.stringContaining("credential of openai") },
    });
  });
});

describe("its errors", () => {
  test("a wrong body lists what is wrong", async () => {
    const request = client.assistants.create({ name: 5 } as unknown as Vapi.CreateAssistantDto);
    await expect(request).rejects.toBeInstanceOf(VapiError);
    await expect(request).rejects.toMatchObject({ statusCode: 400, body: { message: ["name must be a string"] } });
  });

  test("a wrong token and a missing id", async () => {
    const stranger = new VapiClient({ baseUrl: setup.server.url, token: "wrong" });
    await expect(stranger.assistants.list()).rejects.toMatchObject({ statusCode: 401 });
    await expect(client.squads.get({ id: randomUUID() })).rejects.toMatchObject({ statusCode: 404 });
  });
});
