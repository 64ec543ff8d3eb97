import type { AgentStarted, Assistant, Chat, Squad } from "@callwright/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ask, hangUp, signUpInPage, talk, transcript } from "../harness/dashboard.ts";
import { eventually } from "../harness/eventually.ts";
import { journey } from "../harness/journey.ts";
import { heardSince, mark, speakInto, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { getCall, listEvents, type PlatformUser, signIn } from "../harness/platform.ts";
import { soundProblem } from "../harness/sound-words.ts";
import { speechFile } from "../harness/speech.ts";
import { pitchOf } from "../harness/voice-pitch.ts";

/**
 * A user builds a squad of three assistants with three voices on the canvas. The first handoff says a message, the second is silent. Typed,
 * in a chat and aloud, the same words take the same path.
 */

/** `hz`: measured pitch of the voice. */
const MEMBERS = [
  {
    name: "Reception",
    voiceId: "slt",
    hz: 175,
    firstMessage: "Bean Town, hello.",
    prompt: "The shop opens at eight in the morning.",
  },
  {
    name: "Billing",
    voiceId: "awb",
    hz: 133,
    firstMessage: "This is the billing department.",
    prompt: "The invoice must be paid in thirty days.",
  },
  { name: "Workshop", voiceId: "rms", hz: 103, firstMessage: "", prompt: "A broken grinder is repaired in a week." },
] as const;
/** The caller's words, each with its answers and the members that speak them. */
const TALK: readonly [said: string, answers: readonly [speaker: string, text: string][]][] = [
  ["When does the shop open in the morning", [["Reception", "The shop opens at eight in the morning."]]],
  [
    "I have a question about an invoice",
    [
      ["Reception", "One moment, please."],
      ["Billing", "This is the billing department."],
    ],
  ],
  ["When must the invoice be paid", [["Billing", "The invoice must be paid in thirty days."]]],
  ["My grinder is broken", [["Workshop", "A broken grinder is repaired in a week."]]],
];
const PATH = MEMBERS.map(({ name }) => name);
const WHOLE_CALL = { path: PATH, said: [["Reception", "Bean Town, hello."], ...TALK.flatMap(([, answers]) => answers)] };

const started = journey();
let user: PlatformUser;
let squad: Squad;

const canvas = (page: Page) => page.getByRole("application", { name: "Squad canvas" });
const inspector = (page: Page) => page.getByRole("region", { name: "Selection" });
const lineOf = (page: Page, text: string) => transcript(page).locator('[data-role="assistant"]').filter({ hasText: text });

async function select(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: list }).fill(option);
  await page.getByRole("listbox", { name: list }).getByRole("option", { name: option, exact: true }).click();
}

test("three assistants become a squad on the canvas", async () => {
  const { page, person, url } = started();
  await signUpInPage(page, person);
  user = await signIn(url, person);
  for (const { name, voiceId, firstMessage, prompt } of MEMBERS) {
    const { status } = await user.send<Assistant>("POST", "/assistant", {
      name,
      voice: { provider: "callwright", voiceId },
      ...(firstMessage ? { firstMessage } : { firstMessageMode: "assistant-speaks-first-with-model-generated-message" }),
      model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: prompt }] },
      // Recognizes the person's fixed words, however they are spoken.
      transcriber: { provider: "callwright", model: "fake-instant", text: TALK.map(([said]) => said) },
    });
    expect(status).toBe(201);
  }
  await page.goto("/squads/new");
  await canvas(page).waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Bean Town");
  for (const { name } of MEMBERS) {
    await select(page, "Add a member…", name);
    await canvas(page).getByText(name, { exact: true }).waitFor();
  }
});

test("handoffs are drawn, one with a message and one without", async () => {
  const { page } = started();
  await select(page, "Find on the canvas", "Reception");
  await select(page, "Add a handoff to…", "Billing");
  await inspector(page).getByRole("heading", { name: "Reception → Billing" }).waitFor();
  await inspector(page).getByLabel("Description").fill("The caller asks about an invoice or a payment");
  await inspector(page).getByRole("button", { name: "Message", exact: true }).click();
  const message = inspector(page).getByRole("group", { name: "Message", exact: true });
  await message.getByLabel("Type").selectOption({ label: "Text" });
  await message.getByRole("textbox").fill("One moment, please.");
  await select(page, "Find on the canvas", "Billing");
  await select(page, "Add a handoff to…", "Workshop");
  await inspector(page).getByRole("heading", { name: "Billing → Workshop" }).waitFor();
  await inspector(page).getByLabel("Description").fill("A grinder is broken");
  await page.getByRole("button", { name: "Create squad" }).click();
  await page.getByRole("button", { name: "Publish…" }).waitFor();
  await page.reload();
  await expect.poll(() => canvas(page).locator(".react-flow__edge").count()).toBe(2);
  const found = (await user.send<Squad[]>("GET", "/squad")).body.find(({ name }) => name === "Bean Town");
  if (!found) throw new Error("The squad was not stored.");
  squad = found;
});

test("a typed call is passed on, and the member who speaks is lit", async () => {
  const { page } = started();
  await talk(page);
  await lineOf(page, "Bean Town, hello.").waitFor();
  for (const [said, answers] of TALK) {
    // A question before a word of the previous answer is heard is one with the previous question for the model.
    await waitForSilence(page);
    const asked = await mark(page);
    await ask(page, said);
    for (const [, text] of answers) await lineOf(page, text).waitFor();
    await waitForSound(page, asked);
  }
  await canvas(page).locator('[data-state="running"]').filter({ hasText: "Workshop" }).waitFor();
  await waitForSilence(page);
  expect(await afterCall(page)).toEqual(WHOLE_CALL);
});

test("a chat takes the same path", async () => {
  const agents: AgentStarted[] = [];
  let last: Chat | undefined;
  for (const [input] of TALK) {
    const target = last ? { sessionId: last.sessionId } : { squadId: squad.id };
    last = (await user.send<Chat>("POST", "/chat", { ...target, input })).body;
    agents.push(...(last.agents ?? []));
  }
  expect(agents.map(({ name }) => name)).toEqual(PATH);
});

test("aloud, the same words take the same path, and each member is heard with its own voice", { tags: "long" }, async () => {
  const { page } = started();
  await page.goto(`/squads/${squad.id}`);
  await canvas(page).waitFor();
  await talk(page);
  await lineOf(page, "Bean Town, hello.").waitFor();
  const pitches = new Map<string, number>();
  for (const [said, answers] of TALK) {
    await waitForSilence(page);
    const asked = await mark(page);
    await speakInto(page, await speechFile({ text: said, voice: "slt" }));
    for (const [, text] of answers) await lineOf(page, text).waitFor();
    const words = answers.map(([, text]) => text).join(" ");
    const problem = async () => soundProblem(words, await heardSince(page, asked));
    await expect.poll(problem, { interval: 1_000 }).toBeUndefined();
    if (answers.length === 1) pitches.set(answers[0]?.[0] ?? "", pitchOf(await heardSince(page, asked)));
  }
  for (const { name, hz } of MEMBERS) {
    const pitch = pitches.get(name) ?? 0;
    expect(Math.abs(pitch - hz), `${name} speaks at ${pitch} Hz`).toBeLessThan(15);
  }
  expect(await afterCall(page)).toEqual(WHOLE_CALL);
});

/** Hangs up. Returns the path of the call, and each member's words. */
async function afterCall(
  page: Page,
): Promise<{ path: string[]; said: (readonly [speaker: string | undefined, text: string])[] }> {
  const id = await hangUp(page);
  await eventually("the call to have ended", async () => ((await getCall(user, id)).status === "ended" ? true : undefined));
  await page.getByRole("tab", { name: "Path", exact: true }).click();
  await page.locator('[data-state="passed"]').filter({ hasText: "Workshop" }).waitFor();
  const events = await listEvents(user, id);
  return {
    path: events.flatMap((event) => (event.type === "agent.started" ? [event.payload.name] : [])),
    said: events.flatMap((event) =>
      event.type === "assistant.said" ? [[event.payload.speaker, event.payload.text] as const] : [],
    ),
  };
}
