import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { Database } from "../db/connect.ts";
import { type AuditEntry, createAuditLog } from "./audit-log.ts";
import { auditEvent } from "./tables.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const log = pino({ level: "silent" });
const now = () => new Date();

const stored = (orgId: string) =>
  server.context.db.select().from(auditEvent).where(eq(auditEvent.orgId, orgId)).orderBy(asc(auditEvent.createdAt));

const entry = (orgId: string, action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  orgId,
  action,
  actor: "user",
  actorId: "nobody",
  ...more,
});

test("what is recorded is written by itself, with the names of the moment", async () => {
  const { db } = server.context;
  const person = await server.signUp({ name: "Ada" });
  const { id: tokenId } = (await person.json<{ id: string }>("POST", "/token", { name: "Deploy" })).body;
  const { id: nameless } = (await person.json<{ id: string }>("POST", "/token", {})).body;
  const orgId = randomUUID();
  let nowMs = Date.now();
  const audit = createAuditLog({ db, log, newId: randomUUID, now: () => new Date(nowMs++) });
  audit.record(entry(orgId, "a", { actorId: person.userId }));
  audit.record(entry(orgId, "b", { actor: "token", actorId: tokenId }));
  audit.record(entry(orgId, "c", { actor: "token", actorId: nameless }));
  audit.record(entry(orgId, "d", { actor: "key-set", actorId: "set", actorName: "Backend: billing" }));
  audit.record(entry(orgId, "e"));
  await expect.poll(async () => (await stored(orgId)).length).toBe(5);
  expect((await stored(orgId)).map(({ action, actorName }) => [action, actorName])).toEqual([
    ["a", "Ada"],
    ["b", "Deploy"],
    ["c", "API token"],
    ["d", "Backend: billing"],
    ["e", "nobody"],
  ]);
  await audit.close();
});

test("closing writes what is left, more than a batch too", async () => {
  const orgId = randomUUID();
  const audit = createAuditLog({ db: server.context.db, log, newId: randomUUID, now });
  for (let done = 0; done < 1_201; done += 1) audit.record(entry(orgId, "a"));
  await audit.close();
  expect(await stored(orgId)).toHaveLength(1_201);
});

test("one that the database refuses does not take the others with it", async () => {
  const orgId = randomUUID();
  const audit = createAuditLog({ db: server.context.db, log, newId: randomUUID, now });
  for (const action of ["a", "b\u0000", "c"]) audit.record(entry(orgId, action));
  await audit.close();
  expect((await stored(orgId)).map(({ action }) => action).toSorted()).toEqual(["a", "c"]);
});

test.each([
  ["away", "ECONNREFUSED"],
  ["full", "53100"],
])("while the database is %s entries are kept, and written once when it takes them again", async (what, code) => {
  const { db } = server.context;
  const orgId = randomUUID();
  let isAway = true;
  let attempts = 0;
  const flaky = new Proxy(db, {
    get: (target, name, receiver) => {
      if (name === "execute") attempts += 1;
      if (isAway && (name === "select" || name === "execute"))
        return () => {
          throw Object.assign(new Error(what), { code });
        };
      return Reflect.get(target, name, receiver);
    },
  }) as Database;
  const audit = createAuditLog({ db: flaky, log, newId: randomUUID, now });
  audit.record(entry(orgId, "a", { actorName: "Ada" }));
  await audit.flush();
  expect(attempts).toBe(1);
  expect(await stored(orgId)).toEqual([]);
  isAway = false;
  await expect.poll(() => stored(orgId)).toMatchObject([{ action: "a", actorName: "Ada" }]);
  await audit.close();
});
