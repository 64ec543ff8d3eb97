import { CREDENTIAL_SECRETS, PHONE_NUMBER_SECRETS, type PlatformRouteName } from "@callwright/contract";
import * as samples from "@callwright/contract/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import { type CallOptions, createdId, type Organisation, openOrganisation, withIds } from "./organisation.ts";

/** What is written with every field set comes back with every field set: after it is made, read, changed and listed. */

type Fields = Record<string, unknown>;

interface Entity {
  /** In PascalCase, as in the names of its routes. */
  name: string;
  samples: readonly object[];
  /** A field, and another value for it. Default: a name. */
  change?: (sample: Fields) => Fields;
  /** Path parameters of the collection. */
  inside?: (organisation: Organisation) => Promise<CallOptions>;
  /** The body that creates a sample. Default: the sample. */
  bodyOf?: (sample: object) => unknown;
  /** Fields that a change must name although it leaves them as they are. */
  always?: string;
  /** Paths of the known gaps: secrets, which are stored encrypted and never returned. Nothing else may go missing. */
  secrets?: (sample: Fields) => readonly string[];
}

const ENTITIES: Entity[] = [
  { name: "Assistant", samples: samples.saturatedAssistants },
  { name: "Squad", samples: [samples.saturatedSquad], always: "members" },
  { name: "Workflow", samples: samples.saturatedWorkflows },
  {
    name: "Tool",
    samples: Object.values(samples.saturatedTools),
    change: () => ({ messages: [{ type: "request-start", content: "One moment." }] }),
  },
  {
    name: "Credential",
    samples: samples.saturatedCredentials,
    secrets: ({ provider }) => CREDENTIAL_SECRETS.get(String(provider)) ?? [],
  },
  { name: "PhoneNumber", samples: samples.saturatedPhoneNumbers, secrets: () => PHONE_NUMBER_SECRETS },
  {
    name: "KnowledgeBase",
    samples: samples.saturatedKnowledgeBases,
    change: ({ name }) => (name ? { name: "Another name" } : { server: { url: "https://knows.example" } }),
  },
  { name: "StructuredOutput", samples: samples.saturatedStructuredOutputs },
  { name: "Template", samples: samples.saturatedTemplates, bodyOf: (sample) => [sample] },
  { name: "Campaign", samples: samples.saturatedCampaigns },
  { name: "TestSuite", samples: samples.saturatedTestSuites },
  {
    name: "SuiteTest",
    samples: samples.saturatedSuiteTests,
    inside: async (organisation) => ({ id: await createdId(organisation, "createTestSuite", { body: {} }) }),
  },
];

let server: TestServer;
let organisation: Organisation;
beforeAll(async () => {
  server = await startTestServer();
  organisation = await openOrganisation(server);
});
afterAll(() => server.close());

/** `value` without what lies at `path`, through the entries of lists. */
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

test.each(cases)("$label is the same when it is made, read, changed by nothing and by one field, and listed", async (entity) => {
  const { name, sample, change = () => ({ name: "Another name" }), inside, bodyOf = (body) => body, always, secrets } = entity;
  const place = (await inside?.(organisation)) ?? {};
  const sent = withIds({ ...sample }, organisation.ids);
  const changes = change(sent);
  const kept = always === undefined ? {} : { [always]: sent[always] };
  const expectSame = (answer: Fields, wanted: Fields) => {
    const hidden = secrets?.(sent) ?? [];
    const visible = hidden.reduce<unknown>((value, path) => without(value, path.split(".")), wanted) as Fields;
    expect(fieldsOf(visible, answer)).toEqual(visible);
  };
  const call = async <Body = Fields>(verb: string, options: CallOptions, status = 200): Promise<Body> => {
    const answer = await organisation.call<Body>(`${verb}${name}` as PlatformRouteName, options);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body;
  };

  const made = await call("create", { ...place, body: bodyOf(sent) }, 201);
  expectSame(made, sent);
  const at: CallOptions = inside ? { ...place, testId: made.id } : { id: made.id };
  expect(await call("get", at)).toEqual(made);
  expectSame(await call("update", { ...at, body: kept }), sent);
  const changed = await call("update", { ...at, body: { ...kept, ...changes } });
  expectSame(changed, { ...sent, ...changes });
  const { body: list } = await organisation.call<Fields[] | { results: Fields[] }>(`list${name}s` as PlatformRouteName, place);
  const rows = Array.isArray(list) ? list : list.results;
  expect(rows.find(({ id }) => id === made.id)).toEqual(changed);
  expectSame(await call("delete", at), { ...sent, ...changes });
  expectSame(await call("restore", at), { ...sent, ...changes });
});
