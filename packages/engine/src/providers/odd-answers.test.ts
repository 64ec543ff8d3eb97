import type { HistoryItem } from "@callwright/contract";
import { afterEach, describe, expect, it } from "vitest";
import type { AgentTool, ToolRunner } from "../conversation/agent-tool.ts";
import type { TurnPart } from "../conversation/conversation.ts";
import { createConversation } from "../conversation/create-conversation.ts";
import { createModel } from "./registry.ts";
import { ODD_ANSWERS, type OddCase } from "./testing/odd-answers.ts";
import { type OddServer, startOddServer } from "./testing/odd-server.ts";

const BOOK: AgentTool = {
  name: "book_table",
  description: "Books a table.",
  parameters: {
    type: "object",
    properties: { people: { type: "integer" }, day: { type: "string" } },
    required: ["people", "day"],
  },
  strict: false,
  action: "run",
  isAsync: false,
  timeoutMs: 20_000,
  messages: [],
};
const FAILED = "I'm having trouble right now. Please say that again in a moment.";
const FRIDAY = { people: 2, day: "Friday" };

interface Expected {
  /** Default: `Sure, for how many?`. With calls: `Done.` */
  said?: string;
  /** Arguments of the tool calls that ran. Default: none ran. */
  ran?: readonly unknown[];
  /** The text for the model in place of the tool's answer. */
  told?: RegExp | readonly RegExp[];
  /** Repairs and failures in the call's events. Default: none. */
  events?: readonly (string | RegExp)[];
}

const booked = (given: object = FRIDAY): Expected => ({ ran: [given] });
const failed = (event: string | RegExp, words = ""): Expected => ({ said: `${words}${FAILED}`, events: [event] });
const NO_WORD = "The model answered without a word.";
const NO_TOKENS = /^custom-llm used all 250 tokens before the first word/;

const EXPECTED: Record<OddCase, Expected> = {
  hermes: booked(),
  llama3: booked(),
  pythontag: booked(),
  mistral: booked(),
  gemma: booked(),
  fenced: booked(),
  nlc: booked(),
  think: {},
  thinkclose: {},
  thinkopen: failed(NO_TOKENS),
  thinking: {},
  thought: {},
  harmony: {},
  reasoningonly: failed(NO_WORD),
  reasoninglength: failed(NO_TOKENS),
  empty: failed(NO_WORD),
  blank: failed(NO_WORD),
  leak: {},
  leak2: {},
  roleplay: { events: ["invented-turn"] },
  prefix: {},
  repeat: { said: "I hope you have a great day.\n\nI hope you have a great day.", events: ["repetition"] },
  nopunct: { said: "we are open we are open", events: ["repetition"] },
  // The voice reads it without its markup: see speech/format.
  markdown: { said: (ODD_ANSWERS.markdown.deltas ?? []).map((delta) => ("content" in delta ? delta.content : "")).join("") },
  objargs: booked(),
  noid: booked(),
  noindex: booked(),
  stopcall: booked(),
  emptyargs: { said: "Done.", told: /people is missing: it must be of the type integer; day is missing/ },
  stringnum: booked({ people: 2, day: "Friday" }),
  wordnum: { said: "Done.", told: /people: Invalid input: expected number, received string/ },
  unknown: { said: "Done.", told: /no tool 'search_web'/ },
  brokenargs: { said: "Done.", told: /not a JSON object/ },
  // A repeated call gets the first answer, and the third one ends the turn.
  callloop: { said: "", ran: [FRIDAY], told: [/^The table is booked\.$/, /booked/, /same call for the third time/] },
  nofinish: {},
  nodone: {},
  ping: {},
  nullchoice: {},
  miderror: failed(/context shift is disabled/, "Sure, for "),
  cut: failed("The connection to custom-llm broke.", "Sure, for "),
  json200: {},
  loading503: failed(/status 503.*Loading model/),
  loading503once: {},
  notools: { events: ["tools-refused"] },
  context: failed(/exceeds the available context size/),
  notfound: failed(/no model 'odd'.*try pulling it first/),
  jinja: { events: ["tools-refused"] },
};

let server: OddServer;
afterEach(() => server.close());

/** A conversation with a greeting and a question. */
async function ask(name: OddCase, template?: "turns" | "plain") {
  server = await startOddServer(name, template);
  const ran: unknown[] = [];
  const tools: ToolRunner = {
    tools: [BOOK],
    run: async ({ arguments: given }) => {
      ran.push(given);
      return { result: "The table is booked.", failed: false };
    },
  };
  const settings = { provider: "custom-llm", model: "odd", url: server.url } as const;
  const waits: number[] = [];
  const conversation = createConversation({
    assistant: {
      name: "Riley",
      firstMessage: "Hello.",
      model: { ...settings, messages: [{ role: "system", content: "You take bookings." }] },
    },
    model: await createModel(settings, {
      keys: {},
      urls: { "custom-llm": server.url },
      // Waits for a server that loads its model.
      wait: async (ms) => void waits.push(ms),
    }),
    tools,
    variableValues: {},
    now: () => new Date(),
  });
  const { signal } = new AbortController();
  for await (const _ of conversation.open(signal));
  const parts: TurnPart[] = [];
  const ask = async (words: string) => {
    for await (const part of conversation.reply(words, signal)) parts.push(part);
  };
  await ask("A table, please.");
  return {
    ask,
    ran,
    waits,
    conversation,
    get said() {
      return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
    },
    get events() {
      return parts.flatMap((part) => (part.type === "repaired" ? [part.what] : part.type === "failure" ? [part.message] : []));
    },
  };
}

const ofType = <Type extends HistoryItem["type"]>(items: readonly HistoryItem[], type: Type) =>
  items.filter((item): item is Extract<HistoryItem, { type: Type }> => item.type === type);

describe("a model that answers oddly", () => {
  it.each(Object.entries(EXPECTED) as [OddCase, Expected][])("%s", async (name, expected) => {
    const { ran = [], told, events = [] } = expected;
    const { said = ran.length > 0 ? "Done." : "Sure, for how many?" } = expected;
    const got = await ask(name);
    expect(got.said).toBe(said);
    expect(got.ran).toEqual(ran);
    expect(got.events).toEqual(events.map((event) => (typeof event === "string" ? event : expect.stringMatching(event))));
    // The prompt, the greeting and the question come first.
    const stored = got.conversation.history.slice(3);
    expect(ofType(stored, "assistant").map(({ text }) => text)).toEqual(said === "" ? [] : [said]);
    expect(ofType(stored, "tool").map(({ answer }) => answer?.result)).toEqual(
      told ? [told].flat().map((each) => expect.stringMatching(each)) : ran.map(() => "The table is booked."),
    );
  });
});

describe("the roles of a request", () => {
  const rolesOf = (index: number) => server.requests.at(index)?.messages.map(({ role }) => role);

  it("are as they are for a server that takes them", async () => {
    await ask("think");
    expect(server.requests.map(({ messages }) => messages.map(({ role }) => role))).toEqual([["system", "assistant", "user"]]);
  });

  it("take turns for a template that asks for it, from the second request on", async () => {
    const { ask: askMore, conversation, events } = await ask("hermes", "turns");
    conversation.add({ role: "system", content: "The caller is a member." });
    await askMore("Thanks.");
    expect(events).toEqual([]);
    expect(rolesOf(0)).toEqual(["system", "assistant", "user"]);
    expect(rolesOf(1)).toEqual(["system", "user", "assistant", "user"]);
    // The answer of a tool is no role of the template.
    expect(rolesOf(2)).toEqual(["system", "user", "assistant", "user", "assistant", "tool"]);
    expect(rolesOf(3)).toEqual(["user", "assistant", "user"]);
    expect(server.requests.at(3)?.messages.at(-1)?.content).toBe(
      'A table, please.\n\n(System: book_table({"people":2,"day":"Friday"}) answered: The table is booked.)',
    );
    expect(server.requests).toHaveLength(6);
  });

  it("are those of user and assistant alone for a template without a system prompt", async () => {
    const { said } = await ask("think", "plain");
    expect(said).toBe("Sure, for how many?");
    expect(server.requests).toHaveLength(3);
    expect(rolesOf(2)).toEqual(["user", "assistant", "user"]);
    expect(server.requests.at(2)?.messages[0]?.content).toBe("You take bookings.\n\n(The conversation begins.)");
  });
});

it("sends no tools again to a server that refused them, and says so once a call", async () => {
  const { ask: askMore, events } = await ask("notools");
  await askMore("For two.");
  expect(server.requests.map(({ tools }) => tools?.length ?? 0)).toEqual([1, 0, 0]);
  expect(events).toEqual(["tools-refused"]);
});

describe("a server that loads its model", () => {
  it("is asked again for ten seconds", async () => {
    const { waits } = await ask("loading503");
    expect(waits).toEqual([250, 500, 1000, 2000, 2000, 2000, 2000]);
    expect(server.requests).toHaveLength(8);
  });

  it("is let go when the caller leaves", async () => {
    server = await startOddServer("loading503");
    const leaves = new AbortController();
    const model = await createModel(
      { provider: "custom-llm", model: "odd", url: server.url },
      {
        keys: {},
        urls: { "custom-llm": server.url },
        wait: (_ms, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason as Error));
            leaves.abort();
          }),
      },
    );
    const parts = [];
    const request = {
      history: [{ type: "user", text: "Hello" } as const],
      tools: [],
      temperature: 0,
      maxTokens: 50,
      signal: leaves.signal,
    };
    for await (const part of model.stream(request)) parts.push(part);
    expect(parts).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });
});
