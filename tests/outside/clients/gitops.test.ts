import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type {
  Assistant,
  Eval,
  Personality,
  Scenario,
  Simulation,
  SimulationRun,
  SimulationSuite,
  Squad,
  StructuredOutput,
  Token,
  Tool,
} from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../../apps/server/src/testing/test-client.ts";
import { run } from "../run.ts";

/** The hosted platform's tool that keeps resources as files, against this server. It is on no registry. */

const TOOL = process.env.GITOPS_FOLDER;
const KINDS = ["tools", "structuredOutputs", "assistants", "squads", "simulations", "evals"].flatMap((kind) => ["--type", kind]);

let server: TestServer;
let client: TestClient;
let token: string;
let folder: string;
beforeAll(async () => {
  if (TOOL === undefined) return;
  server = await startTestServer();
  client = await server.signUp();
  token = (await client.json<Token>("POST", "/token", { name: "gitops", compat: "provider" })).body.value ?? "";
  await client.json("POST", "/credential", { provider: "openai", apiKey: "sk-of-nobody" });
  // The program writes beside its own code.
  folder = await mkdtemp(path.join(tmpdir(), "callwright-gitops-"));
  for (const part of ["src", "package.json"]) await cp(path.join(TOOL, part), path.join(folder, part), { recursive: true });
  await symlink(path.join(TOOL, "node_modules"), path.join(folder, "node_modules"));
});
afterAll(async () => {
  if (TOOL === undefined) return;
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(({ skip }) => {
  skip(TOOL === undefined, "GITOPS_FOLDER is not set: the path of a copy of the tool with its packages");
});

async function list<Entity>(resource: string): Promise<Entity[]> {
  const { body } = await client.json<Entity[] | { results: Entity[] }>("GET", `/${resource}`);
  return "results" in body ? body.results : body;
}

const file = (name: string) => path.join(folder, "resources", "test", name);

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(file(name)), { recursive: true });
  await writeFile(file(name), text);
}

/** Runs the program and returns its output. It continues after a refusal, and its exit code does not show one. */
const gitops = (command: "push" | "pull" | "apply", ...options: string[]) => programOf(command, ...KINDS, ...options);

async function programOf(command: string, ...options: string[]): Promise<string> {
  const tsx = path.join(folder, "node_modules", ".bin", "tsx");
  const env = { VAPI_TOKEN: token, VAPI_BASE_URL: server.url };
  const said = await run(tsx, [`src/${command}-cmd.ts`, "test", ...options], { cwd: folder, env });
  expect(said).not.toContain("❌");
  return said;
}

const FILES = {
  "tools/book.yml": `
type: function
async: false
function:
  name: book_table
  description: Books a table.
  parameters: { type: object, properties: { day: { type: string } }, required: [day] }
messages: [{ type: request-start, content: One moment. }]
server: { url: "https://tables.example/book" }
`,
  "tools/to-kitchen.yml": `
type: handoff
function: { name: to_kitchen }
destinations: [{ type: assistant, assistantId: kitchen, description: Questions about dishes. }]
`,
  "structuredOutputs/outcome.yml": `
name: Outcome
type: ai
description: What came of the call.
schema: { type: object, properties: { booked: { type: boolean } } }
assistant_ids: [front]
`,
  "assistants/front.md": `---
name: Front
firstMessage: "Restaurant Luna, hello."
model:
  provider: openai
  model: gpt-4o
  temperature: 0.3
  toolIds: [book]
voice: { provider: 11labs, voiceId: burt }
transcriber: { provider: deepgram, model: nova-2, language: en }
---
You take reservations.
`,
  "assistants/kitchen.md": `---
name: Kitchen
model: { provider: openai, model: gpt-4o }
monitorPlan: { monitorIds: [00000000-0000-4000-8000-000000000000] } # Has no effect, and is warned of.
---
You know the dishes.
`,
  "squads/house.yml": `
name: House
members:
  - assistantId: front
    assistantDestinations: [{ type: assistant, assistantName: Kitchen, message: One moment., description: Dishes. }]
  - assistantId: kitchen
`,
  "simulations/personalities/hurried.yml": `
name: Hurried
assistant: { name: Caller, metadata: { mood: hurried } }
`,
  "simulations/scenarios/asks.yml": `
name: Asks
instructions: When do you open?
evaluations:
  - structuredOutput: { name: named, type: regex, regex: "(?i)nine", schema: { type: boolean } }
    comparator: "="
    value: true
toolMocks: [{ toolName: book_table, result: Booked., enabled: true }]
`,
  "simulations/tests/hurried-asks.yml": `
name: Hurried asks
personalityId: hurried
scenarioId: asks
`,
  "evals/hours.yml": `
name: Hours
type: chat.mockConversation
messages:
  - { role: user, content: When do you open? }
  - { role: assistant, judgePlan: { type: regex, content: nine } }
`,
  "simulations/suites/smoke.yml": `
name: Smoke
simulationIds: [hurried-asks]
`,
};

test("pushes each kind of resource with its references", async () => {
  // A dry run reads the state of a pull.
  await gitops("pull", "--resolve=theirs");
  for (const [name, text] of Object.entries(FILES)) await write(name, text.trimStart());
  // A plan of what would be sent: nothing is.
  expect(await gitops("push", "--allow-new-files", "--dry-run")).toContain("dry-run");
  expect(await list<Personality>("eval/simulation/personality")).toEqual([]);
  await gitops("push", "--allow-new-files");
  const [assistants, tools] = [await list<Assistant>("assistant"), await list<Tool>("tool")];
  const idOf = (name: string) => assistants.find((each) => each.name === name)?.id;
  const book = tools.find(({ type }) => type === "function");
  expect(assistants.find(({ name }) => name === "Front")).toMatchObject({
    model: { messages: [{ role: "system", content: "You take reservations." }], toolIds: [book?.id] },
    voice: { provider: "11labs", voiceId: "burt" },
  });
  expect(book).toMatchObject({ function: { name: "book_table" }, server: { url: "https://tables.example/book" } });
  expect(tools.find(({ type }) => type === "handoff")).toMatchObject({ destinations: [{ assistantId: idOf("Kitchen") }] });
  expect(await list<StructuredOutput>("structured-output")).toMatchObject([{ name: "Outcome", assistantIds: [idOf("Front")] }]);
  expect((await list<Squad>("squad")).find(({ name }) => name === "House")).toMatchObject({
    members: [{ assistantId: idOf("Front") }, { assistantId: idOf("Kitchen") }],
  });
  const [hurried] = await list<Personality>("eval/simulation/personality");
  const [asks] = await list<Scenario>("eval/simulation/scenario");
  const [simulation] = await list<Simulation>("eval/simulation");
  expect(asks).toMatchObject({
    evaluations: [{ structuredOutput: { name: "named" } }],
    toolMocks: [{ toolName: "book_table", result: "Booked." }],
  });
  expect(simulation).toMatchObject({ scenarioId: asks?.id, personalityId: hurried?.id });
  expect(await list<SimulationSuite>("eval/simulation/suite")).toMatchObject([
    { name: "Smoke", simulationIds: [simulation?.id] },
  ]);
  expect(await list<Eval>("eval")).toMatchObject([{ name: "Hours", messages: [{ role: "user" }, { role: "assistant" }] }]);
});

/** `npm run sim`. */
test("runs a suite in writing, and says how many of its simulations passed", async () => {
  // Its assistants are of a provider that this test has no key of.
  const model = { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "We open at nine." }] };
  const [front] = (await list<Assistant>("assistant")).filter(({ name }) => name === "Front");
  const { model: before } = front ?? {};
  await client.json("PATCH", `/assistant/${front?.id}`, { model });
  const said = await programOf("sim", "--suite", "smoke", "--target", "front", "--transport", "chat", "--iterations", "2");
  await client.json("PATCH", `/assistant/${front?.id}`, { model: before });
  expect(said).toMatch(/Status: ended\s+Results: 2\/2 pass, 0 fail/);
  expect(await list<SimulationRun>("eval/simulation/run")).toMatchObject([
    { status: "ended", itemCounts: { total: 2, passed: 2 } },
  ]);
});

test("pulls what was changed here, and pushes what was changed there", async () => {
  const [front] = (await list<Assistant>("assistant")).filter(({ name }) => name === "Front");
  await client.json("PATCH", `/assistant/${front?.id}`, { firstMessage: "Luna, good evening." });
  await gitops("pull", "--resolve=theirs");
  const pulled = await readFile(file("assistants/front.md"), "utf8");
  expect(pulled).toContain("firstMessage: Luna, good evening.");
  expect(pulled).toMatch(/toolIds:\s+- book\b/);
  await write("assistants/front.md", pulled.replace("You take reservations.", "You take reservations, and are brief."));
  const tool = await readFile(file("tools/book.yml"), "utf8");
  await write("tools/book.yml", tool.replace("Books a table.", "Books one table."));
  await gitops("push");
  expect((await client.json<Assistant>("GET", `/assistant/${front?.id}`)).body).toMatchObject({
    firstMessage: "Luna, good evening.",
    model: { messages: [{ content: "You take reservations, and are brief." }] },
  });
  const changed = expect.objectContaining({ description: "Books one table." });
  expect(await list<Tool>("tool")).toContainEqual(expect.objectContaining({ function: changed }));
});

/** The program sends every file in each push, edited or not. If the next read differs from the answer, it assumes a change by someone else. */
test("finds no change after a push, changes nothing when it pushes again, and deletes what was removed", async () => {
  const times = async () => {
    const simulations = ["personality", "scenario", "suite"].map((kind) => `eval/simulation/${kind}`);
    const kinds = ["assistant", "tool", "squad", "structured-output", "eval", "eval/simulation", ...simulations];
    const all = await Promise.all(kinds.map((kind) => list<Assistant>(kind)));
    return all.flat().map(({ id, updatedAt }) => [id, updatedAt]);
  };
  const before = await times();
  expect(await gitops("pull")).not.toMatch(/(dashboard-ahead|both-diverged) *:/);
  await gitops("push");
  expect(await times()).toEqual(before);
  // Pull, merge and push in one.
  await gitops("apply");
  expect(await times()).toEqual(before);
  await rm(file("squads/house.yml"));
  await gitops("push", "--force");
  expect((await list<Squad>("squad")).map(({ name }) => name)).not.toContain("House");
});
