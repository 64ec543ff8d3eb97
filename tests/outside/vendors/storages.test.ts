import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { BlobServiceClient, RestError } from "@azure/storage-blob";
import { expect, test } from "vitest";
import { FAKE_S3, startFakeS3 } from "../../../apps/server/src/platform/blobs/testing/fake-s3.ts";
import { startFakeAzure } from "../../../apps/server/src/platform/storage/testing/fake-storages.ts";

const KEY = "recordings/fol der/ä+b.wav";
const BYTES = Buffer.from("0123456789");

test("Amazon's client talks to the fake", async () => {
  const fake = await startFakeS3();
  const { accessKeyId, secretAccessKey, region, bucket: Bucket } = FAKE_S3;
  const clientWith = (secret: string) =>
    new S3Client({
      region,
      endpoint: new URL("/", fake.url).href,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey: secret },
    });
  const client = clientWith(secretAccessKey);
  await client.send(new PutObjectCommand({ Bucket, Key: KEY, Body: BYTES, ContentType: "audio/wav" }));
  expect([...fake.objects.values()].map(({ bytes, type }) => [bytes.toString(), type])).toEqual([["0123456789", "audio/wav"]]);
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: KEY, Range: "bytes=2-4" }));
  expect(await Body?.transformToString()).toBe("234");
  await client.send(new DeleteObjectCommand({ Bucket, Key: KEY }));
  await expect(client.send(new GetObjectCommand({ Bucket, Key: KEY }))).rejects.toMatchObject({ name: "NoSuchKey" });
  const refused = clientWith("another").send(new GetObjectCommand({ Bucket, Key: KEY }));
  await expect(refused).rejects.toMatchObject({ name: "SignatureDoesNotMatch" });
  await fake.close();
});

test("Azure's client talks to the fake", async () => {
  const fake = await startFakeAzure();
  const { connectionString } = fake.credential.bucketPlan as { connectionString: string };
  const blobWith = (text: string) =>
    BlobServiceClient.fromConnectionString(text, { retryOptions: { maxTries: 1 } })
      .getContainerClient(fake.bucket)
      .getBlockBlobClient(KEY);
  const blob = blobWith(connectionString);
  await blob.upload(BYTES, BYTES.length, { blobHTTPHeaders: { blobContentType: "audio/wav" } });
  expect([...fake.objects.values()].map(({ bytes }) => bytes.toString())).toEqual(["0123456789"]);
  expect((await blob.downloadToBuffer(2, 3)).toString()).toBe("234");
  await blob.delete();
  expect(await blob.exists()).toBe(false);
  const wrong = blobWith(connectionString.replace(/AccountKey=[^;]+/, "AccountKey=d3Jvbmc="));
  await expect(wrong.upload(BYTES, BYTES.length)).rejects.toBeInstanceOf(RestError);
  await fake.close();
});
