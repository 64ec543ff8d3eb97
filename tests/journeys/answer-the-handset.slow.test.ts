import type { Assistant, PhoneNumber } from "@callwright/contract";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openHandset, openScreen } from "../harness/dashboard.ts";
import { eventually } from "../harness/eventually.ts";
import { journey } from "../harness/journey.ts";
import { signUpByRequest } from "../harness/open-dashboard.ts";
import { mark, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { getCall, listCalls, listEvents, type PlatformUser } from "../harness/platform.ts";
import { changeRiley } from "../harness/riley.ts";

/**
 * Somebody adds a simulated number, lets Riley answer it, calls it from the Handset and presses keys; then Riley calls the Handset, which
 * answers, declines and is busy; and a scripted person answers a call with no page open.
 */

const open = journey();
const KEYS = "15#";

let person: PlatformUser;
let numberId: string;

beforeAll(async () => {
  const { page, url, person: account } = open();
  person = await signUpByRequest(page, url, account);
  // The office sound of an assistant on the phone would hide its silence.
  const firstMessage = "Hello, this is Riley. How can I help you today?";
  await changeRiley(person, { firstMessage, silenceTimeoutSeconds: 600, backgroundSound: "off" });
  await page.goto("/phone-numbers");
});

const state = () => open().page.getByRole("region", { name: "Handset" }).getByRole("status");
const isInState = (text: string) => state().filter({ hasText: text }).waitFor();
const press = (name: string) => open().page.getByRole("button", { name, exact: true }).click();
const lastCall = async () => (await listCalls(person))[0];
const ended = (id: string) =>
  eventually("the end of the call", async () => {
    const call = await getCall(person, id);
    return call.status === "ended" ? call : undefined;
  });

test("a simulated number is added, and Riley answers it", async () => {
  const { page } = open();
  // The list is empty, and offers it twice.
  await page.getByRole("button", { name: "Add number" }).first().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Simulated line/ })
    .click();
  await page.waitForURL(/\/phone-numbers\/[0-9a-f-]{36}/);
  numberId = page.url().split("/").at(-1) ?? "";
  const riley = (await person.send<Assistant[]>("GET", "/assistant")).body.find(({ name }) => name === "Riley");
  const set = await person.send<PhoneNumber>("PATCH", `/phone-number/${numberId}`, { assistantId: riley?.id });
  expect(set.body).toMatchObject({ provider: "simulated", assistantId: riley?.id });
  await page.getByRole("link", { name: "Call from this page" }).click();
  await isInState("Ready");
  await expectAccessibleInEveryLook(page);
});

test("the Handset calls it and hears Riley, and its keys reach the call", async () => {
  const { page } = open();
  const before = await mark(page);
  await press("Call");
  await isInState("In call");
  await waitForSound(page, before, 60);
  await waitForSilence(page, 60);
  await expectAccessible(page);
  const id = (await lastCall())?.id ?? "";
  for (const key of KEYS) {
    const pressed = (await keysOf(id)).length;
    await press(key);
    await eventually(`the key ${key}`, async () => ((await keysOf(id)).length > pressed ? true : undefined));
  }
  expect(await keysOf(id)).toBe(KEYS);
  await press("Hang up");
  await isInState("Call ended");
  expect(await ended(id)).toMatchObject({ type: "inboundPhoneCall", endedReason: "customer-ended-call" });
});

test("Riley calls the Handset, which answers and is hung up on", async () => {
  const { page } = open();
  await press("Call me");
  const before = await mark(page);
  await page.getByRole("button", { name: "Answer" }).waitFor();
  await expectAccessible(page);
  await press("Answer");
  await isInState("In call");
  await waitForSound(page, before, 60);
  const call = await lastCall();
  expect(call).toMatchObject({ type: "outboundPhoneCall", status: "in-progress", ringingAt: expect.any(String) });
  await person.send("POST", `/call/${call?.id}/end`);
  await isInState("Call ended");
  expect(await ended(call?.id ?? "")).toMatchObject({ endedReason: "manually-canceled" });
});

test.each([
  ["Decline", { endedReason: "customer-busy", endedMessage: "The customer declined the call." }],
  ["Busy", { endedReason: "customer-busy" }],
])("Riley calls the Handset, whose answer is %s", async (button, expected) => {
  const { page } = open();
  await press("Call me");
  await press(button);
  await page.getByRole("list", { name: "Incoming calls" }).getByRole("listitem").waitFor({ state: "detached" });
  expect(await ended((await lastCall())?.id ?? "")).toMatchObject(expected);
});

test("beside the page of Riley, the Handset is called with unsaved changes", async () => {
  const { page } = open();
  await openScreen(page, "Assistants");
  await page.getByRole("link", { name: "Riley" }).first().click();
  await page.getByLabel("First message").fill("Good evening from the harbor, how can I help?");
  await openHandset(page);
  const panel = page.getByRole("complementary", { name: "Call me" });
  await panel.getByRole("button", { name: "Call me" }).click();
  const before = await mark(page);
  await panel.getByRole("button", { name: "Answer" }).click();
  await isInState("In call");
  await waitForSound(page, before, 60);
  await panel.getByRole("button", { name: "Hang up" }).click();
  await isInState("Call ended");
  const call = await ended((await lastCall())?.id ?? "");
  expect(call).toMatchObject({ type: "outboundPhoneCall", endedReason: "customer-ended-call" });
  // The transcript contains everything until the caller hung up.
  expect(call.artifact?.transcript).toContain("AI: Good evening");
  await panel.getByRole("link", { name: "Open the call" }).click();
  const earlier = page.getByRole("region", { name: "Earlier calls with this customer" });
  // The calls of the earlier steps, newest first.
  const calls = await listCalls(person);
  const others = calls.filter(({ id, customer }) => id !== call.id && customer?.number === call.customer?.number);
  const links = () => earlier.getByRole("link").evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
  await earlier.getByRole("listitem").first().waitFor();
  expect(await links()).toEqual(others.map(({ id }) => `/calls/${id}`));
  await expectAccessible(page);
});

test("a scripted person answers with no page open, and the list and the page of the call tell who called whom", {
  tags: "long",
}, async () => {
  const { page } = open();
  await openScreen(page, "Calls");
  const body = { phoneNumberId: numberId, assistant: { name: "Nora", firstMessage: "Hello, is Alex there?" } };
  const { id = "" } = (await person.send<{ id: string }>("POST", "/call", { ...body, customer: { number: "+12025550106" } }))
    .body;
  const call = await ended(id);
  expect(call).toMatchObject({ endedReason: "customer-ended-call", customer: { number: "+12025550106" } });
  const heard = (await listEvents(person, id)).flatMap((event) => (event.type === "user.said" ? [event.payload.text] : []));
  expect(heard.join(" ")).toMatch(/\bnumber\b/i);
  await page.getByRole("row").filter({ hasText: "+12025550106" }).getByRole("link").first().click();
  const facts = page.getByRole("complementary", { name: "Details" });
  await facts.getByText("+12025550106").waitFor();
  await facts.getByText("Rang", { exact: true }).waitFor();
});

/** The keys that the call has detected. */
async function keysOf(callId: string): Promise<string> {
  const events = await listEvents(person, callId);
  return events.flatMap((event) => (event.type === "key.pressed" ? [event.payload.key] : [])).join("");
}
