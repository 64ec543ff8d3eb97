import {
  COMPAT_HEADER,
  CREDENTIAL_SECRETS,
  type Customer,
  PHONE_NUMBER_SECRETS,
  type PlatformRouteName,
} from "@callwright/contract";
import * as samples from "@callwright/contract/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import {
  type ApiCaller,
  apiCaller,
  type CallOptions,
  createdId,
  type Organization,
  openOrganization,
  withIds,
} from "./organization.ts";

/** A resource that is written with every field set returns every field: when it is created, read, changed and listed. */

type Fields = Record<string, unknown>;

interface Entity {
  /** In PascalCase, as in the names of its routes. */
  name: string;
  samples: readonly object[];
  /** A field, and another value for it. Default: a name. */
  change?: (sample: Fields) => Fields;
  /** Path parameters of the collection. */
  inside?: (organization: Organization) => Promise<CallOptions>;
  /** The body that creates a sample. Default: the sample. */
  bodyOf?: (sample: object) => unknown;
  /** Fields that a change must contain even if it keeps their values. */
  always?: string;
  /** Paths of the known gaps: secrets, which are stored encrypted and never returned. No other field may be missing. */
  secrets?: (sample: Fields) => readonly string[];
  /** Fields that differ each time or exist only once, with the reasons. They are not compared. */
  passing?: Readonly<Record<string, string>>;
}

/** Of a session: what this server answers with. Squads, workflows and telephony are refused, and of overrides the variables alone are taken. */
const sessions = samples.saturatedSessions.map(
  ({ squad: _squad, squadId: _squadId, workflowId: _workflowId, phoneNumber: _number, assistant: _assistant, ...session }) => ({
    ...session,
    assistantOverrides: { variableValues: { plan: "gold" } },
  }),
);

/** Extensions and SIP addresses of customers are refused. */
const dialable = ({ extension: _extension, sipUri: _sipUri, ...customer }: Customer) => customer;
const campaigns = samples.saturatedCampaigns.map(({ customers, dialPlan, ...campaign }) => ({
  ...campaign,
  ...(customers && { customers: customers.map(dialable) }),
  ...(dialPlan && { dialPlan: dialPlan.map((each) => ({ ...each, customers: each.customers.map(dialable) })) }),
}));

const ENTITIES: Entity[] = [
  { name: "Assistant", samples: samples.saturatedAssistants },
  { name: "Squad", samples: samples.saturatedSquads, always: "members" },
  { name: "Workflow", samples: samples.saturatedWorkflows },
  {
    name: "Tool",
    samples: samples.saturatedTools,
    change: () => ({ messages: [{ type: "request-start", content: "One moment." }] }),
    secrets: ({ type }) => (type === "code" ? ["environmentVariables.value"] : []),
  },
  {
    name: "Credential",
    samples: samples.saturatedCredentials,
    secrets: ({ provider }) => CREDENTIAL_SECRETS.get(String(provider)) ?? [],
  },
  { name: "PhoneNumber", samples: samples.saturatedPhoneNumbers, secrets: () => PHONE_NUMBER_SECRETS },
  {
    name: "KnowledgeBase",
    // Imported knowledge bases are refused.
    samples: samples.saturatedKnowledgeBases.filter((base) => !("createPlan" in base) || base.createPlan?.type !== "import"),
    passing: { websites: "they are read meanwhile", updatedAt: "the same" },
    change: ({ name }) => (name ? { name: "Another name" } : { server: { url: "https://knows.example" } }),
  },
  { name: "StructuredOutput", samples: samples.saturatedStructuredOutputs },
  { name: "Template", samples: samples.saturatedTemplates, bodyOf: (sample) => [sample] },
  {
    name: "Campaign",
    samples: campaigns,
    passing: { customers: "lists leave them out", dialPlan: "the same", updatedAt: "a deleted one pauses" },
  },
  { name: "TestSuite", samples: samples.saturatedTestSuites },
  {
    name: "SuiteTest",
    samples: samples.saturatedSuiteTests,
    inside: async (organization) => ({ id: await createdId(organization, "createTestSuite", { body: {} }) }),
  },
  { name: "Session", samples: sessions, passing: { updatedAt: "each write sets it" } },
  {
    name: "Token",
    samples: [
      { tag: "private", name: "Server", restrictions: { enabled: true } },
      {
        tag: "public",
        name: "Page",
        restrictions: {
          enabled: false,
          allowedOrigins: ["https://www.example.com"],
          allowTransientAssistant: false,
          allowedAssistantIds: [samples.SAMPLE_ID],
        },
      },
    ],
    passing: { value: "of a private token in the answer that creates it alone", updatedAt: "each write sets it" },
  },
  {
    name: "File",
    samples: [{ purpose: "assistant", metadata: { team: "sales", nested: { of: ["any", 1] } } }],
    bodyOf: (sample) => ({ ...sample, file: new File(["We open at eight."], "hours.txt", { type: "text/plain" }) }),
    passing: {
      url: "signed until soon",
      parsedTextUrl: "the same",
      status: "its text is read meanwhile",
      parsedTextBytes: "the same",
      updatedAt: "the same",
    },
  },
];

let server: TestServer;
let organization: Organization;
/** The same organization, by a client with only the hosted platform's names. */
let inProviderNames: ApiCaller;
beforeAll(async () => {
  server = await startTestServer();
  organization = await openOrganization(server);
  inProviderNames = apiCaller(server.url, () => organization.person.orgToken, { [COMPAT_HEADER]: "provider" });
});
afterAll(() => server.close());

/** `value` without the field at `path`, through the entries of lists. */
function without(value: unknown, [key = "", ...rest]: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => without(entry, [key, ...rest]));
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = { ...value };
  if (rest.length === 0) delete copy[key];
  else if (key in copy) copy[key] = without(copy[key], rest);
  return copy;
}

/** The fields of `entity` that a sample has. */
const fieldsOf = (sample: object, entity: Fields): Fields =>
  Object.fromEntries(Object.keys(sample).map((key) => [key, entity[key]]));

const cases = ENTITIES.flatMap((entity) =>
  entity.samples.map((sample, index) => ({ ...entity, sample: sample as Fields, label: `${entity.name} ${index}` })),
);

test.each(cases)("$label is the same when it is made, read, written back, changed and listed", async (entity) => {
  const {
    name,
    sample,
    change = () => ({ name: "Another name" }),
    inside,
    bodyOf = (body) => body,
    always,
    secrets,
    passing = {},
  } = entity;
  const place = (await inside?.(organization)) ?? {};
  const sent = withIds(samples.complianceOff({ ...sample }), organization.ids);
  const changes = change(sent);
  const kept = always === undefined ? {} : { [always]: sent[always] };
  const expectSame = (answer: Fields, wanted: Fields) => {
    const hidden = secrets?.(sent) ?? [];
    const visible = hidden.reduce<unknown>((value, path) => without(value, path.split(".")), wanted) as Fields;
    expect(fieldsOf(visible, answer)).toEqual(visible);
  };
  const call = async <Body = Fields>(
    verb: string,
    options: CallOptions,
    status = 200,
    by: ApiCaller = organization,
  ): Promise<Body> => {
    const answer = await by.call<Body>(`${verb}${name}` as PlatformRouteName, options);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body;
  };

  const lasting = (answer: Fields | undefined) =>
    Object.fromEntries(Object.entries(answer ?? {}).filter(([field]) => field !== "warnings" && !(field in passing)));

  const made = await call("create", { ...place, body: bodyOf(sent) }, 201);
  expectSame(made, sent);
  const at: CallOptions = inside ? { ...place, testId: made.id } : { id: made.id };
  expect(lasting(await call("get", at))).toEqual(lasting(made));
  expectSame(await call("update", { ...at, body: kept }), sent);
  // The read resource is written back, whole, in both forms: it is accepted, and nothing changes.
  const before = lasting(await call("get", at));
  for (const form of [organization, inProviderNames]) {
    const read = await call("get", at, 200, form);
    const written = await call("update", { ...at, body: read }, 200, form);
    expect(lasting(written)).toEqual(lasting(read));
    if (form === inProviderNames) expect(written).not.toHaveProperty("warnings");
    expect(lasting(await call("get", at))).toEqual(before);
  }
  const changed = await call("update", { ...at, body: { ...kept, ...changes } });
  expectSame(changed, { ...sent, ...changes });
  const { body: list } = await organization.call<Fields[] | { results: Fields[] }>(`list${name}s` as PlatformRouteName, place);
  const rows = Array.isArray(list) ? list : list.results;
  expect(lasting(rows.find(({ id }) => id === made.id))).toEqual(lasting(changed));
  expectSame(await call("delete", at), { ...sent, ...changes });
  expectSame(await call("restore", at), { ...sent, ...changes });
});

test("an organization is the same when it is changed, read and listed", async () => {
  const credential = { provider: "webhook", authenticationPlan: { type: "bearer", token: "secret" } };
  const { body: made } = await organization.call<{ id: string }>("createCredential", { body: credential });
  const sent = { ...samples.saturatedOrgs[0], server: { ...samples.SAMPLE_SERVER, credentialId: made.id } };
  const wanted = samples.complianceOff(sent) as Fields;
  const id = organization.person.orgId;
  const { status, body } = await organization.call<Fields>("updateOrg", { id, body: wanted });
  const { warnings, ...changed } = body;
  expect(warnings).toContainEqual({ field: "channel", message: expect.any(String) });
  expect({ status, fields: fieldsOf(wanted, changed) }).toEqual({ status: 200, fields: wanted });
  expect((await organization.call("getOrg", { id })).body).toEqual(changed);
  const { body: listed } = await apiCaller(server.url, () => organization.person.userToken).call<Fields[]>("listOrgs");
  const found = listed.find((org) => org.id === id) ?? {};
  expect(fieldsOf(found, changed)).toEqual(found);
});

test("a call is in the export as it is when it is read", async () => {
  // Removes signatures, which expire.
  const unsigned = (body: unknown) => JSON.parse(JSON.stringify(body).replace(/\?[^"]*/g, "")) as Fields[];
  const { body: page } = await organization.call<{ results: Fields[] }>("listCallPage");
  expect(page.results.length).toBeGreaterThan(0);
  const exported = await organization.call<string>("exportCalls", { query: { format: "json" } });
  expect(unsigned(JSON.parse(exported.body))).toEqual(unsigned(page.results));
  const [call = {}] = page.results;
  const read = (await organization.call<Fields>("getCall", { id: call.id })).body;
  expect(unsigned([read])).toEqual(unsigned([call]));
});
