import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Client } from "@callwright/client";
import {
  ASKED_MESSAGE_TYPES,
  MODEL_PROVIDERS,
  PLATFORM_ERRORS,
  platformRoutes,
  SUPPORT_STATES,
  TRANSCRIBER_PROVIDERS,
  VOICE_PROVIDERS,
} from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { scratchPath } from "../harness/scratch.ts";

/** docs/api.md: its samples work as described, and its errors are in the catalogue. */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const document = readFileSync(path.join(root, "docs/api.md"), "utf8");

/** What the samples export. */
interface Samples {
  connect: (baseUrl: string, token: string) => Client;
  rename: (client: Client, id: string, name: string) => Promise<string>;
  everyOne: <Entity>(
    readPage: (cursor: string | undefined) => Promise<{ results: Entity[]; metadata: { nextCursor?: string } }>,
  ) => AsyncGenerator<Entity>;
  createOnce: (client: Client, order: string) => Promise<string[]>;
  say: (baseUrl: string, token: string, assistantId: string, input: string) => Promise<string>;
}

let server: TestServer;
let person: TestClient;
let samples: Samples;

async function importSamples(): Promise<Samples> {
  const folder = scratchPath("api-samples");
  mkdirSync(folder);
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const modules = [...document.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(async ([, code = ""], index) => {
    const file = path.join(folder, `sample-${index}.ts`);
    writeFileSync(file, code);
    return (await import(pathToFileURL(file).href)) as object;
  });
  return Object.assign({}, ...(await Promise.all(modules))) as Samples;
}

beforeAll(async () => {
  [server, samples] = await Promise.all([startTestServer(), importSamples()]);
  person = await server.signUp();
});
afterAll(() => server?.close());

test("names codes of the catalogue alone", () => {
  const codes = [...document.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, code]) => code);
  expect(codes).toContain("idempotency-key-reused");
  const lastSteps = Object.values(platformRoutes).map(({ path }) => path.split("/").at(-1) ?? "");
  const others = new Set<string>([
    ...[...SUPPORT_STATES, ...MODEL_PROVIDERS, ...VOICE_PROVIDERS, ...TRANSCRIBER_PROVIDERS],
    ...[...ASKED_MESSAGE_TYPES, ...lastSteps],
  ]);
  expect(codes.filter((code = "") => !(code in PLATFORM_ERRORS) && !others.has(code))).toEqual([]);
});

test("a client changes an assistant, and tells what went wrong", async () => {
  const client = samples.connect(server.url, person.orgToken);
  const { id } = await client.assistants.create({ body: { name: "Riley" } });
  expect(await samples.rename(client, id, "Robin")).toBe("Robin is live");
  expect(await samples.rename(client, id, "")).toBe("name must have at least 1 character");
  expect(await samples.rename(client, "7d0e3f0a-0000-4000-8000-000000000000", "Robin")).toBe("It has been deleted");
});

test("a field that looks like a typo is refused, and the answer has the documented body", async () => {
  const { status, body } = await person.json("POST", "/assistant", { frstMessage: "Hello" });
  expect(status).toBe(400);
  expect(body).toEqual({
    message: ["property frstMessage should not exist: write firstMessage"],
    error: "Bad Request",
    statusCode: 400,
    code: "validation-failed",
    requestId: expect.any(String),
  });
});

test("pages are followed by their cursors", async () => {
  const pages = new Map([
    [undefined, { results: [1, 2], metadata: { nextCursor: "b" } }],
    ["b", { results: [3], metadata: {} }],
  ]);
  const found: number[] = [];
  for await (const each of samples.everyOne(async (cursor) => pages.get(cursor) ?? { results: [], metadata: {} }))
    found.push(each);
  expect(found).toEqual([1, 2, 3]);
});

test("the same key makes one assistant", async () => {
  const [first, again] = await samples.createOnce(samples.connect(server.url, person.orgToken), "7");
  expect(again).toBe(first);
});

test("a stream is read to its end", async () => {
  const client = samples.connect(server.url, person.orgToken);
  const { id } = await client.assistants.create({
    body: { name: "Echo", model: { provider: "callwright", model: "builtin" } },
  });
  expect(await samples.say(server.url, person.orgToken, id, "When are you open on Sunday?")).not.toBe("");
});
