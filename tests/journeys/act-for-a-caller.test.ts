import type { Assistant, CallEvent, Chat, CreateTool, KnowledgeBase, StoredFile } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  type LoopbackServer,
  startLoopbackServer,
} from "../../apps/server/src/modules/credential/outgoing/testing/loopback-server.ts";
import { pdfOf } from "../../apps/server/src/modules/knowledge/file/testing/pdf.ts";
import { startMcpServer, type TestMcpServer } from "../../apps/server/src/modules/tool/run/testing/mcp-server.ts";
import { openAssistant, signUpInPage, talk, transcript } from "../harness/dashboard.ts";
import { eventually } from "../harness/eventually.ts";
import { journey } from "../harness/journey.ts";
import { mark, speakInto, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { getCall, listEvents, type PlatformUser, signIn } from "../harness/platform.ts";
import { speechFile } from "../harness/speech.ts";

/**
 * An assistant with a model of the user books at the user's server, looks something up in an API, reads a PDF, asks an MCP server and hangs
 * up: first in writing, then aloud. Both times the same tools are called with the same arguments.
 */

const STARTED = "One moment, I am booking.";
const DELAYED = "It takes a little longer today.";
const FAILED = "I am sorry, the booking did not work.";
const RULE = "Anything may be returned within 30 days.";

/** A person's words, and the model's reaction. */
interface Turn {
  question: string;
  call: { name: string; arguments: Record<string, unknown> };
  /** The model's words: with the call to hang up, or otherwise after the tool's answer. */
  words?: string;
}

const TURNS: readonly Turn[] = [
  {
    question: "Please book a table on Monday.",
    call: { name: "book_table", arguments: { day: "Monday" } },
    words: "You are booked, the number is 4711.",
  },
  // The shop's server is down that day.
  { question: "And one on Sunday.", call: { name: "book_table", arguments: { day: "Sunday" } } },
  {
    question: "What is the weather in Paris?",
    call: { name: "get_weather", arguments: { city: "Paris" } },
    words: "It is 21 degrees in Paris.",
  },
  {
    question: "How long may I return something?",
    call: { name: "ask_house_rules", arguments: { query: "How long may something be returned?" } },
    words: "You have 30 days for that.",
  },
  {
    question: "Which room is free?",
    call: { name: "find_room", arguments: { day: "Monday" } },
    words: "The room Cedar is free.",
  },
];
/** What the person reads or hears at last. */
const answerTo = ({ words = FAILED }: Turn) => words;
const LAST: Turn = { question: "That is all.", call: { name: "endCall", arguments: {} }, words: "Goodbye." };

interface ChatCall {
  function: { name: string; arguments: string };
}

const started = journey();

let user: PlatformUser;
let model: FakeOpenAiServer;
let shop: LoopbackServer;
let rooms: TestMcpServer;
/** Holds the shop's next answer until it is called. */
let release: (() => void) | undefined;
let isSlow = false;
let callId: string;

beforeAll(async () => {
  model = await startFakeOpenAiServer();
  shop = await startLoopbackServer((response, { url, body }) => {
    if (url.startsWith("/weather")) return void response.end(JSON.stringify({ degrees: 21 }));
    const [{ id, function: called }] = JSON.parse(body).message.toolCallList;
    if (called.arguments.day === "Sunday") return void response.writeHead(500).end("down");
    const answer = () => response.end(JSON.stringify({ results: [{ toolCallId: id, result: "Booked: 4711" }] }));
    if (isSlow) release = answer;
    else answer();
  });
  rooms = await startMcpServer((each) => {
    each.registerTool("find_room", { description: "Finds a free room.", inputSchema: { day: z.string() } }, () => ({
      content: [{ type: "text", text: "Cedar" }],
    }));
  });
});
afterAll(async () => {
  await Promise.all([model?.close(), shop?.close(), rooms?.close()]);
});

/** The model's next steps, as an OpenAI-compatible server streams them. */
function script({ call, words }: Turn): void {
  const asked = { id: `call_${call.name}`, name: call.name, arguments: JSON.stringify(call.arguments) };
  const text = words?.split(/(?= )/) ?? [];
  if (call.name === "endCall") model.reply({ kind: "words", words: [...text, asked] });
  else model.reply({ kind: "words", words: [asked] }, { kind: "words", words: text });
}

async function create<Entity>(path: string, body: object): Promise<Entity> {
  const created = await user.send<Entity>("POST", path, body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body;
}

const lineOf = (page: Page, text: string) => transcript(page).locator('[data-role="assistant"]').filter({ hasText: text });

test("the organization has tools at its servers, a PDF, and an assistant without any of them", async () => {
  const { page, person, url } = started();
  await signUpInPage(page, person);
  user = await signIn(url, person);
  const parameters = { type: "object" as const, properties: { day: { type: "string" as const } }, required: ["day"] };
  await create<CreateTool>("/tool", {
    type: "function",
    function: { name: "book_table", description: "Books a table.", parameters },
    server: { url: `${shop.origin}/book` },
    messages: [
      { type: "request-start", content: STARTED },
      { type: "request-response-delayed", content: DELAYED, timingMilliseconds: 500 },
      { type: "request-failed", content: FAILED },
    ],
  });
  await create<CreateTool>("/tool", {
    type: "apiRequest",
    name: "get_weather",
    description: "The weather in a city.",
    method: "GET",
    url: `${shop.origin}/weather?city={{ city }}`,
    body: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  });
  await create<CreateTool>("/tool", {
    type: "mcp",
    function: { name: "rooms", description: "Meeting rooms" },
    server: { url: `${rooms.origin}/mcp` },
  });
  await page.goto("/knowledge/files");
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: "rules.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(pdfOf(RULE)),
    });
  const file = await eventually("the PDF to be read", async () =>
    (await user.send<StoredFile[]>("GET", "/file")).body.find(({ status }) => status === "done"),
  );
  await create<KnowledgeBase>("/knowledge-base", {
    provider: "trieve",
    name: "House rules",
    createPlan: { type: "create", chunkPlans: [{ fileIds: [file.id] }] },
  });
  await create<Assistant>("/assistant", {
    name: "Clerk",
    firstMessageMode: "assistant-waits-for-user",
    // Recognizes the person's fixed words, however they are spoken.
    transcriber: { provider: "callwright", model: "fake-instant", text: [...TURNS, LAST].map(({ question }) => question) },
    startSpeakingPlan: { smartEndpointingEnabled: false },
    model: {
      provider: "custom-llm",
      model: "clerk-1",
      url: model.url,
      messages: [{ role: "system", content: "You are the clerk of a small shop." }],
    },
  });
});

test("the user attaches tools, the MCP server, the knowledge base and hanging up from one search, and publishes", async () => {
  const { page } = started();
  await page.goto("/assistants");
  await openAssistant(page, "Clerk");
  await page.getByRole("tab", { name: "Tools", exact: true }).click();
  for (const name of ["book_table", "get_weather", "rooms", "House rules", "New: Hang up"]) {
    await page.getByRole("combobox", { name: "Add a tool" }).click();
    await page.getByRole("option", { name, exact: true }).click();
  }
  await page.getByText("Draft · saved").waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.locator("header").getByText("v2 live").waitFor();
});

test("in a chat, each question leads to its tool, and the person reads what came of it", async () => {
  const { page } = started();
  await page.goto("/chats/new");
  await page.getByRole("combobox", { name: "Assistant" }).click();
  await page.getByRole("option", { name: "Clerk" }).click();
  for (const turn of TURNS) {
    script(turn);
    await page.getByLabel("Write a message").fill(turn.question);
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText(answerTo(turn)).first().waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).waitFor();
  }
  const sessionId = new URL(page.url()).searchParams.get("sessionId");
  const { body: chats } = await user.send<{ results: Chat[] }>("GET", `/chat?sessionId=${sessionId}`);
  expect(chats.results.toReversed().flatMap(callsOfChat)).toEqual(TURNS.map(({ call }) => call));
  expect(shop.arrived.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "POST /book",
    "POST /book",
    "GET /weather?city=Paris",
  ]);
  // The sources of the model's answers.
  const [weather, rules, room] = ["degrees", RULE, "Cedar"];
  const told = JSON.stringify(model.requests.at(-1)?.body.messages);
  for (const fact of ["4711", weather, rules, room]) expect(told).toContain(fact);
});

test("aloud, the assistant says what it does meanwhile, why it takes long, and what failed", { tags: "long" }, async () => {
  const { page } = started();
  await page.goto("/assistants");
  await openAssistant(page, "Clerk");
  await talk(page);
  isSlow = true;
  const [first, ...others] = TURNS;
  if (!first) throw new Error("There is no turn.");
  await say(page, first);
  await lineOf(page, STARTED).waitFor();
  await lineOf(page, DELAYED).waitFor();
  release?.();
  isSlow = false;
  await hear(page, first);
  for (const turn of others) {
    await say(page, turn);
    await hear(page, turn);
  }
});

test("asked for no more, it says goodbye and hangs up", { tags: "long" }, async () => {
  const { page } = started();
  await say(page, LAST);
  await page.getByRole("link", { name: "Open the call" }).click();
  await page.waitForURL(/\/calls\/[0-9a-f-]{36}/);
  callId = /\/calls\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  const call = await eventually("the call to have ended", async () => {
    const found = await getCall(user, callId);
    return found.status === "ended" ? found : undefined;
  });
  expect(call.endedReason).toBe("assistant-ended-call");
});

test("the call has the tool calls of the chat, in its order, and what was said around them", { tags: "long" }, async () => {
  const events = await listEvents(user, callId);
  const called = events.flatMap((event) => (event.type === "tool.called" ? [event.payload] : []));
  expect(called.map(({ name, arguments: given }) => ({ name, arguments: given }))).toEqual(
    [...TURNS, LAST].map(({ call }) => call),
  );
  const failed = events.flatMap((event) => (event.type === "tool.answered" && event.payload.failed ? [event.payload.name] : []));
  expect(failed).toEqual(["book_table"]);
  expect(events.flatMap(spokenOf)).toEqual([
    ...[TURNS[0]?.question, STARTED, DELAYED, TURNS[0]?.words],
    ...[TURNS[1]?.question, STARTED, FAILED],
    ...TURNS.slice(2).flatMap(({ question, words }) => [question, words]),
    ...[LAST.question, LAST.words],
  ]);
});

test("the call's page has a row for each tool call, between the question and its answer", { tags: "long" }, async () => {
  const { page } = started();
  const names = [...TURNS, LAST].map(({ call }) => call.name);
  const rows = page.locator("details").filter({ has: page.locator("summary") });
  await rows.filter({ hasText: "find_room" }).waitFor();
  const shown = await rows.locator("summary").allTextContents();
  expect(shown.flatMap((text) => names.find((name) => text.includes(name)) ?? [])).toEqual(names);
  const texts = (await page.getByRole("main").textContent()) ?? "";
  const order = [TURNS[2]?.question, "get_weather", TURNS[2]?.words, TURNS[3]?.question, "ask_house_rules", TURNS[3]?.words];
  const places = order.map((text = "") => texts.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  const weather = rows.filter({ hasText: "get_weather" });
  await weather.locator("summary").click();
  await weather.getByRole("group", { name: "Answer" }).getByText("21").waitFor();
});

/** Speaks when the assistant is silent, so that nothing is interrupted. */
async function say(page: Page, turn: Turn): Promise<void> {
  script(turn);
  await waitForSilence(page);
  await speakInto(page, await speechFile({ text: turn.question, voice: "slt" }));
}

/** Waits until the answer has been played to its end. */
async function hear(page: Page, turn: Turn): Promise<void> {
  const from = await mark(page);
  await lineOf(page, answerTo(turn)).waitFor();
  await waitForSound(page, Math.max(0, from - 100));
  await waitForSilence(page);
}

const callsOfChat = ({ output = [] }: Chat): Turn["call"][] =>
  output
    .flatMap((message) => ("tool_calls" in message && (message.tool_calls as ChatCall[] | undefined)) || [])
    .map(({ function: called }) => ({ name: called.name, arguments: JSON.parse(called.arguments) }));

const spokenOf = (event: CallEvent): string[] =>
  event.type === "user.said" || event.type === "assistant.said" ? [event.payload.text] : [];
