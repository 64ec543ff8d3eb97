import type { Call } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { FAKE_S3, type FakeS3, startFakeS3 } from "../../../platform/blobs/testing/fake-s3.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../../testing/webhook-receiver.ts";
import { type ArtifactUpload, NO_SERVER_MESSAGES } from "../../webhook/server-messages.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { call } from "../tables.ts";
import { makeArtifacts } from "./make-artifacts.ts";

const SECONDS = 2;
const STEREO_BYTES = 44 + SECONDS * 32_000;
const MONO_BYTES = 44 + SECONDS * 16_000;

let calls: CallServer;
let s3: FakeS3;
let receiver: WebhookReceiver;
beforeAll(async () => {
  s3 = await startFakeS3();
  calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
});
afterAll(async () => {
  await calls.server.close();
  await s3.close();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  return () => receiver.close();
});
afterEach(async () => {
  for (const { id } of (await calls.client.json<{ id: string }[]>("GET", "/credential")).body)
    await calls.client.json("DELETE", `/credential/${id}`);
  s3.objects.clear();
  s3.failWith.length = 0;
});

async function endedCall(artifactPlan: object = {}, assistant: object = {}): Promise<string> {
  const server = { url: receiver.url };
  const plans = { analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } }, artifactPlan };
  const body = { assistant: { name: "Riley", serverMessages: ["end-of-call-report"], server, ...plans, ...assistant } };
  const { id } = await calls.createCall(body);
  calls.pool.join(id);
  calls.pool.happen(id, "user.said", { text: "Hello.", startMs: 10, endMs: 400, turn: 0, typed: false });
  calls.pool.record(id, SECONDS);
  calls.pool.hangUp(id);
  return id;
}

const rowOf = async (id: string) => {
  const [row] = await calls.server.context.db.select().from(call).where(eq(call.id, id));
  if (!row) throw new Error("the call is gone");
  return row;
};
const get = async (id: string) => (await calls.client.json<Call>("GET", `/call/${id}`)).body;
async function reached(id: string, state: string): Promise<Call> {
  await expect.poll(async () => (await rowOf(id)).artifactState, { timeout: 90_000 }).toBe(state);
  return get(id);
}
async function addBucket(fields: object = {}, plan: object = {}): Promise<string> {
  const { accessKeyId, secretAccessKey, region, bucket: name } = FAKE_S3;
  const url = s3.url.replace(`/${name}`, "");
  const bucketPlan = { name, url, region, accessKeyId, secretAccessKey, path: "calls", ...plan };
  const made = await calls.client.json<{ id: string }>("POST", "/credential", {
    provider: "s3-compatible",
    bucketPlan,
    ...fields,
  });
  expect(made.status).toBe(201);
  return made.body.id;
}
const sizeAt = async (url: string | undefined) => {
  const answer = await fetch(url ?? "");
  return [answer.status, answer.headers.get("content-type"), (await answer.arrayBuffer()).byteLength];
};
const toMake = (id: string) => calls.server.context.db.update(call).set({ artifactState: "waiting" }).where(eq(call.id, id));

test("a recording has stereo, mono and sides, and the call a log; the report waits for them", async () => {
  const id = await endedCall();
  const { artifact } = await reached(id, "done");
  const { stereoUrl, mono } = artifact?.recording ?? {};
  expect(await sizeAt(stereoUrl)).toEqual([200, "audio/wav", STEREO_BYTES]);
  for (const url of [mono?.combinedUrl, mono?.customerUrl, mono?.assistantUrl])
    expect(await sizeAt(url)).toEqual([200, "audio/wav", MONO_BYTES]);
  expect(artifact).toMatchObject({ recordingUrl: mono?.combinedUrl, stereoRecordingUrl: stereoUrl });
  expect(artifact).not.toHaveProperty("storage");
  const opened = async (file: string) => {
    const { status, headers } = await calls.client.fetch(`/call/${id}/${file}`, { redirect: "manual" });
    return [status, headers.get("location")?.replace(/\?.*/, "")];
  };
  for (const [file, url] of [
    ["mono-recording", mono?.combinedUrl],
    ["stereo-recording", stereoUrl],
    ["customer-recording", mono?.customerUrl],
    ["assistant-recording", mono?.assistantUrl],
    ["call-logs", artifact?.logUrl],
  ] as const)
    expect(await opened(file)).toEqual([302, url?.replace(/\?.*/, "")]);
  expect(await sizeAt((await calls.client.fetch(`/call/${id}/mono-recording`)).url)).toEqual([200, "audio/wav", MONO_BYTES]);
  expect(await calls.client.json("GET", `/call/${id}/video-recording`)).toMatchObject({
    status: 404,
    body: { message: "Recording not found." },
  });
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  expect(receiver.received[0]?.message).toMatchObject({ artifact: { recording: { mono: { customerUrl: expect.any(String) } } } });

  const log = await (await fetch(artifact?.logUrl ?? "")).text();
  const lines = log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; level: string; payload: object });
  expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(["call.started", "user.said", "call.ended"]));
  expect(lines[1]).toMatchObject({ callId: id, level: "info", type: "user.said", payload: { text: "Hello." } });
});

test("MP3 recordings replace the WAV file, and what is off is not there", { tags: "long" }, async () => {
  const id = await endedCall({ recordingFormat: "mp3", loggingEnabled: false });
  const { artifact } = await reached(id, "done");
  const [status, type, bytes] = await sizeAt(artifact?.recording?.stereoUrl);
  expect([status, type]).toEqual([200, "audio/mpeg"]);
  expect(bytes).toBeLessThan(STEREO_BYTES / 3);
  expect(artifact?.recordingUrl).toContain("recording-mono.mp3");
  expect(artifact).not.toHaveProperty("logUrl");
  await expect.poll(() => calls.server.context.blobs.stat(`org/${calls.client.orgId}/call/${id}/recording.wav`)).toBeNull();

  const without = await endedCall({ recordingEnabled: false });
  expect((await reached(without, "done")).artifact).not.toHaveProperty("recording");
});

test("with storage of its own, an organization has the files there alone, and they play through the server", async () => {
  const credentialId = await addBucket();
  const id = await endedCall({ recordingPath: "/support/", loggingPath: "logs" }, { serverMessages: ["call.artifact.upload"] });
  const { artifact } = await reached(id, "done");
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  const types = ["recording-stereo", "recording-mono", "recording-customer", "recording-assistant", "log"];
  expect(receiver.received[0]?.message).toMatchObject({
    type: "call.artifact.upload",
    call: { id },
    artifacts: types.map((type) => ({ type, success: true })),
  });
  const names = ["customer.wav", "mono.wav", "stereo.wav", "assistant.wav"].map((name) => `calls/support/${id}-${name}`);
  expect([...s3.objects.keys()].toSorted()).toEqual([...names, `calls/logs/${id}-log.jsonl`].toSorted());
  expect(artifact?.storage).toContainEqual({
    type: "recording-mono",
    state: "stored",
    credentialId,
    location: `s3://${FAKE_S3.bucket}/calls/support/${id}-mono.wav`,
  });
  const { blobs } = calls.server.context;
  for (const { key } of (await rowOf(id)).artifactFiles) await expect.poll(() => blobs.stat(key)).toBeNull();
  const part = await fetch(artifact?.recording?.stereoUrl ?? "", { headers: { range: "bytes=0-3" } });
  expect([part.status, await part.text()]).toEqual([206, "RIFF"]);

  await calls.client.json("DELETE", `/credential/${credentialId}`);
  const gone = await fetch(artifact?.recording?.stereoUrl ?? "");
  expect([gone.status, await gone.text()]).toEqual([502, expect.stringContaining("credential")]);
});

test("plans and credentials decide what is stored elsewhere, and where first", { tags: "long" }, async () => {
  await addBucket({ fallbackIndex: 2 }, { path: "second" });
  await addBucket({ fallbackIndex: 1 }, { path: "first" });
  const third = await addBucket({}, { path: "third" });
  await reached(await endedCall({ recordingUseCustomStorageEnabled: false }), "done");
  expect([...s3.objects.keys()].map((key) => key.replace(/[^/]+$/, ""))).toEqual(["first/"]);
  s3.objects.clear();
  await reached(await endedCall({ loggingUseCustomStorageEnabled: false }, { credentialIds: [third] }), "done");
  expect(new Set([...s3.objects.keys()].map((key) => key.replace(/[^/]+$/, "")))).toEqual(new Set(["third/"]));
  expect([...s3.objects.keys()].some((key) => key.endsWith("jsonl"))).toBe(false);
});

test("a storage that refuses leaves the files here, and says why, until it is tried again", { tags: "long" }, async () => {
  const id = await addBucket({}, { secretAccessKey: "another" });
  const callId = await endedCall();
  const { artifact } = await reached(callId, "storing");
  const reason = `s3://${FAKE_S3.bucket} answered 403 SignatureDoesNotMatch.`;
  expect(artifact?.storage).toContainEqual({ type: "recording-stereo", state: "waiting", reason });
  expect(await sizeAt(artifact?.recording?.stereoUrl)).toEqual([200, "audio/wav", STEREO_BYTES]);
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  expect(receiver.received[0]?.message.missing).toContainEqual({ part: "recording-stereo", reason });

  // The last try.
  const given: ArtifactUpload[] = [];
  const messages = {
    ...NO_SERVER_MESSAGES,
    artifactsUploaded: async (_: unknown, __: string, uploads: readonly ArtifactUpload[]) => void given.push(...uploads),
  };
  const { orgId, artifactFiles } = await rowOf(callId);
  const tried = artifactFiles.map((file) => ({ ...file, tries: 29 }));
  await calls.server.context.db.update(call).set({ artifactFiles: tried, artifactState: "waiting" }).where(eq(call.id, callId));
  await makeArtifacts({ ...calls.server.context, messages }, { orgId, callId }, new AbortController().signal);
  expect(given).toEqual(artifactFiles.map(({ type }) => ({ type, success: false })));

  const { accessKeyId, secretAccessKey, region, bucket: name } = FAKE_S3;
  calls.advance(1000);
  const bucketPlan = { name, url: s3.url.replace(`/${name}`, ""), region, accessKeyId, secretAccessKey };
  expect((await calls.client.json("PATCH", `/credential/${id}`, { bucketPlan })).status).toBe(200);
  expect((await calls.client.json("POST", `/call/${callId}/store`)).status).toBe(200);
  const stored = (await reached(callId, "done")).artifact?.storage ?? [];
  expect(stored.map(({ state }) => state)).toEqual(stored.map(() => "stored"));
  expect(stored).toHaveLength(5);
});

test("a job that ends in the middle of an upload begins again, and stores everything once", { tags: "long" }, async () => {
  const id = await endedCall();
  await reached(id, "done");
  await addBucket();
  await toMake(id);
  const context = { ...calls.server.context, messages: NO_SERVER_MESSAGES };
  const stop = new AbortController();
  const { put } = watchedPut(() => stop.abort());
  const { orgId } = await rowOf(id);
  await expect(makeArtifacts({ ...context, network: put }, { orgId, callId: id }, stop.signal)).rejects.toThrow();
  expect((await rowOf(id)).artifactState).toBe("waiting");
  await makeArtifacts(context, { orgId, callId: id }, new AbortController().signal);
  expect((await rowOf(id)).artifactState).toBe("done");
  expect(s3.objects.size).toBe(5);
});

/** A network that fails with its second request, as if the server was killed. */
function watchedPut(end: () => void) {
  const { network } = calls.server.context;
  let requests = 0;
  const put = {
    ...network,
    request: (...args: Parameters<typeof network.request>) => {
      requests += 1;
      if (requests === 2) end();
      return network.request(...args);
    },
  };
  return { put };
}

test("only an ended call of one's own is stored again", async () => {
  const { id } = await calls.createCall();
  expect((await calls.client.json("POST", `/call/${id}/store`)).status).toBe(409);
  const other = await calls.server.signUp();
  expect((await other.json("POST", `/call/${id}/store`)).status).toBe(404);
  await calls.client.json("POST", `/call/${id}/end`);
});
