import type { Assistant, Call } from "@callwright/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FAKE_S3, type FakeS3, startFakeS3 } from "../../apps/server/src/platform/blobs/testing/fake-s3.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { followPath, openAssistant } from "../harness/dashboard.ts";
import { type OpenDashboard, openDashboard } from "../harness/open-dashboard.ts";
import { getCall, listCalls } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";

/** Recordings and traces: the assistant's settings, storage and keys that are added there, and the files of a call with their place. */

failTogether();

let dashboard: OpenDashboard;
let page: Page;
let s3: FakeS3;
let callId: string;

beforeAll(async () => {
  s3 = await startFakeS3();
  dashboard = await openDashboard();
  ({ page } = dashboard);
  callId = (await listCalls(dashboard.user))[0]?.id ?? "";
});
afterAll(() => s3.close());

const files = () => page.getByRole("region", { name: "Files" });
const download = () => files().getByRole("button", { name: "Download" });
const recording = () => page.getByRole("region", { name: "Recording" });

test("the format and the names in the transcript are set, and published", async () => {
  await openAssistant(page, "Riley");
  await page.getByRole("tab", { name: "Advanced" }).click();
  await recording().getByLabel("Recording format").selectOption("MP3");
  await recording().getByLabel("Folder in that storage").fill("support");
  await page.getByLabel("Name of the assistant").fill("Riley");
  await page.getByText("Your organization has no storage yet, so this server keeps them.").waitFor();
  await expectAccessibleInEveryLook(page);
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  const plan = async () => (await dashboard.user.send<Assistant[]>("GET", "/assistant")).body[0]?.artifactPlan;
  await expect
    .poll(plan)
    .toEqual({ recordingFormat: "mp3", recordingPath: "support", transcriptPlan: { assistantName: "Riley" } });
});

test("storage is added without leaving the assistant", async () => {
  await page.getByLabel("Add storage…").selectOption("Another store with the protocol of S3");
  const dialog = page.getByRole("dialog");
  const { accessKeyId, bucket } = FAKE_S3;
  await dialog.getByLabel("Name of the bucket").fill(bucket);
  await dialog.getByLabel("Address of the service").fill(s3.url.replace(`/${bucket}`, ""));
  await dialog.getByLabel("Access key ID").fill(accessKeyId);
  await dialog.getByLabel("Secret access key").fill("wrong");
  await dialog.getByRole("button", { name: "Create credential" }).click();
  await dialog.waitFor({ state: "detached" });
  await recording().getByText("Stored in:").waitFor();
});

test("the page of a call has its files, and says why they are not stored", async () => {
  await dashboard.user.send<Call>("POST", `/call/${callId}/store`);
  await followPath(page, `/calls/${callId}`);
  await download().click();
  for (const name of ["Recording, both sides in stereo", "Recording in mono", "The caller alone", "The assistant alone", "Log"])
    await page.getByRole("menuitem", { name }).waitFor();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Transcript" }).click()]);
  expect(saved.suggestedFilename()).toBe(`call-${callId}-transcript.txt`);
  await files().getByText("5 files are not in your storage").waitFor();
  await expectAccessibleInEveryLook(page);
});

test("with a right key they are stored at a click, and still play", async () => {
  const { accessKeyId, secretAccessKey, region, bucket: name } = FAKE_S3;
  const bucketPlan = { name, url: s3.url.replace(`/${name}`, ""), region, accessKeyId, secretAccessKey };
  const [credential] = (await dashboard.user.send<{ id: string }[]>("GET", "/credential")).body;
  await dashboard.user.send("PATCH", `/credential/${credential?.id}`, { bucketPlan });
  await files().getByRole("button", { name: "Store now" }).click();
  await files().getByText("Stored in").waitFor();
  await expect
    .poll(async () => (await getCall(dashboard.user, callId)).artifact?.storage?.every(({ state }) => state === "stored"))
    .toBe(true);
  expect(s3.objects.size).toBe(5);
  await page.reload();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await expectAccessibleInEveryLook(page);
});

test("traces are turned on by keyboard with what they are found by, and the key is added there", async () => {
  await followPath(page, "/assistants");
  await openAssistant(page, "Riley");
  await page.getByRole("tab", { name: "Advanced" }).click();
  const traces = page.getByRole("region", { name: "Traces" });
  const plan = async () => (await dashboard.user.send<Assistant[]>("GET", "/assistant")).body[0]?.observabilityPlan;
  const publish = async () => {
    await page.getByRole("button", { name: "Publish…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  };
  await traces.getByRole("switch", { name: /^Send traces to Langfuse/ }).focus();
  await page.keyboard.press("Space");
  await traces.getByText("Your organization has no key of Langfuse, so nothing is sent.").waitFor();
  await traces.getByLabel("Trace name").fill("Shop in {{place}}");
  await traces.getByLabel("Prompt name").fill("sell");
  await expectAccessibleInEveryLook(page);
  await publish();
  await expect.poll(plan).toEqual({ provider: "langfuse", tags: [], traceName: "Shop in {{place}}", promptName: "sell" });
  await traces.getByRole("button", { name: "Add a key for Langfuse" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Public key").fill("pk-lf-1");
  await dialog.getByLabel("Secret key").fill("sk-lf-1");
  await dialog.getByLabel("API URL").fill("https://cloud.langfuse.com");
  await dialog.getByRole("button", { name: "Create credential" }).click();
  await dialog.waitFor({ state: "detached" });
  await traces.getByText("Sent with the newest of:").waitFor();
  await traces.getByRole("switch", { name: /^Send traces to Langfuse/ }).uncheck();
  await page.getByText("Draft · saved").waitFor();
  await publish();
  await expect.poll(plan).toBeUndefined();
});
