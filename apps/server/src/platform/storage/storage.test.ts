import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FAKE_S3, type FakeS3, startFakeS3 } from "../blobs/testing/fake-s3.ts";
import { createOutsideNetwork } from "../net/outside-network.ts";
import { azureContainer, readConnectionString, sharedKey } from "./azure-container.ts";
import { type Bucket, joinPath, StorageError } from "./bucket.ts";
import { deleteObject, getObject, putObject, statObject } from "./bucket-objects.ts";
import { openBucket, type StorageCredential } from "./open-bucket.ts";
import { testBucket } from "./test-bucket.ts";
import { type OpenedStorage, startFakeAzure, startFakeGcs } from "./testing/fake-storages.ts";

const network = createOutsideNetwork(true);
const { signal } = new AbortController();
const now = () => new Date();
const PATH = "recordings/fol der/ä+b.wav";

let s3: FakeS3;
let gcs: Awaited<ReturnType<typeof startFakeGcs>>;
let azure: OpenedStorage;
beforeAll(async () => {
  [s3, gcs, azure] = await Promise.all([startFakeS3(), startFakeGcs(), startFakeAzure()]);
});
afterAll(async () => {
  network.close();
  await Promise.all([s3.close(), gcs.close(), azure.close()]);
});

const keys = () => ({ accessKeyId: FAKE_S3.accessKeyId, secretAccessKey: FAKE_S3.secretAccessKey });
const serviceUrl = () => s3.url.replace(`/${FAKE_S3.bucket}`, "");

/** Each kind of credential, with the objects of its bucket, and with a wrong secret. */
function kinds(): [string, Record<string, unknown>, Map<string, { bytes: Buffer }>, Record<string, unknown>][] {
  const { region, bucket: name } = FAKE_S3;
  const plan = { name, region, url: serviceUrl(), ...keys() };
  const wrong = { secretAccessKey: "another" };
  const aws = {
    awsAccessKeyId: plan.accessKeyId,
    awsSecretAccessKey: plan.secretAccessKey,
    s3BucketName: name,
    s3PathPrefix: "",
  };
  const google = gcs.credential.gcpKey as object;
  return [
    ["s3", { provider: "s3", region, ...aws }, s3.objects, { awsSecretAccessKey: "another" }],
    ["s3-compatible", { provider: "s3-compatible", bucketPlan: plan }, s3.objects, { bucketPlan: { ...plan, ...wrong } }],
    ["supabase", { provider: "supabase", bucketPlan: plan }, s3.objects, { bucketPlan: { ...plan, ...wrong } }],
    ["gcp", gcs.credential, gcs.objects, { gcpKey: { ...google, clientEmail: "other@example.com" } }],
    [
      "azure",
      azure.credential,
      azure.objects,
      { bucketPlan: { ...(azure.credential.bucketPlan as object), connectionString: connectionWith("d3Jvbmc=") } },
    ],
  ];
}

const connectionWith = (key: string) =>
  String((azure.credential.bucketPlan as { connectionString: string }).connectionString).replace(
    /AccountKey=[^;]+/,
    `AccountKey=${key}`,
  );

function opened(credential: object): Bucket {
  const urls = { s3: serviceUrl(), gcp: gcs.url };
  const bucket = openBucket(credential as StorageCredential, { network, now, urls });
  if (typeof bucket === "string") throw new Error(bucket);
  return bucket;
}

test("each kind of storage takes an object, gives it whole and in part, and deletes it; a wrong key is refused", async () => {
  for (const [kind, credential, objects, wrong] of kinds()) {
    const bucket = opened(credential);
    const bytes = randomBytes(300_000);
    const put = () => ({ path: PATH, contentType: "audio/wav", sizeBytes: bytes.length, body: Readable.from([bytes]) });
    await putObject(network, bucket, put(), signal);
    expect(
      [...objects.values()].map((object) => object.bytes.equals(bytes)),
      kind,
    ).toEqual([true]);
    expect((await statObject(network, bucket, PATH))?.sizeBytes, kind).toBe(bytes.length);
    const part = await getObject(network, bucket, PATH, { first: 100, last: 299 });
    expect(Buffer.from(await new Response(part).arrayBuffer()).equals(bytes.subarray(100, 300)), kind).toBe(true);
    await deleteObject(network, bucket, PATH, signal);
    expect([await statObject(network, bucket, PATH), await getObject(network, bucket, PATH)], kind).toEqual([null, null]);
    const refused = putObject(network, opened({ ...credential, ...wrong }), put(), signal);
    await expect(refused, kind).rejects.toThrow(/40[013]/);
    expect(objects.size, kind).toBe(0);
  }
});

test("a test of a credential leaves nothing behind, and says what to do when it is refused", async () => {
  for (const [kind, credential, objects, wrong] of kinds()) {
    expect(await testBucket(network, opened(credential), signal), kind).toMatchObject({ state: "works" });
    expect(objects.size, kind).toBe(0);
    const failed = await testBucket(network, opened({ ...credential, ...wrong }), signal);
    expect(failed.state, kind).toBe("refused");
    expect(failed.message, kind).not.toContain("another");
  }
  expect(await testBucket(network, "It has no bucket.", signal)).toEqual({ state: "failed", message: "It has no bucket." });
});

test("a private address is not reached, and a service that is away is said so", async () => {
  const guarded = createOutsideNetwork(false);
  for (const [kind, credential] of kinds())
    expect(await testBucket(guarded, openBucketWith(credential, guarded), signal), kind).toMatchObject({
      state: "failed",
      message: expect.stringMatching(/private address/),
    });
  guarded.close();
  s3.failWith.push(503);
  const [[, first] = []] = kinds();
  expect(await testBucket(network, opened(first ?? {}), signal)).toMatchObject({
    state: "failed",
    message: "s3://voices answered 503 SlowDown.",
  });
});

function openBucketWith(credential: object, guarded: typeof network): Bucket | string {
  return openBucket(credential as StorageCredential, { network: guarded, now, urls: { s3: serviceUrl(), gcp: gcs.url } });
}

test("what a credential lacks is said", () => {
  const context = { network, now, urls: {} };
  const problem = (credential: object) => openBucket(credential as StorageCredential, context);
  expect(problem({ provider: "cloudflare", apiKey: "x", bucketPlan: { name: "calls" } })).toContain("accessKeyId");
  expect(problem({ provider: "cloudflare", bucketPlan: { name: "calls", ...keys() } })).toContain("account id");
  expect(problem({ provider: "azure", apiKey: "x" })).toContain("speech");
  for (const provider of ["cloudflare", "gcp", "supabase"]) expect(problem({ provider, gcpKey: {} })).toContain("no bucket");
  const bucketPlan = { connectionString: "AccountName=a", containerName: "calls" };
  expect(problem({ provider: "azure", service: "blob_storage", bucketPlan })).toContain("connection string");
});

test("addresses of services follow from their credentials", async () => {
  const context = { network, now, urls: {} };
  const url = async (credential: object) => {
    const bucket = openBucket(credential as StorageCredential, context) as Bucket;
    return (await bucket.sign({ method: "GET", path: "a b.wav", headers: {}, signal })).url.href;
  };
  const aws = { awsAccessKeyId: "a", awsSecretAccessKey: "b", s3BucketName: "calls", s3PathPrefix: "x" };
  expect(await url({ provider: "s3", region: "eu-central-1", ...aws })).toBe(
    "https://s3.eu-central-1.amazonaws.com/calls/a%20b.wav",
  );
  const r2 = { provider: "cloudflare", accountId: "acc", bucketPlan: { name: "calls", ...keys() } };
  expect(await url(r2)).toBe("https://acc.r2.cloudflarestorage.com/calls/a%20b.wav");
  const hmac = { name: "calls", hmacAccessKey: "GOOG", hmacSecret: "secret" };
  expect(await url({ provider: "gcp", gcpKey: {}, bucketPlan: hmac })).toBe("https://storage.googleapis.com/calls/a%20b.wav");
  const sas = readConnectionString("BlobEndpoint=https://acct.blob.core.windows.net/;SharedAccessSignature=sv=2021&sig=a%2Bb");
  if (!sas) throw new Error("the connection string was not read");
  const { url: signed, headers } = await azureContainer(sas, "calls", "", now).sign({
    method: "PUT",
    path: "a.wav",
    headers: {},
    signal,
  });
  expect(signed.href).toBe("https://acct.blob.core.windows.net/calls/a.wav?sv=2021&sig=a%2Bb");
  expect(headers).not.toHaveProperty("authorization");
});

test("a shared key signs as Azure's own client does", () => {
  // Recorded from @azure/storage-blob 12.32.0 on 2026-11-26.
  const account = { account: "acct", accountKey: Buffer.from("a key of the account").toString("base64") };
  const url = new URL("https://acct.blob.core.windows.net/calls/fol%20der/a-mono.wav");
  const put = {
    "content-type": "application/octet-stream",
    "content-length": "5",
    "x-ms-version": "2026-04-06",
    "x-ms-blob-content-type": "audio/wav",
    "x-ms-blob-type": "BlockBlob",
    "x-ms-date": "Thu, 26 Nov 2026 17:23:09 GMT",
    "x-ms-client-request-id": "ec4f2782-4163-49eb-8754-b56bbaf0317d",
  };
  expect(sharedKey(account, "PUT", url, put)).toBe("SharedKey acct:rVDFXjIgQpQ0R4lAcuB7F08eOoLaDc88Prlq4l8QuwM=");
  const get = {
    "x-ms-version": "2026-04-06",
    "x-ms-range": "bytes=2-4",
    "x-ms-date": "Thu, 26 Nov 2026 17:23:09 GMT",
    "x-ms-client-request-id": "8ee98dd8-714a-41e5-8218-42242466bfac",
  };
  expect(sharedKey(account, "GET", url, get)).toBe("SharedKey acct:qYm7kkqrJgy1vz68tHR3r5XJeGJqqXEGPFC8O/AhLoo=");
});

test("an access token of Google is used until it expires", async () => {
  const bucket = opened(gcs.credential);
  const before = gcs.tokens;
  for (const path of ["a", "b", "c"]) await statObject(network, bucket, path);
  expect(gcs.tokens - before).toBe(1);
});

test("folders stay where they are", () => {
  expect(joinPath("/calls/", "", "2026//11", "a.wav")).toBe("calls/2026/11/a.wav");
  expect(joinPath("calls", "../others", "a.wav")).toBeNull();
  expect(new StorageError("no", 403).status).toBe(403);
});
