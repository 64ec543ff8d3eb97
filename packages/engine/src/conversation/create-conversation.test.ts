import {
  ASSISTANT_DEFAULTS,
  type ConversationMessage,
  type CreateAssistant,
  type Model,
  toOpenAiMessages,
} from "@callwright/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LanguageModel, ModelPart, ModelRequest } from "../model/language-model.ts";
import { ProviderError } from "../model/provider-error.ts";
import { all, spoken } from "../testing/scripted-turn.ts";
import type { Conversation, TurnPart } from "./conversation.ts";
import { createConversation } from "./create-conversation.ts";

const NEVER = new AbortController().signal;
const prompt = (content: string): Model => ({
  provider: "callwright",
  model: "builtin",
  messages: [{ role: "system", content }],
});

/** A model with these deltas, reply after reply; an Error among them is thrown. */
function scripted(...replies: (string | ModelPart | Error)[][]) {
  const requests: (ModelRequest & { messages: readonly ConversationMessage[] })[] = [];
  const model: LanguageModel = {
    provider: "scripted",
    async *stream(request) {
      requests.push({ ...request, messages: toOpenAiMessages(request.history) });
      for (const delta of replies[requests.length - 1] ?? []) {
        if (delta instanceof Error) throw delta;
        yield typeof delta === "string" ? { type: "text", text: delta } : delta;
      }
    },
  };
  return { model, requests };
}

function converse(assistant: CreateAssistant, model: LanguageModel, variableValues: Record<string, unknown> = {}): Conversation {
  return createConversation({ assistant, model, variableValues, now: () => new Date("2024-01-01T12:00:00Z") });
}

describe("the prompt", () => {
  it("is all system messages, rendered, and comes first; examples follow it", async () => {
    const { model, requests } = scripted(["Yes."]);
    const messages = [
      { role: "system", content: "You are {{ name }}." },
      { role: "user", content: "Hi from {{ name }}" },
      { role: "assistant", content: "Hi." },
      { role: "system", content: "Today is {{ date }}." },
      { role: "assistant", content: null },
    ] as const;
    const assistant: CreateAssistant = {
      model: { provider: "openai", model: "x", messages: [...messages], temperature: 0.1, maxTokens: 99 },
    };
    const conversation = converse(assistant, model, { name: "Riley" });
    expect(conversation.systemPrompt).toBe("You are Riley.\n\nToday is Jan 1, 2024.");
    await all(conversation.reply("Are you open?", NEVER));
    expect(requests[0]).toMatchObject({ temperature: 0.1, maxTokens: 99 });
    expect(requests[0]?.messages).toEqual([
      { role: "system", content: "You are Riley.\n\nToday is Jan 1, 2024." },
      { role: "user", content: "Hi from Riley" },
      { role: "assistant", content: "Hi." },
      { role: "user", content: "Are you open?" },
    ]);
  });

  it("of a conversation that goes on is the one it began with: neither rendered again nor taken from the assistant", async () => {
    const first = converse({ model: prompt("You serve {{ name }}.") }, scripted(["Hello."]).model, { name: "{{ date }}" });
    await all(first.reply("{{ name }}", NEVER));
    const { model, requests } = scripted(["Again."]);
    const resumed = createConversation({
      assistant: { model: prompt("You are somebody else.") },
      model,
      variableValues: { name: "Ada" },
      now: () => new Date(),
      history: first.history,
    });
    await all(resumed.reply("And now?", NEVER));
    expect(requests[0]?.messages).toEqual([
      { role: "system", content: "You serve {{ date }}." },
      { role: "user", content: "{{ name }}" },
      { role: "assistant", content: "Hello." },
      { role: "user", content: "And now?" },
    ]);
    expect(resumed.systemPrompt).toBe("You serve {{ date }}.");
    expect(first.messages).toHaveLength(3);
  });

  it("is used as written when it is no template, and that is reported", () => {
    const problems: string[] = [];
    const conversation = createConversation({
      assistant: { model: prompt("You are {{ name") },
      variableValues: {},
      model: scripted().model,
      now: () => new Date(0),
      onTemplateProblem: ({ where }) => problems.push(where),
    });
    expect(conversation.systemPrompt).toBe("You are {{ name");
    expect(problems).toEqual(["prompt"]);
  });

  it("has the platform's defaults for temperature and length", async () => {
    const { model, requests } = scripted(["Yes."]);
    await all(converse({}, model).reply("Hi", NEVER));
    expect(requests[0]).toMatchObject({ temperature: 0.5, maxTokens: 250, messages: [{ role: "user", content: "Hi" }] });
  });
});

describe("the first message", () => {
  const firstMessage = "Hello {{ customer.name }}.";

  it("is said, rendered, without the model", async () => {
    const { model, requests } = scripted();
    const conversation = converse({ firstMessage }, model, { customer: { name: "Ada" } });
    expect(await all(conversation.open(NEVER))).toEqual([{ type: "text", text: "Hello Ada." }]);
    expect(conversation.messages).toEqual([{ role: "assistant", content: "Hello Ada." }]);
    expect(requests).toEqual([]);
  });

  it.each([
    ["there is none", {}],
    ["it is empty", { firstMessage: " " }],
    ["the assistant waits", { firstMessage, firstMessageMode: "assistant-waits-for-user" }],
  ] satisfies [string, CreateAssistant][])("is not said when %s", async (_, assistant) => {
    const conversation = converse(assistant, scripted(["never"]).model);
    expect(await all(conversation.open(NEVER))).toEqual([]);
    expect(conversation.messages).toEqual([]);
  });

  it("can be the model's", async () => {
    const { model, requests } = scripted(["Welcome", "!"]);
    const mode = "assistant-speaks-first-with-model-generated-message";
    const conversation = converse({ firstMessage, firstMessageMode: mode, model: prompt("Greet.") }, model);
    expect(spoken(await all(conversation.open(NEVER)))).toBe("Welcome!");
    expect(requests[0]?.messages).toEqual([{ role: "system", content: "Greet." }]);
  });
});

describe("the end of a conversation", () => {
  const end = { type: "end", endedReason: "assistant-said-end-call-phrase" };

  it.each([
    [["Have a nice day, good", "BYE", "!"], ["goodbye"], true],
    [["Have a  nice\n", "day."], ["have a nice day"], true],
    [["That\u2019s all."], ["that's all"], true],
    [["Goodbyes are hard."], ["goodbye"], false],
    [["Hello."], ["goodbye"], false],
    [["Hello."], [], false],
    [["Hello."], ["??"], false],
  ])("%j with phrases %j: %s", async (deltas, endCallPhrases, ends) => {
    const parts = await all(converse({ endCallPhrases }, scripted(deltas).model).reply("Bye", NEVER));
    expect(parts.at(-1)?.type === "end").toBe(ends);
    expect(spoken(parts)).toBe(deltas.join(""));
  });

  it("says the last message before it, once", async () => {
    const assistant: CreateAssistant = { endCallPhrases: ["goodbye"], endCallMessage: "Call again, {{ name }}." };
    const conversation = converse(assistant, scripted(["Goodbye."], ["Call again, Ada. Goodbye."]).model, { name: "Ada" });
    const parts = await all(conversation.reply("Bye", NEVER));
    expect(parts.slice(-2)).toEqual([{ type: "text", text: " Call again, Ada." }, end]);
    expect(conversation.messages.at(-1)).toEqual({ role: "assistant", content: "Goodbye. Call again, Ada." });
    expect(spoken(await all(conversation.reply("Bye", NEVER)))).toBe("Call again, Ada. Goodbye.");
  });

  it("comes after the words of a model that ends the call", async () => {
    const reply = (assistant: CreateAssistant) =>
      all(converse(assistant, scripted(["Goodbye.", { type: "end-call" }]).model).reply("Bye", NEVER));
    expect(await reply({})).toEqual([
      { type: "text", text: "Goodbye." },
      { type: "end", endedReason: "assistant-ended-call" },
    ]);
    const withPhrase = await reply({ endCallPhrases: ["goodbye"], endCallMessage: "Call again." });
    expect(withPhrase.slice(-2)).toEqual([{ type: "text", text: " Call again." }, end]);
  });

  it("is not for the caller to bring about", async () => {
    const parts = await all(converse({ endCallPhrases: ["goodbye"] }, scripted(["See you."]).model).reply("Goodbye", NEVER));
    expect(parts).toEqual([{ type: "text", text: "See you." }]);
  });
});

describe("a model that fails", () => {
  const failing = new ProviderError("No credit.", { provider: "scripted", part: "model", retryable: false });

  it("is spoken, reported, and followed by the next turn", async () => {
    const conversation = converse({ failureMessage: "Sorry {{ name }}." }, scripted([failing], ["Better."]).model, {
      name: "Ada",
    });
    expect(await all(conversation.reply("Hi", NEVER))).toEqual([
      { type: "text", text: "Sorry Ada." },
      { type: "failure", provider: "scripted", message: "No credit." },
    ]);
    expect(spoken(await all(conversation.reply("Again", NEVER)))).toBe("Better.");
    expect(conversation.messages.map(({ content }) => content)).toEqual(["Hi", "Sorry Ada.", "Again", "Better."]);
  });

  it.each([
    [
      "in the middle",
      ["We are", new Error("secret")],
      `We are ${ASSISTANT_DEFAULTS.failureMessage}`,
      "The model failed unexpectedly.",
    ],
    ["by saying nothing", [], ASSISTANT_DEFAULTS.failureMessage, "The model answered without a word."],
    ["by saying white space", [" ", "\n"], ` \n${ASSISTANT_DEFAULTS.failureMessage}`, "The model answered without a word."],
  ] satisfies [string, (string | Error)[], string, string][])("%s is never silent", async (_, deltas, text, message) => {
    const parts = await all(converse({}, scripted(deltas).model).reply("Hi", NEVER));
    expect(spoken(parts)).toBe(text);
    expect(parts.at(-1)).toEqual({ type: "failure", provider: "scripted", message });
  });
});

describe("cancelling", () => {
  /** Says one word, then waits forever. */
  const silent: LanguageModel = {
    provider: "silent",
    async *stream() {
      yield { type: "text", text: "We" };
      await new Promise(() => undefined);
    },
  };

  it("ends a turn at once while the model is silent, and keeps what was said", async () => {
    const conversation = converse({}, silent);
    const interruption = new AbortController();
    const parts: TurnPart[] = [];
    for await (const part of conversation.reply("Hi", interruption.signal)) {
      parts.push(part);
      setImmediate(() => interruption.abort());
    }
    expect(parts).toEqual([{ type: "text", text: "We" }]);
    expect(conversation.messages.at(-1)).toEqual({ role: "assistant", content: "We" });
    conversation.settle("", { interrupted: true });
    expect(conversation.messages).toEqual([{ role: "user", content: "Hi" }]);
  });

  it("comes with the next turn", async () => {
    const conversation = converse({}, silent);
    const first = conversation.reply("One", NEVER)[Symbol.asyncIterator]();
    await first.next();
    const waiting = first.next();
    const second = conversation.reply("Two", NEVER)[Symbol.asyncIterator]();
    await second.next();
    expect((await waiting).done).toBe(true);
    expect(conversation.messages.map(({ content }) => content)).toEqual(["One", "We", "Two", "We"]);
  });

  it("says nothing when the signal has aborted before", async () => {
    const { model, requests } = scripted(["No."]);
    const conversation = converse({ firstMessage: "Hello." }, model);
    expect(await all(conversation.open(AbortSignal.abort()))).toEqual([]);
    expect(await all(conversation.reply("Hi", AbortSignal.abort()))).toEqual([]);
    expect(requests).toEqual([]);
    expect(conversation.messages).toEqual([{ role: "user", content: "Hi" }]);
  });
});

describe("the history", () => {
  it("holds what was heard of a reply", async () => {
    const conversation = converse({}, scripted(["One. ", "Two. ", "Three."], ["Four."]).model);
    await all(conversation.reply("Count", NEVER));
    conversation.settle("One. Two. ", { interrupted: true });
    expect(conversation.messages.at(-1)).toEqual({ role: "assistant", content: "One. Two." });
    await all(conversation.reply("Go on", NEVER));
    conversation.settle("", { interrupted: false });
    const said = () => conversation.messages.map(({ content }) => content);
    expect(said()).toEqual(["Count", "One. Two.", "Go on", "Four."]);
    conversation.say("Five, six.");
    conversation.settle("Five", { interrupted: true, keepsOutput: true });
    conversation.say("Seven.");
    conversation.settle("", { interrupted: true, keepsOutput: true });
    expect(said().slice(4)).toEqual(["Five, six."]);
  });

  it("takes no late words of a reply that is settled", async () => {
    const conversation = converse({}, scripted(["One. ", "Two."]).model);
    for await (const _ of conversation.reply("Count", NEVER)) conversation.settle("One", { interrupted: true });
    expect(conversation.messages.at(-1)).toEqual({ role: "assistant", content: "One" });
  });

  it("says a caller's words as they are written", () => {
    const conversation = converse({}, scripted().model, { secret: "1234" });
    expect(conversation.say("It is {{ secret }}.", { asWritten: true })).toBe("It is {{ secret }}.");
    expect(conversation.messages.at(-1)?.content).toBe("It is {{ secret }}.");
  });

  it("takes what is put into the assistant's mouth, and messages from outside", () => {
    const conversation = converse({}, scripted().model, { name: "Ada" });
    expect(conversation.say("Hold on, {{ name }}.")).toBe("Hold on, Ada.");
    conversation.add({ role: "system", content: "The caller is {{ not rendered }}." });
    conversation.add({ role: "function", content: "42" });
    conversation.add({ role: "user", content: null });
    conversation.settle("Hold on", { interrupted: true });
    expect(conversation.messages).toEqual([
      { role: "assistant", content: "Hold on" },
      { role: "system", content: "The caller is {{ not rendered }}." },
      { role: "system", content: "42" },
    ]);
  });

  it("can be answered without new words", async () => {
    const { model, requests } = scripted(["Welcome back."]);
    const conversation = converse({}, model);
    conversation.add({ role: "system", content: "The caller is back." });
    await all(conversation.reply("", NEVER));
    expect(requests[0]?.messages).toEqual([{ role: "system", content: "The caller is back." }]);
  });

  it("is a copy that cannot be changed from outside", async () => {
    const conversation = converse({ firstMessage: "Hello." }, scripted().model);
    await all(conversation.open(NEVER));
    for (const message of conversation.messages) message.content = "changed";
    expect(conversation.messages).toEqual([{ role: "assistant", content: "Hello." }]);
  });

  it("has each turn's user before its reply, and only what was heard, whatever is interrupted", async () => {
    const turn = fc.record({
      deltas: fc.array(fc.stringMatching(/^[a-z]{1,6} $/), { minLength: 1, maxLength: 6 }),
      read: fc.integer({ min: 1, max: 8 }),
      heard: fc.nat(40),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 5 }), async (turns) => {
        const conversation = converse({}, scripted(...turns.map(({ deltas }) => deltas)).model);
        const expected: string[] = [];
        for (const [index, { deltas, read, heard }] of turns.entries()) {
          const interruption = new AbortController();
          let parts = 0;
          let text = "";
          for await (const part of conversation.reply(`turn ${index}`, interruption.signal)) {
            text += spoken([part]);
            if (++parts === read) interruption.abort();
          }
          const said = text.slice(0, heard).trim();
          conversation.settle(said, { interrupted: true });
          expected.push(`user turn ${index}`, ...(said === "" ? [] : [`assistant ${said}`]));
          expect(deltas.join("").startsWith(text)).toBe(true);
        }
        expect(conversation.messages.map(({ role, content }) => `${role} ${content}`)).toEqual(expected);
      }),
    );
  });
});
