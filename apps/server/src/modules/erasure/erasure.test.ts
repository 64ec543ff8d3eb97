import type {
  Assistant,
  Campaign,
  DoNotCall,
  Erasure,
  ErrorBody,
  EvalRun,
  PhoneNumber,
  Session,
  SuiteTest,
  TestSuite,
} from "@callwright/contract";
import { eq, getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordingBlobKey } from "../../platform/blobs/blob-key.ts";
import { FAKE_S3, type FakeS3, startFakeS3 } from "../../platform/blobs/testing/fake-s3.ts";
import { TABLES } from "../../tables.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { type CallServer, startCallServer } from "../call/runtime/testing/call-server.ts";
import { call } from "../call/tables.ts";
import { carryOutErasure } from "./carry-out.ts";
import { erasure } from "./tables.ts";

const NUMBER = "+493012345678";
const EMAIL = "ann.lee@example.com";

let calls: CallServer;
let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
  calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
});
afterAll(async () => {
  await calls.server.close();
  await s3.close();
});

const made = async <Body>(as: TestClient, path: string, body: object): Promise<Body> => {
  const answer = await as.json<Body>("POST", path, body);
  expect([path, answer.status, answer.body]).toEqual([path, path === "/chat" ? 200 : 201, answer.body]);
  return answer.body;
};

/** Recordings are split in a process of their own. */
const RECORDED = { timeout: 240_000 };
const NOT_ANALYZED = { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } };

/** Of a page that knows the caller's number. */
const about = (number: string) => ({
  assistant: { name: "Riley", analysisPlan: NOT_ANALYZED },
  assistantOverrides: { variableValues: { phone: number } },
});

async function endedCall(as: TestClient, number: string, { isRecorded = false } = {}): Promise<string> {
  const { id } = await calls.createCall(about(number), as);
  calls.pool.join(id);
  calls.pool.happen(id, "user.said", { text: "Hello.", startMs: 10, endMs: 400, turn: 0, typed: false });
  if (isRecorded) calls.pool.record(id, 1);
  calls.pool.hangUp(id);
  for (const state of ["artifactState", "analysisState"] as const)
    await expect.poll(async () => (await rowOf(id))?.[state], { timeout: 120_000 }).toBe("done");
  return id;
}

const recordedCall = (as: TestClient, number: string) => endedCall(as, number, { isRecorded: true });

async function rowOf(id: string) {
  const [row] = await calls.server.context.db.select().from(call).where(eq(call.id, id));
  return row;
}

const get = async (as: TestClient, id: string) => (await as.json<Erasure>("GET", `/erasure/${id}`)).body;

async function reached(as: TestClient, id: string, state: Erasure["state"]): Promise<Erasure> {
  await expect.poll(async () => (await get(as, id)).state, { timeout: 60_000 }).toBe(state);
  return get(as, id);
}

async function counted(as: TestClient, person: string): Promise<Erasure> {
  return reached(as, (await made<Erasure>(as, "/erasure", { person })).id, "counted");
}

async function erased(as: TestClient, person: string): Promise<Erasure> {
  const { id } = await counted(as, person);
  await confirmed(as, id, person);
  return reached(as, id, "done");
}

async function confirmed(as: TestClient, id: string, person: string): Promise<void> {
  expect((await as.json("POST", `/erasure/${id}/confirm`, { person })).status).toBe(200);
}

/** The tables in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const { db } = calls.server.context;
  const found: string[] = [];
  for (const table of TABLES) {
    const rows = await db.select().from(table);
    if (JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value)).includes(text))
      found.push(getTableName(table));
  }
  return found.sort();
}

/** A number in everything that can be about a person. */
async function storeEverything(as: TestClient, number: string, email: string): Promise<{ callId: string }> {
  const callId = await recordedCall(as, number);
  await made(as, `/call/${callId}/note`, { text: `Call ${number} back.` });
  const { id: sessionId } = await made<Session>(as, "/session", {
    assistant: { name: "Riley" },
    customer: { number, email },
    assistantOverrides: { variableValues: { email } },
  });
  await made(as, "/chat", { sessionId, input: `I am ${email}.` });
  const [assistant] = (await as.json<Assistant[]>("GET", "/assistant")).body;
  const { id: phoneNumberId } = await made<PhoneNumber>(as, "/phone-number", { provider: "simulated" });
  const schedulePlan = { earliestAt: "2999-01-01T00:00:00Z" };
  await made<Campaign>(as, "/campaign", {
    name: "Spring",
    assistantId: assistant?.id,
    phoneNumberId,
    schedulePlan,
    customers: [{ number, email }, { number: "+493099999999" }],
  });
  const { id: suiteId } = await made<TestSuite>(as, "/test-suite", {});
  const script = `My number is ${number}.`;
  await made<SuiteTest>(as, `/test-suite/${suiteId}/test`, { type: "chat", script, scorers: [], callId });
  await made<SuiteTest>(as, `/test-suite/${suiteId}/test`, { type: "chat", script: "Hello.", scorers: [] });
  await made(as, "/eval/simulation/personality", { name: number, assistant: {} });
  const target = { type: "assistant", assistant: { model: { provider: "callwright", model: "builtin" } } };
  const judged = { role: "assistant", judgePlan: { type: "regex", content: ".*" } };
  const messages = [{ role: "user", content: number }, judged];
  const evaluated = await made<EvalRun>(as, "/eval/run", {
    type: "eval",
    eval: { type: "chat.mockConversation", messages },
    target,
  });
  await expect.poll(async () => (await as.json<EvalRun>("GET", `/eval/run/${evaluated.id}`)).body.status).toBe("ended");
  await made(as, "/do-not-call", { numbers: [number, "+493088888888"] });
  await made(as, "/saved-view", { screen: "calls", name: "Ann", state: { number }, isShared: true });
  return { callId };
}

test(
  "everything about a person is counted first, then deleted from every table and storage; others keep theirs",
  RECORDED,
  async () => {
    const admin = await calls.server.signUp();
    const { callId } = await storeEverything(admin, NUMBER, EMAIL);
    const otherId = await recordedCall(admin, "+493077777777");
    const { blobs } = calls.server.context;
    expect(await blobs.stat(recordingBlobKey(admin.orgId, callId))).not.toBeNull();
    expect(await tablesWith(NUMBER)).toEqual(expect.arrayContaining(["call", "campaign_contact", "do_not_call", "session"]));

    const { id, found, erased: before, hash } = await counted(admin, "+49 30 12345678");
    expect(found).toMatchObject({
      calls: 1,
      recordings: 4,
      notes: 1,
      sessions: 1,
      chats: 1,
      contacts: 1,
      tests: 1,
      testRuns: 1,
      personalities: 1,
      savedViews: 1,
      doNotCall: 1,
    });
    expect(before).toEqual({});
    expect((await admin.json("GET", `/call/${callId}`)).status).toBe(200);

    await confirmed(admin, id, NUMBER);
    const done = await reached(admin, id, "done");
    expect(done).toMatchObject({ erased: found, waitingFor: [], left: [], hash });
    expect(await tablesWith(NUMBER)).toEqual([]);
    expect(await tablesWith(EMAIL)).toEqual([]);
    expect(await tablesWith(callId)).toEqual(["audit_event"]);
    for (const file of ["recording.wav", "recording-mono.wav", "recording-customer.wav", "recording-assistant.wav"])
      expect(await blobs.stat(`org/${admin.orgId}/call/${callId}/${file}`)).toBeNull();

    expect((await admin.json("GET", `/call/${otherId}`)).status).toBe(200);
    expect(await blobs.stat(recordingBlobKey(admin.orgId, otherId))).not.toBeNull();
    expect(await tablesWith("+493099999999")).toContain("campaign_contact");
  },
);

test("the do-not-call entry works on as a hash, and the list names no number", async () => {
  const admin = await calls.server.signUp();
  await made(admin, "/do-not-call", { numbers: [NUMBER] });
  const { id: phoneNumberId } = await made<PhoneNumber>(admin, "/phone-number", { provider: "simulated" });
  const { erased: counts } = await erased(admin, NUMBER);
  expect(counts).toEqual({ doNotCall: 1 });
  const { results } = (await admin.json<{ results: DoNotCall[] }>("GET", "/do-not-call")).body;
  expect(results.map(({ number }) => number)).toEqual([undefined]);
  const placed = { assistant: { name: "Riley" }, phoneNumberId, customer: { number: NUMBER } };
  const refused = await admin.json<ErrorBody>("POST", "/call", placed);
  expect(String(refused.body.message)).toContain("is on the do-not-call list");
  expect((await admin.json("DELETE", `/do-not-call/${results[0]?.id}`)).status).toBe(200);
  expect((await admin.json("POST", "/call", placed)).status).toBe(201);
});

test("an address is found where it is the whole value; another person, and another organization, are not", async () => {
  const admin = await calls.server.signUp();
  const stranger = await calls.server.signUp();
  const session = (email: string) => ({ assistant: { name: "Riley" }, customer: { email } });
  await made(admin, "/session", session("Ann.Lee@Example.com"));
  await made(admin, "/session", session("ann.lee@example.com.evil.example"));
  await made(admin, "/session", { assistant: { name: "Riley" }, customer: { sipUri: "sip:+493012345678@pbx.example.com" } });
  await made(stranger, "/session", session(EMAIL));
  expect((await erased(admin, EMAIL)).erased).toEqual({ sessions: 1 });
  expect((await erased(admin, NUMBER)).erased).toEqual({ sessions: 1 });
  expect((await erased(admin, "sip:nobody@pbx.example.com")).erased).toEqual({});
  const left = async (as: TestClient) => (await as.json<{ results: Session[] }>("GET", "/session")).body.results.length;
  expect([await left(admin), await left(stranger)]).toEqual([1, 1]);
});

test("nothing is deleted for another person than the one that was counted, nor by a text that names nobody", async () => {
  const admin = await calls.server.signUp();
  const callId = await endedCall(admin, NUMBER);
  const { id } = await counted(admin, NUMBER);
  const confirm = (person: string) => admin.json<ErrorBody>("POST", `/erasure/${id}/confirm`, { person });
  expect(String((await confirm("+493012345679")).body.message)).toContain("the same number or address");
  for (const person of ["Ann Lee", "030 12345678 or so", "101"]) {
    const refused = await admin.json<ErrorBody>("POST", "/erasure", { person });
    expect([person, refused.status, String(refused.body.message)]).toEqual([person, 400, expect.stringContaining("+4930123456")]);
  }
  expect((await get(admin, id)).state).toBe("counted");
  expect((await admin.json("GET", `/call/${callId}`)).status).toBe(200);
});

test("a call that runs is waited for, and goes when it has ended: the end wakes the erasure", async () => {
  const admin = await calls.server.signUp();
  const { id: callId } = await calls.createCall(about(NUMBER), admin);
  calls.pool.join(callId);
  const { id } = await counted(admin, NUMBER);
  await confirmed(admin, id, NUMBER);
  await expect.poll(async () => (await get(admin, id)).waitingFor, { timeout: 30_000 }).toEqual(["1 call has not ended."]);
  expect((await admin.json("GET", `/call/${callId}`)).status).toBe(200);
  // It holds up no other erasure of the organization.
  expect(await erased(admin, EMAIL)).toMatchObject({ erased: {}, waitingFor: [] });
  calls.pool.hangUp(callId);
  expect(await reached(admin, id, "done")).toMatchObject({ erased: { calls: 1 }, waitingFor: [] });
  expect(await rowOf(callId)).toBeUndefined();
});

test("what a person does after the confirmation stays", async () => {
  const admin = await calls.server.signUp();
  await endedCall(admin, NUMBER);
  const { id } = await counted(admin, NUMBER);
  await confirmed(admin, id, NUMBER);
  await reached(admin, id, "done");
  calls.advance(1_000);
  const later = await endedCall(admin, NUMBER);
  await calls.server.context.db.update(erasure).set({ state: "erasing" }).where(eq(erasure.id, id));
  await carryOutErasure(calls.server.context, { orgId: admin.orgId, id }, new AbortController().signal);
  expect((await admin.json("GET", `/call/${later}`)).status).toBe(200);
});

test("a job that ends in the middle goes on where it was: the counts add up", async () => {
  const admin = await calls.server.signUp();
  for (let index = 0; index < 55; index += 1) await made(admin, "/session", { assistant: {}, customer: { email: EMAIL } });
  await made(admin, "/session", { assistant: {}, customer: { number: NUMBER } });
  const { id, found } = await counted(admin, EMAIL);
  expect(found).toEqual({ sessions: 55 });
  const { context } = calls.server;
  const run = { orgId: admin.orgId, id };
  await context.db.update(erasure).set({ state: "erasing", confirmedAt: calls.now() }).where(eq(erasure.id, id));
  // Ends with the second batch, as a process that is killed does.
  let batches = 0;
  const personal = context.personal.map((rows) => ({
    ...rows,
    async countMore(...args: Parameters<NonNullable<typeof rows.countMore>>) {
      batches += 1;
      if (batches === 2) throw new Error("the process ends");
      return (await rows.countMore?.(...args)) ?? {};
    },
  }));
  await expect(carryOutErasure({ ...context, personal }, run, new AbortController().signal)).rejects.toThrow("the process ends");
  expect(await get(admin, id)).toMatchObject({ state: "erasing", erased: { sessions: 50 } });
  await carryOutErasure(context, run, new AbortController().signal);
  expect(await get(admin, id)).toMatchObject({ state: "done", erased: { sessions: 55 } });
});

test("files in the organization's own storage go too; what it does not delete is told with its place", RECORDED, async () => {
  const admin = await calls.server.signUp();
  const { accessKeyId, secretAccessKey, region, bucket: name } = FAKE_S3;
  const bucketPlan = { name, url: s3.url.replace(`/${name}`, ""), region, accessKeyId, secretAccessKey, path: "calls" };
  const { id: credentialId } = await made<{ id: string }>(admin, "/credential", { provider: "s3-compatible", bucketPlan });
  await recordedCall(admin, NUMBER);
  expect(s3.objects.size).toBe(5);
  const gone = await erased(admin, NUMBER);
  expect(s3.objects.size).toBe(0);
  expect(gone.elsewhere).toEqual(expect.arrayContaining([expect.stringContaining("files, with the versions")]));

  await recordedCall(admin, EMAIL);
  expect((await admin.json("DELETE", `/credential/${credentialId}`)).status).toBe(200);
  const { id } = await counted(admin, EMAIL);
  // The last of its tries.
  await calls.server.context.db.update(erasure).set({ tries: 29 }).where(eq(erasure.id, id));
  await confirmed(admin, id, EMAIL);
  const { left, erased: counts } = await reached(admin, id, "done");
  expect(counts).toMatchObject({ calls: 1 });
  expect(left).toHaveLength(5);
  expect(left[0]).toEqual({ location: expect.stringMatching(/^s3:\/\/.+\/calls\//), reason: expect.stringContaining("is gone") });
  const report = await (await admin.fetch(`/erasure/${id}/report`)).text();
  expect(report).toContain("Not deleted in your own storage");
  expect(report).not.toContain(EMAIL);
});

test("a storage that does not answer keeps the call, and is tried again", RECORDED, async () => {
  const admin = await calls.server.signUp();
  const { accessKeyId, secretAccessKey, region, bucket: name } = FAKE_S3;
  const bucketPlan = { name, url: s3.url.replace(`/${name}`, ""), region, accessKeyId, secretAccessKey };
  await made(admin, "/credential", { provider: "s3-compatible", bucketPlan });
  await recordedCall(admin, NUMBER);
  const stored = s3.objects.size;
  const { id } = await counted(admin, NUMBER);
  s3.failWith.push(...Array.from({ length: 5 }, () => 503));
  await confirmed(admin, id, NUMBER);
  await expect.poll(async () => (await get(admin, id)).waitingFor, { timeout: 30_000 }).toEqual([expect.stringContaining("503")]);
  expect(await reached(admin, id, "done")).toMatchObject({ erased: { calls: 1 }, left: [], waitingFor: [] });
  expect(s3.objects.size).toBe(stored - 5);
});

test("the report names what is beyond reach, and the audit log who did it without the number", async () => {
  const admin = await calls.server.signUp();
  await endedCall(admin, NUMBER);
  const { id } = await erased(admin, NUMBER);
  const report = await (await admin.fetch(`/erasure/${id}/report`)).text();
  for (const line of ["Deletion for good", "- calls: 1", "The deletion is complete.", "- Backups:", "Not searched:"])
    expect(report).toContain(line);
  const audit = (await admin.json<{ action: string }[]>("GET", `/org/${admin.orgId}/audit`)).body;
  expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(["confirmErasure", "createErasure"]));
  expect(JSON.stringify(audit)).not.toContain(NUMBER);
});
