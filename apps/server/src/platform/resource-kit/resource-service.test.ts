import { randomUUID } from "node:crypto";
import { PageQuery, PlatformError } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { squad } from "../../modules/squad/tables.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { OrgCaller } from "../http/caller.ts";
import { createResourceService, type ResourceContext } from "./resource-service.ts";

const Cat = z.strictObject({ kind: z.literal("cat"), name: z.string(), lives: z.number().optional() });
const Dog = z.strictObject({ kind: z.literal("dog"), name: z.string() });
const Animal = z.discriminatedUnion("kind", [Cat, Dog]);
type Animal = z.infer<typeof Animal>;
type AnimalEntity = Animal & { id: string; updatedAt: string; greeting: string };

const animals = createResourceService<Animal, AnimalEntity>({
  noun: "Animal",
  table: squad,
  schema: Animal,
  kind: "kind",
  admit: ({ config }) => ({ greeting: `I am ${config.name}` }),
});

let server: TestServer;
let context: ResourceContext;
let nowMs = Date.parse("2026-11-21T12:00:00Z");
beforeAll(async () => {
  server = await startTestServer();
  context = { ...server.context, now: () => new Date(nowMs) };
});
afterAll(() => server.close());

function newCaller(): OrgCaller {
  return { kind: "org", orgId: randomUUID(), role: "editor", tag: "private", userId: null, apiToken: null };
}

const create = (caller: OrgCaller, name: string) => animals.create(context, caller, { kind: "cat", name });
const refusal = (code: string, problems?: string[]) =>
  expect.objectContaining({ name: "PlatformError", code, ...(problems && { problems }) });

test("a change merges by top-level field, null clears one, and the whole is checked", async () => {
  const caller = newCaller();
  const { id } = await animals.create(context, caller, { kind: "cat", name: "Tom", lives: 9 });
  expect(await animals.update(context, caller, id, { name: "Tim" })).toMatchObject({
    name: "Tim",
    lives: 9,
    greeting: "I am Tim",
  });
  expect(await animals.update(context, caller, id, { lives: null })).not.toHaveProperty("lives");
  await expect(animals.update(context, caller, id, { name: null })).rejects.toEqual(
    refusal("validation-failed", ["name is required and must be a string"]),
  );
  await expect(animals.update(context, caller, id, { color: "red" })).rejects.toEqual(
    refusal("validation-failed", ["property color should not exist"]),
  );
  await expect(animals.update(context, caller, id, { kind: "dog" })).rejects.toEqual(
    refusal("validation-failed", ["kind must stay cat; create another instead"]),
  );
  expect(await animals.get(context, caller, id)).toMatchObject({ kind: "cat", name: "Tim" });
});

test("what is written back as it was read keeps its time", async () => {
  const caller = newCaller();
  const made = await create(caller, "Tom");
  nowMs += 1000;
  expect(await animals.update(context, caller, made.id, made)).toEqual(made);
  const changed = await animals.update(context, caller, made.id, { name: "Tim" });
  expect(changed.updatedAt).toBe(new Date(nowMs).toISOString());
});

test("two changes at once are both kept", async () => {
  const caller = newCaller();
  const { id } = await create(caller, "Tom");
  await Promise.all([animals.update(context, caller, id, { name: "Tim" }), animals.update(context, caller, id, { lives: 7 })]);
  expect(await animals.get(context, caller, id)).toMatchObject({ name: "Tim", lives: 7 });
});

test("what is deleted is gone, and comes back for 30 days", async () => {
  const caller = newCaller();
  const { id } = await create(caller, "Tom");
  expect(await animals.remove(context, caller, id)).toMatchObject({ id, name: "Tom" });
  await expect(animals.get(context, caller, id)).rejects.toEqual(refusal("not-found"));
  await expect(animals.update(context, caller, id, { name: "Tim" })).rejects.toBeInstanceOf(PlatformError);
  nowMs += 29 * 86_400_000;
  expect(await animals.restore(context, caller, id)).toMatchObject({ id, name: "Tom" });
  expect(await animals.restore(context, caller, id)).toMatchObject({ id });
  await animals.remove(context, caller, id);
  nowMs += 31 * 86_400_000;
  await expect(animals.restore(context, caller, id)).rejects.toEqual(refusal("not-found"));
});

test("another organization's is absent, whatever is asked", async () => {
  const { id } = await create(newCaller(), "Tom");
  const stranger = newCaller();
  const attempts = [
    () => animals.get(context, stranger, id),
    () => animals.update(context, stranger, id, { name: "x" }),
    () => animals.remove(context, stranger, id),
    () => animals.restore(context, stranger, id),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toEqual(refusal("not-found"));
  expect(await animals.list(context, stranger, PageQuery.parse({}))).toEqual([]);
});

test.each(["DESC", "ASC"] as const)("pages in %s order have every row once, by number and by cursor", async (sortOrder) => {
  const caller = newCaller();
  const names: string[] = [];
  for (const name of ["a", "b", "c", "d", "e"]) {
    // Two in each millisecond, so that only their ids order them.
    if (names.length % 2 === 0) nowMs += 1;
    names.push((await create(caller, name)).id);
  }
  const page = (query: object) => animals.page(context, caller, PageQuery.parse({ limit: 2, sortOrder, ...query }));
  const byNumber = [];
  for (const number of [1, 2, 3]) byNumber.push(await page({ page: number }));
  expect(byNumber[0]?.metadata).toMatchObject({ itemsPerPage: 2, totalItems: 5, totalPages: 3, hasNextPage: true, sortOrder });
  expect(byNumber[2]?.metadata).toMatchObject({ currentPage: 3, hasNextPage: false });
  expect(byNumber[2]?.metadata).not.toHaveProperty("nextCursor");

  const byCursor = [await page({})];
  for (let cursor = byCursor[0]?.metadata.nextCursor; cursor !== undefined; cursor = byCursor.at(-1)?.metadata.nextCursor)
    byCursor.push(await page({ cursor }));
  const ids = (pages: typeof byCursor) => pages.flatMap(({ results }) => results.map(({ id }) => id));
  expect(ids(byCursor)).toEqual(ids(byNumber));
  expect(ids(byCursor).toSorted()).toEqual(names.toSorted());
  await expect(page({ cursor: "x" })).rejects.toEqual(
    refusal("validation-failed", ["cursor must be the nextCursor of a page before"]),
  );
});

test("filters narrow rows and total alike", async () => {
  const caller = newCaller();
  for (const name of ["a", "b", "b"]) await create(caller, name);
  const page = await animals.page(context, caller, PageQuery.parse({}), [sql`${squad.config} ->> 'name' = 'b'`]);
  expect(page.results.map(({ name }) => name)).toEqual(["b", "b"]);
  expect(page.metadata.totalItems).toBe(2);
});
