import type { Assistant, AssistantDraft } from "@callwright/contract";
import type { Page, Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { rename } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import type { PlatformUser } from "../harness/platform.ts";
import { failTogether } from "../harness/steps.ts";
import { untilLive, watchForReloads } from "../harness/two-windows.ts";

/** One person edits one assistant in two tabs. */

failTogether();

let user: PlatformUser;
let first: Page;
let second: Page;
let id: string;

const firstMessage = (page: Page) => page.getByLabel("First message");
const nameOf = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();
const saved = (page: Page) => page.getByText("Draft · saved").waitFor();
const draftConfig = async () => (await user.send<AssistantDraft>("GET", `/assistant/${id}/draft`)).body.config;

beforeAll(async () => {
  const opened = await openDashboard();
  [user, first] = [opened.user, opened.page];
  const { body } = await user.send<Assistant>("POST", "/assistant", { name: "Riley", firstMessage: "Hello." });
  id = body.id;
  second = await first.context().newPage();
  for (const page of [first, second]) {
    await page.goto(`/assistants/${id}`);
    await untilLive(page);
  }
});

test("a change in one tab shows in the other, and the other's change of another field keeps it", async () => {
  const isNeverReloaded = await watchForReloads(second);
  await firstMessage(first).fill("Good morning.");
  await saved(first);
  await expect.poll(() => firstMessage(second).inputValue()).toBe("Good morning.");
  await rename(second, "Robin");
  await saved(second);
  await expect.poll(() => nameOf(first)).toBe("Robin");
  expect(await isNeverReloaded()).toBe(true);
  await first.reload();
  await expect.poll(() => firstMessage(first).inputValue()).toBe("Good morning.");
  expect(await draftConfig()).toEqual({ name: "Robin", firstMessage: "Good morning." });
});

test("a field that both changed shows both values, and the rest is saved", async () => {
  // The second tab does not get the change before its own save is refused.
  const held: Route[] = [];
  const reads = `**/assistant/${id}/draft`;
  let isHolding = true;
  await second.route(reads, async (route) => {
    if (isHolding && route.request().method() === "GET") held.push(route);
    else await route.continue();
  });
  await firstMessage(first).fill("Good afternoon.");
  await saved(first);
  const refused = second.waitForResponse((response) => response.status() === 409);
  await firstMessage(second).fill("Good evening.");
  expect(await (await refused).json()).toMatchObject({
    clashes: [{ path: ["firstMessage"], yours: "Good evening.", theirs: "Good afternoon." }],
  });
  expect(await second.getByText("Draft · saved").count()).toBe(0);
  isHolding = false;
  for (const route of held) await route.continue();
  const notice = second.getByRole("group", { name: "First message: changed here and in another tab" });
  await notice.getByRole("region", { name: "Yours" }).getByText("Good evening.").waitFor();
  await notice.getByRole("region", { name: "Other tab" }).getByText("Good afternoon.").waitFor();
  await rename(second, "Sam");
  await expect.poll(async () => (await draftConfig()).name).toBe("Sam");
  await second.getByText("Draft · choose a value to save").waitFor();
  expect((await draftConfig()).firstMessage).toBe("Good afternoon.");
  expect(await second.getByRole("button", { name: "Publish…" }).isDisabled()).toBe(true);
  await second.unroute(reads);
  await expectAccessibleInEveryLook(second);
});

test("the value that is kept is saved, and the other tab shows it", async () => {
  await second.getByRole("button", { name: "Keep yours" }).press("Enter");
  await saved(second);
  await expect.poll(() => firstMessage(first).inputValue()).toBe("Good evening.");
  expect(await draftConfig()).toEqual({ name: "Sam", firstMessage: "Good evening." });
  expect(await second.getByText("changed here and in another tab").count()).toBe(0);
});

test("what one tab publishes is live in both, and the other goes on with its edits", async () => {
  await first.getByRole("button", { name: "Publish…" }).click();
  await first.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await Promise.all([first, second].map((page) => page.locator("header").getByText("v2 live").waitFor()));
  await expect.poll(() => second.getByText(/^Draft/).count()).toBe(0);
  await rename(second, "Kim");
  await saved(second);
  expect((await user.send("GET", `/assistant/${id}/draft`)).body).toMatchObject({
    baseVersion: "v2",
    config: { name: "Kim", firstMessage: "Good evening." },
  });
});

test("a tab without a network keeps its edits, and merges them when it is back", { tags: "long" }, async () => {
  const network = await second.context().newCDPSession(second);
  const setOffline = (offline: boolean) =>
    network.send("Network.emulateNetworkConditions", { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await setOffline(true);
  await rename(second, "Kim, offline");
  await firstMessage(second).fill("Said offline.");
  await second.getByText("Draft · not saved").waitFor();
  await firstMessage(first).fill("Said meanwhile.");
  await saved(first);
  await setOffline(false);
  const notice = second.getByRole("group", { name: "First message: changed here and in another tab" });
  await notice.getByRole("button", { name: "Use the other" }).click();
  await saved(second);
  await expect.poll(draftConfig).toEqual({ name: "Kim, offline", firstMessage: "Said meanwhile." });
  await expect.poll(() => nameOf(first)).toBe("Kim, offline");
  await second.reload();
  await expect.poll(() => nameOf(second)).toBe("Kim, offline");
});

test("a draft that another tab discards takes its edits with it, and undo brings all of them back", {
  tags: "long",
}, async () => {
  const before = await draftConfig();
  await first.getByRole("button", { name: "More actions" }).click();
  await first.getByRole("menuitem", { name: "Discard draft" }).click();
  await expect.poll(() => nameOf(second)).toBe("Sam");
  await first.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => nameOf(second)).toBe("Kim, offline");
  await saved(first);
  expect(await draftConfig()).toEqual(before);
});
