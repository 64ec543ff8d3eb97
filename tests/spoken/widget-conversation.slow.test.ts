import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { speakInto, tapPage, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { listCalls, listEvents } from "../harness/platform.ts";
import { hoursOn } from "../harness/riley.ts";
import { speechFile } from "../harness/speech.ts";
import { failTogether } from "../harness/steps.ts";
import { conversation, endButton, field, launcher, shopPage, startButton, told, widgetSite, write } from "../harness/widget.ts";
import { hearingProblem } from "../harness/words.ts";

/** A conversation with the widget in hybrid mode: typed and spoken in one history. */

failTogether();

const site = widgetSite();

let page: Page;
let errors: string[];

beforeAll(async () => {
  ({ page, errors } = await site().visit(
    shopPage(site().widget('mode="hybrid" chat-first-message="Hello! **Ask** me about the bakery."')),
    { prepare: tapPage },
  ));
  await launcher(page).click();
});

test("is typed, spoken, typed into the call and typed again, in one history", async () => {
  await write(page, "Do you deliver?");
  await conversation(page).getByText("We deliver within 5 miles").waitFor();
  await startButton(page).click();
  await conversation(page).getByText("Call started").waitFor();
  await waitForSound(page, 0);
  await waitForSilence(page);
  await speakInto(page, await speechFile({ text: "what are your opening hours on saturday?", voice: "slt", tailSeconds: 1 }));
  await expect
    .poll(async () => hearingProblem(hoursOn("Saturday"), (await conversation(page).textContent()) ?? ""))
    .toBeUndefined();
  await write(page, "Where can I park?");
  await conversation(page).getByText("behind the library").waitFor();
  await endButton(page).click();
  await conversation(page).getByText("Call ended").waitFor();
  await write(page, "Which cards do you take?");
  await conversation(page).getByText("all cards").waitFor();

  const lines = (await conversation(page).textContent())?.replace(/\s+/g, " ") ?? "";
  const order = [
    "Hello! Ask me",
    "Do you deliver",
    "We deliver",
    "Call started",
    "this is Riley",
    "opening hours on",
    "On Saturday",
  ];
  const places = [...order, "Where can I park", "behind the library", "Call ended", "Which cards", "all cards"].map((words) =>
    lines.indexOf(words),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(await conversation(page).getByText("Where can I park?").count()).toBe(1);
  expect(await conversation(page).locator("strong").textContent()).toBe("Ask");
});

test("is told to the page as it goes", async () => {
  expect(await told(page, "error")).toEqual([]);
  const names = (await page.evaluate(() => window.told)).map(([name]) => name).filter((name) => name !== "message");
  expect(names).toEqual(["chat-start", "call-start", "call-end"]);
  expect((await told(page, "call-end"))[0]?.[1]).toMatchObject({ endedReason: "customer-ended-call" });
  const messages = (await told(page, "message")).map(([, { role, via, isTyped, text }]) => ({ role, via, isTyped, text }));
  expect(messages).toContainEqual({ role: "user", via: "chat", isTyped: true, text: "Do you deliver?" });
  expect(messages).toContainEqual({ role: "user", via: "call", isTyped: true, text: "Where can I park?" });
  expect(messages.find(({ via, role, isTyped }) => via === "call" && role === "user" && !isTyped)?.text).toMatch(/saturday/i);
});

test("was known to the call: what was typed before it was told to it", async () => {
  const id = (await listCalls(site().user))[0]?.id ?? "";
  const added = (await listEvents(site().user, id)).filter(({ type }) => type === "message.added");
  expect(added.map(({ payload }) => payload)).toContainEqual({ role: "user", content: "Do you deliver?" });
});

test("ends where the person ends it, and can be started over", async () => {
  await page.getByRole("button", { name: "End chat" }).click();
  await conversation(page).getByText("This chat has ended. Thank you.").waitFor();
  expect(await told(page, "chat-end")).toHaveLength(1);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect.poll(() => conversation(page).getByText("Do you deliver?").count()).toBe(0);
  await field(page).waitFor();
  expect(errors).toEqual([]);
});
