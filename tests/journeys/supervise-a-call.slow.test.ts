import type { Page, Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible, expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openPage, sharedChromium } from "../harness/chromium.ts";
import { ask, openAssistant, openScreen } from "../harness/dashboard.ts";
import { eventually } from "../harness/eventually.ts";
import { newAccount, sharedServerUrl, signUpByRequest } from "../harness/open-dashboard.ts";
import { mark, speakInto, tapPage, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { getCall, listCalls, listEvents, type PlatformUser } from "../harness/platform.ts";
import { changeRiley } from "../harness/riley.ts";
import { speechFile } from "../harness/speech.ts";
import { failTogether } from "../harness/steps.ts";
import { makeColleague, openColleague, untilLive, watchForReloads } from "../harness/two-windows.ts";

/**
 * Two windows: in one, a person talks with Riley; in the other, a colleague sees the call ring, follows it, steers it and ends it, without a reload.
 * A third shows that a viewer can only read.
 */

const maria = newAccount("Maria Costa");
const vic = newAccount("Vic Viewer");
const GREETING = "Hello, this is Riley.";
/** The recognized words of the call: recognition is the subject of `first-spoken-conversation.test.ts`. */
const QUESTION = "hello, what are your opening hours on saturday?";
const TYPED = "We are closed then, but I can open for you.";
const SAID = "The kitchen closes at nine tonight.";

failTogether();

let ada: PlatformUser;
/** The caller, the supervisor, and a viewer. */
let caller: Page;
let supervisor: Page;
let viewer: Page;
let isNeverReloaded: () => Promise<boolean>;
let errors: string[][];
let callId: string;

/** A call rings for as long as its caller's page has not been let into the room. */
const held: Route[] = [];
let isLetIn = false;

beforeAll(async () => {
  const url = sharedServerUrl();
  const browser = await sharedChromium();
  const opened = await openPage(browser, url);
  caller = opened.page;
  await tapPage(caller);
  ada = await signUpByRequest(caller, url, newAccount());
  await caller.goto("/assistants");
  await makeColleague(url, ada, maria, "editor");
  await makeColleague(url, ada, vic, "viewer");
  const [second, third] = [await openColleague(browser, url, ada, maria), await openColleague(browser, url, ada, vic)];
  [supervisor, viewer] = [second.page, third.page];
  errors = [opened.errors, second.errors, third.errors];
  // Checking all looks of a screen takes longer than the silence timeout.
  await changeRiley(ada, {
    firstMessage: GREETING,
    silenceTimeoutSeconds: 3600,
    transcriber: { provider: "callwright", model: "fake-instant", text: QUESTION },
  });
  await caller.route(/\/call\/[^/]+\/room\?secret=/, (route) => {
    if (isLetIn) return route.continue();
    held.push(route);
  });
});

const live = () => supervisor.getByRole("log", { name: "Live transcript" });
const panel = () => supervisor.getByRole("region", { name: "Supervise the call" });
const rowOf = (page: Page, status: string) =>
  page.getByRole("table", { name: "Calls" }).getByRole("row").filter({ hasText: status });

test("a call that was started in one window rings in the other's list", async () => {
  for (const page of [supervisor, viewer]) {
    await openScreen(page, "Calls");
    await untilLive(page);
  }
  isNeverReloaded = await watchForReloads(supervisor);
  const before = await listCalls(ada);
  await openAssistant(caller, "Riley");
  await caller.getByRole("button", { name: "Talk", exact: true }).click();
  await rowOf(supervisor, "Waiting for the caller").waitFor();
  await supervisor.getByText(`${before.length + 1} calls`).waitFor();
  await expectAccessible(supervisor);
});

test("it is joined, and the list says so", async () => {
  isLetIn = true;
  for (const route of held.splice(0)) await route.continue();
  await caller.getByRole("status").filter({ hasText: "In call" }).waitFor();
  await rowOf(supervisor, "In progress").waitFor();
  // On narrow screens, a running call must still be recognizable.
  await supervisor.setViewportSize({ width: 390, height: 900 });
  await rowOf(supervisor, "In progress").getByText("In progress").filter({ visible: true }).waitFor();
  await expectAccessible(supervisor);
  await supervisor.setViewportSize({ width: 1440, height: 900 });
  callId = (await listCalls(ada))[0]?.id ?? "";
});

test("its page is filled in while it runs", async () => {
  await rowOf(supervisor, "In progress").getByRole("link").click();
  await live().getByText(GREETING).waitFor();
  await waitForSound(caller, 0);
  await waitForSilence(caller);
  // A partial line is drawn, but hidden from screen readers until it is complete.
  await live().evaluate((log) => {
    new MutationObserver(() => {
      if (log.querySelector("[aria-hidden=true]")?.textContent) log.dataset.hadPartialWords = "true";
    }).observe(log, { subtree: true, childList: true, characterData: true });
  });
  const asked = await mark(caller);
  await speakInto(caller, await speechFile({ text: QUESTION, voice: "slt" }));
  await live().getByText(QUESTION).waitFor();
  await live()
    .getByText(/On Saturday/)
    .waitFor();
  await live()
    .getByRole("button", { name: /^Response time/ })
    .waitFor();
  expect(await live().getAttribute("data-had-partial-words")).toBe("true");
  await waitForSound(caller, asked);
  await waitForSilence(caller);
  await supervisor.getByText(/^In progress/).waitFor();
  await expectAccessibleInEveryLook(supervisor);
});

test("a viewer reads along, and is offered nothing that an editor does", async () => {
  await rowOf(viewer, "In progress").getByRole("link").click();
  await viewer
    .getByRole("log", { name: "Live transcript" })
    .getByText(/On Saturday/)
    .waitFor();
  await viewer.getByText("No notes yet.").waitFor();
  expect(await viewer.getByRole("region", { name: "Supervise the call" }).count()).toBe(0);
  expect(await viewer.getByRole("button", { name: /End call|Delete|Say|Add note/ }).count()).toBe(0);
  expect(await viewer.getByRole("textbox").count()).toBe(0);
  await expectAccessible(viewer);
});

test("what the supervisor has said, the caller hears, and so does the supervisor who listens in", async () => {
  const before = await mark(caller);
  const listen = panel().getByRole("button", { name: "Listen" });
  await listen.click();
  expect(await listen.getAttribute("aria-pressed")).toBe("true");
  await panel().getByRole("textbox", { name: "Message for the assistant to say" }).fill(SAID);
  await supervisor.keyboard.press("Enter");
  await listen.locator("[data-side=assistant][data-loud]").waitFor();
  await live().getByText(SAID).waitFor();
  await waitForSound(caller, before);
  await expectAccessible(supervisor);
  await listen.click();
  expect(await listen.getAttribute("aria-pressed")).toBe("false");
  await waitForSilence(caller);
});

test("muted, the assistant's answers are written and not heard; then they are again", async () => {
  const mute = panel().getByRole("button", { name: "Mute assistant" });
  const events = async () => (await listEvents(ada, callId)).map((event) => (event.type === "control" ? event.payload : {}));
  await mute.click();
  await expect.poll(() => mute.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(events).toContainEqual({ control: "mute-assistant", by: { userId: expect.any(String), name: maria.name } });
  const muted = await mark(caller);
  await ask(caller, "what are your opening hours on sunday?");
  await live()
    .getByText(/On Sunday/)
    .waitFor();
  await eventually("the answer to have been given", async () => {
    const said = (await listEvents(ada, callId)).flatMap((event) => (event.type === "assistant.said" ? event.payload.text : []));
    return said.find((text) => text.startsWith("On Sunday"));
  });
  const loudest = await caller.evaluate((from) => Math.max(0, ...window.pageAudio.peaks.slice(from)), muted);
  expect(loudest).toBeLessThan(0.02);

  await mute.click();
  await expect.poll(() => mute.getAttribute("aria-pressed")).toBe("false");
  await expect.poll(events).toContainEqual(expect.objectContaining({ control: "unmute-assistant" }));
  const unmuted = await mark(caller);
  await ask(caller, "what are your opening hours on saturday?");
  await waitForSound(caller, unmuted);
});

test("the supervisor takes the call over from the live list: typed words are heard, and the assistant's are offered", async () => {
  await supervisor.goBack();
  await supervisor.getByRole("link", { name: /^Live/ }).click();
  const row = supervisor.getByRole("list", { name: "Live" }).getByRole("listitem");
  await row.getByText(/On Saturday/).waitFor();
  await expectAccessibleInEveryLook(supervisor);
  await row.getByRole("button", { name: "Take over" }).click();
  const words = panel().getByRole("textbox", { name: "What to say to the caller" });
  await words.waitFor();
  // The viewer's page says who has the call.
  await viewer.getByText(`${maria.name} took over. The assistant is muted.`).waitFor();
  const quiet = await mark(caller);
  await ask(caller, "what are your opening hours on sunday?");
  const suggestion = panel().getByRole("button", { name: /^On Sunday/ });
  await suggestion.waitFor();
  const loudest = await caller.evaluate((from) => Math.max(0, ...window.pageAudio.peaks.slice(from)), quiet);
  expect(loudest).toBeLessThan(0.02);
  await expectAccessibleInEveryLook(supervisor);
  await words.press("Tab");
  await expect.poll(() => words.inputValue()).toMatch(/^On Sunday/);
  await words.fill(TYPED);
  const typed = await mark(caller);
  await supervisor.keyboard.press("Enter");
  await waitForSound(caller, typed);
  await live().getByText(TYPED).waitFor();
  const said = async () =>
    (await listEvents(ada, callId)).flatMap((event) => (event.type === "assistant.said" ? [event.payload] : []));
  await expect.poll(said).toContainEqual(expect.objectContaining({ text: TYPED, by: maria.name }));
  expect(await said()).toContainEqual(expect.objectContaining({ text: expect.stringMatching(/^On Sunday/), heard: "not" }));
});

test("a reload keeps the call in the supervisor's hands, and leaving the page gives it back", async () => {
  await supervisor.reload();
  const words = panel().getByRole("textbox", { name: "What to say to the caller" });
  await words.waitFor();
  await supervisor.getByRole("link", { name: "Overview" }).click();
  await viewer.getByText(`${maria.name} was gone. The assistant has the call again.`).waitFor();
  await supervisor.goBack();
  await panel().getByRole("button", { name: "Take over" }).click();
  await words.waitFor();
  await panel().getByRole("button", { name: "Give back to Riley" }).click();
  await viewer.getByText(`${maria.name} gave the call back to the assistant.`).waitFor();
  const back = await mark(caller);
  await ask(caller, "what are your opening hours on saturday?");
  await waitForSound(caller, back);
  isNeverReloaded = await watchForReloads(supervisor);
});

test("a message is added to the conversation, which the caller does not hear", async () => {
  await panel().getByRole("button", { name: "Add message…" }).click();
  const dialog = supervisor.getByRole("dialog", { name: "Add a message" });
  await dialog.getByLabel("Message").fill("The caller is a regular.");
  await dialog.getByLabel("Role", { exact: true }).selectOption("system");
  await dialog.getByLabel("Let the assistant reply now").uncheck();
  await expectAccessible(supervisor);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await live().getByText("The caller is a regular.").waitFor();
  const added = (await listEvents(ada, callId)).filter(({ type }) => type === "message.added");
  expect(added.map(({ payload }) => payload)).toEqual([{ role: "system", content: "The caller is a regular.", by: maria.name }]);
});

test("a note of one is there for the other, who cannot delete it", async () => {
  await supervisor.getByRole("textbox", { name: "Add a note" }).fill("Asks for the hours every week.");
  await supervisor.getByRole("button", { name: "Add note" }).click();
  await viewer.getByText("Asks for the hours every week.").waitFor();
  await viewer.getByRole("region", { name: "Notes" }).getByText(maria.name).waitFor();
  expect(await viewer.getByRole("button", { name: /^Delete the note/ }).count()).toBe(0);
  await supervisor.getByRole("button", { name: /^Delete the note/ }).waitFor();
  await expectAccessibleInEveryLook(supervisor);
});

test("the supervisor ends the call, for everybody and without a reload", async () => {
  await panel().getByRole("button", { name: "End call…" }).click();
  const question = supervisor.getByRole("dialog", { name: "End this call?" });
  await expectAccessible(supervisor);
  await question.getByRole("button", { name: "End call", exact: true }).click();
  await caller.getByRole("status").filter({ hasText: "Call ended" }).waitFor();
  for (const page of [supervisor, viewer]) {
    await page.getByText("manually-canceled").waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  }
  expect(await panel().count()).toBe(0);
  expect(await getCall(ada, callId)).toMatchObject({ status: "ended", endedReason: "manually-canceled" });
  await supervisor.getByRole("button", { name: /^Delete the note/ }).click();
  await supervisor.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await viewer.getByText("No notes yet.").waitFor();
  await openScreen(supervisor, "Calls");
  await supervisor.getByRole("table", { name: "Calls" }).waitFor();
  await expect.poll(() => rowOf(supervisor, "In progress").count()).toBe(0);
  expect(await isNeverReloaded()).toBe(true);
  expect(errors.flat()).toEqual([]);
});
