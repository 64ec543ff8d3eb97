import { expect, test } from "vitest";
import { FOLDERS, type Folder } from "./kinds.ts";
import { idsToLock, matchResources } from "./match.ts";
import { describeChange, makePlan, type PlanOptions } from "./plan.ts";
import { pullFiles } from "./pull.ts";
import { readFiles } from "./read-files.ts";
import type { Entity, Organization, Remote } from "./remote.ts";
import type { Synced } from "./synced.ts";

const ID = "00000000-0000-4000-8000-000000000001";

const entity = (value: object): Entity => ({ id: ID, createdAt: "2026-01-01T00:00:00.000Z", ...value });

function organizationOf(entities: Partial<Record<Folder, Entity[]>>): Organization {
  return { entities: new Map(FOLDERS.map((folder) => [folder, entities[folder] ?? []])), missing: [] };
}

const remote = { download: async () => new TextEncoder().encode("old") } as unknown as Remote;

const treeOf = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));

function planOf(files: Record<string, string>, organization: Organization, options: Partial<PlanOptions> = {}) {
  const tree = treeOf(files);
  return makePlan(readFiles(tree), organization, remote, {
    variables: () => undefined,
    ids: {},
    unknownFields: "refuse",
    ...options,
  });
}

test("a variable of a squad's members is required, because each update sends them", async () => {
  const members = (key: string) => [
    { assistant: { name: "Riley", server: { url: "https://a.example", headers: { "X-Key": key } } } },
  ];
  const plan = await planOf(
    { "squads/shop.yaml": JSON.stringify({ name: "New", members: members(`\${env:TOKEN}`) }) },
    organizationOf({ squads: [entity({ name: "Old", members: members("s3cret") })] }),
    { ids: { "squads/shop": ID } },
  );
  expect(plan.steps).toMatchObject([{ action: "update", fields: ["members", "name"] }]);
  expect([...plan.missingVariables.keys()]).toEqual(["TOKEN"]);
});

test("no secret of either side is shown, and what was never in the files is not taken over", async () => {
  const server = (key: string) => ({ url: "https://a.example", headers: { "X-Key": key } });
  const files = {
    "assistants/a.yaml": JSON.stringify({
      name: "A",
      firstMessage: `PIN \${env:PIN}`,
      endCallMessage: "Bye",
      server: server("in-clear"),
    }),
  };
  const organization = organizationOf({
    assistants: [entity({ name: "A", firstMessage: "PIN 4711", endCallMessage: "Bye!", server: server("s3cret") })],
  });
  const plan = await planOf(files, organization, { variables: () => "1234" });
  expect(plan.steps.flatMap(({ changes }) => changes.map(describeChange))).toEqual([
    'endCallMessage: "Bye!" → "Bye"',
    `firstMessage: (secret) → "PIN \${env:PIN}"`,
    "server.headers.X-Key: (secret) → (secret)",
  ]);
  expect(plan.adopted).toEqual(["assistants/a"]);
  expect(await planOf(files, organization, { ids: { "assistants/a": ID } })).toMatchObject({ adopted: [] });
});

test("older names in a file are those of today, and say what a server says", async () => {
  const older = { name: "A", serverUrl: "https://a.example", hipaaEnabled: false };
  const files = { "assistants/a.yaml": JSON.stringify({ ...older, backchannelingEnabled: true, server: { timeoutSeconds: 5 } }) };
  const stored = { name: "A", server: { url: "https://a.example", timeoutSeconds: 5 }, compliancePlan: { hipaaEnabled: false } };
  const same = organizationOf({ assistants: [entity({ ...stored, backchannelingEnabled: true })] });
  expect(await planOf(files, same, { ids: { "assistants/a": ID } })).toMatchObject({
    steps: [],
    unchanged: 1,
    problems: [],
    warnings: [{ field: "backchannelingEnabled", message: "This server has no such setting." }],
  });
  const read = readFiles(treeOf(files));
  expect((await pullFiles(treeOf(files), read, same, remote, { variables: () => undefined, ids: {} })).writes.size).toBe(0);
  const refused = { "assistants/a.yaml": JSON.stringify({ name: "A", endCallFunctionEnabled: true, server: { url: "" } }) };
  expect(await planOf(refused, organizationOf({}))).toMatchObject({
    problems: [{ file: "assistants/a.yaml", message: "endCallFunctionEnabled needs model: it is a part of model.tools" }],
    warnings: [{ field: "server.url", message: "An empty address is no address." }],
  });
});

test("the value of a code tool's variable is asked for by its name, and never shown", async () => {
  const tool = { type: "code", code: "return env.API_KEY;", environmentVariables: [{ name: "API_KEY" }] };
  const organization = organizationOf({ tools: [entity({ ...tool, storedSecrets: ["environmentVariables.API_KEY.value"] })] });
  const pull = await pullFiles(new Map(), readFiles(new Map()), organization, remote, { variables: () => undefined, ids: {} });
  expect(pull.variables).toEqual(["TOOL_CODE_API_KEY"]);
  const inClear = { ...tool, environmentVariables: [{ name: "API_KEY", value: "s3cret" }] };
  const options = { ids: { "tools/code": ID }, sendSecrets: true };
  const plan = await planOf({ "tools/code.yaml": JSON.stringify(inClear) }, organization, options);
  expect(plan.steps.flatMap(({ changes }) => changes.map(describeChange))).toEqual([
    "environmentVariables[0].value: (secret) → (secret)",
  ]);
});

test("a lock file has each id once, and only of what files have or had", () => {
  const { resources } = readFiles(treeOf({ "assistants/sales.yaml": "name: Riley", "assistants/riley.yaml": "name: Nora" }));
  const organization = organizationOf({
    assistants: [entity({ name: "Riley" })],
    tools: [entity({ type: "endCall", id: "tool" })],
  });
  const locked = { "assistants/riley": ID, "assistants/sales": ID, "tools/gone": "gone" };
  const known = matchResources(resources, organization, locked);
  expect(idsToLock(known, resources, organization, locked)).toEqual({ "assistants/sales": ID });
  expect(idsToLock(known, resources, organization, { "tools/endcall": "tool" })).toHaveProperty("tools/endcall", "tool");
});

test("a pull deletes the files of what was deleted, and no other", async () => {
  const files = {
    "files/hours.yaml": "name: hours.txt\ncontent: hours.content.txt\n",
    "files/hours.content.txt": "We open at eight.",
    "assistants/riley.yaml": "name: Riley\n",
    "environments/staging/assistants/riley.yaml": "firstMessage: Test\n",
    "assistants/new.yaml": "name: New\n",
  };
  const pullOf = async (environment: string | undefined, missing: Folder[]) => {
    const read = readFiles(treeOf(files), environment);
    const organization = { ...organizationOf({}), missing };
    const synced: Synced = {
      keys: ["files/hours", "assistants/riley"],
      serverState: () => "same",
      fileState: () => "same",
    };
    const pull = await pullFiles(treeOf(files), read, organization, remote, {
      variables: () => undefined,
      ids: {},
      synced,
      environment,
    });
    return { deleted: [...pull.writes.keys()].sort(), warned: pull.warnings.map(({ file }) => file) };
  };
  const base = ["assistants/riley.yaml", "files/hours.content.txt", "files/hours.yaml"];
  expect(await pullOf(undefined, [])).toEqual({ deleted: base, warned: [] });
  expect(await pullOf(undefined, ["files"])).toEqual({ deleted: ["assistants/riley.yaml"], warned: [] });
  expect(await pullOf("staging", [])).toEqual({
    deleted: ["environments/staging/assistants/riley.yaml"],
    warned: ["files/hours.yaml", "assistants/riley.yaml"],
  });
});

const SIMULATIONS = {
  "personalities/ada.yaml": "name: Ada\nassistant: { name: Ada }\n",
  "scenarios/books.yaml": "name: Books\ninstructions: Book a table.\nevaluations: []\n",
  "simulations/ada-books.yaml": "name: Ada books\nscenarioId: books\npersonalityId: ada\n",
  "simulations/ada-asks.yaml": "name: Ada asks\nscenarioId: smoke/asks\npersonalityId: ada\n",
  "test-suites/smoke.yaml": JSON.stringify({
    name: "Smoke",
    targetAssignments: [{ targetType: "assistant", targetId: "riley" }],
    callers: ["ada", "in-a-hurry"],
    simulationIds: ["ada-books", "ada-asks"],
    tests: [{ type: "chat", name: "Asks", script: "Hello", scorers: [] }],
  }),
  "assistants/riley.yaml": "name: Riley\n",
};

test("a suite, its tests and the simulations that name them are created, each after what it names", async () => {
  const plan = await planOf(SIMULATIONS, organizationOf({}));
  expect(plan.problems).toEqual([]);
  expect(plan.steps.map(({ key, part }) => (part === "whole" ? key : `${key} (${part})`))).toEqual([
    "assistants/riley",
    "personalities/ada",
    "scenarios/books",
    "simulations/ada-books",
    "test-suites/smoke (skeleton)",
    "test-suites/smoke/asks",
    "simulations/ada-asks",
    "test-suites/smoke (completion)",
  ]);
});

test("simulations of a server are files with names, and what the server adds to a scenario is no change", async () => {
  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const organization = organizationOf({
    assistants: [entity({ id: id(1), name: "Riley" })],
    personalities: [entity({ id: id(2), name: "In a hurry", assistant: { name: "Ada" } })],
    scenarios: [entity({ id: id(3), name: "Books", instructions: "Book a table.", evaluations: [], type: "chat", scorers: [] })],
    simulations: [
      entity({ id: id(4), name: "Books", scenarioId: id(3), personalityId: id(2) }),
      entity({ id: id(5), name: "Asks", scenarioId: id(7), personalityId: id(2) }),
    ],
    "test-suites": [
      entity({
        id: id(6),
        name: "Smoke",
        simulationIds: [id(4), id(5)],
        callers: [id(2), "in-a-hurry"],
        targetAssignments: [{ targetType: "assistant", targetId: id(1) }],
        slackWebhookUrl: "https://hooks.slack.example/T1",
      }),
    ],
    tests: [entity({ id: id(7), testSuiteId: id(6), type: "chat", name: "Asks", script: "Hello", scorers: [] })],
  });
  const variables = () => "https://hooks.slack.example/T1";
  const { writes, known } = await pullFiles(new Map(), readFiles(new Map()), organization, remote, { variables, ids: {} });
  const texts = Object.fromEntries([...writes].map(([path, text]) => [path, String(text)]));
  expect(Object.values(texts).join("")).not.toMatch(/0000-4000|hooks\.slack/);
  // The slug of a personality is no key of the gallery, which the suite's callers could mean.
  expect(texts["personalities/in-a-hurry-2.yaml"]).toContain("In a hurry");
  expect(texts["simulations/asks.yaml"]).toContain("scenarioId: smoke/asks");
  expect(texts["test-suites/smoke.yaml"]).toContain("callers:\n  - in-a-hurry-2\n  - in-a-hurry\n");

  const written = texts["scenarios/books.yaml"]?.replace("type: chat\n", "").replace("scorers: []\n", "") ?? "";
  expect(written).toBe("name: Books\nevaluations: []\ninstructions: Book a table.\n");
  const ids = Object.fromEntries(known.map(({ key, entity: { id: own } }) => [key, own]));
  expect(await planOf({ ...texts, "scenarios/books.yaml": written }, organization, { ids, variables })).toMatchObject({
    steps: [],
    problems: [],
    unchanged: 7,
  });
});

test("a caller must be in the files, on the server or in the gallery, and a personality has no name of the gallery", async () => {
  const suite = JSON.stringify({ name: "Smoke", callers: ["nobody", "silent"] });
  const files = { "test-suites/smoke.yaml": suite, "personalities/silent.yaml": "name: Silent\nassistant: {}\n" };
  expect((await planOf(files, organizationOf({}))).problems.map(({ field, message }) => [field, message])).toEqual([
    [undefined, "has the name of a caller of the gallery: rename it, such as silent-2.yaml"],
    ["callers[0]", "refers to personalities/nobody, which is neither in the files nor on the server"],
  ]);
});
