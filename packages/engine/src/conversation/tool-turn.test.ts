import { TOOL_CALLS_PER_STEP, type ToolMessage, toHistory } from "@callwright/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { all, call, converse, ok, scripted, spoken, tool, toolbox } from "../testing/scripted-turn.ts";
import type { AgentTool, ToolOutcome } from "./agent-tool.ts";
import { MODEL_STEPS_MAX } from "./turn.ts";

const NEVER = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2024-01-01T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The result of a promise when the clock moves on. */
async function after<T>(ms: number, promise: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(ms);
  return promise;
}
describe("a turn with tools", () => {
  it("runs the calls of a step at once, and the model answers from the results", async () => {
    const { model, requests } = scripted(["Let me", " see.", call("weather"), call("time")], ["It is", " noon and sunny."]);
    const { conversation, happenings } = converse(model, toolbox([tool("weather"), tool("time")], { weather: ok("sunny") }));
    const parts = await all(conversation.reply("Well?", NEVER));
    expect(spoken(parts)).toBe("Let me see. It is noon and sunny.");
    expect(requests[1]?.history).toEqual([
      { type: "user", text: "Well?" },
      { type: "assistant", text: "Let me see." },
      {
        type: "tool",
        step: 1,
        call: { id: "weather", name: "weather", arguments: {} },
        answer: { result: "sunny", failed: false, durationMs: 0 },
      },
      {
        type: "tool",
        step: 1,
        call: { id: "time", name: "time", arguments: {} },
        answer: { result: "time done", failed: false, durationMs: 0 },
      },
    ]);
    expect(happenings.map(({ type, call: { name } }) => `${type} ${name}`)).toEqual([
      "tool-called weather",
      "tool-called time",
      "tool-answered weather",
      "tool-answered time",
    ]);
    expect(toHistory(conversation.messages)).toEqual(conversation.history);
  });

  it("speaks the words before a tool at once, and waits for a blocking message", async () => {
    const start: ToolMessage = { type: "request-start", content: "One moment, {{ name }}.", blocking: true };
    const { model } = scripted([call("book")], ["Booked."]);
    const tools = toolbox([tool("book", { messages: [start] })]);
    const parts = converse(model, tools).conversation.reply("Book", NEVER)[Symbol.asyncIterator]();
    expect((await parts.next()).value).toEqual({ type: "text", text: "One moment, Ada." });
    expect((await parts.next()).value).toEqual({ type: "flush", wait: true });
    expect(tools.ran).toEqual([]);
    expect((await parts.next()).value).toEqual({ type: "flush", wait: false });
    expect(tools.ran).toEqual(["book"]);
    expect((await parts.next()).value).toEqual({ type: "text", text: " Booked." });
  });

  it("says that it takes longer, once it does", async () => {
    const messages: ToolMessage[] = [
      { type: "request-response-delayed", content: "Still looking.", timingMilliseconds: 2_000 },
      { type: "request-response-delayed", content: "Sorry for the wait.", timingMilliseconds: 9_000 },
    ];
    const slow = new Promise<ToolOutcome>((resolve) => setTimeout(() => resolve(ok("found")), 5_000));
    const { conversation } = converse(
      scripted([call("find")], ["Found."]).model,
      toolbox([tool("find", { messages })], { find: slow }),
    );
    expect(spoken(await after(20_000, all(conversation.reply("Find", NEVER))))).toBe("Still looking. Found.");
  });

  it.each<[string, Partial<AgentTool>, ToolOutcome, string, number]>([
    ["a complete message ends the turn", { messages: [{ type: "request-complete", content: "Done." }] }, ok("yes"), "Done.", 1],
    [
      "a hint leaves the words to the model",
      { messages: [{ type: "request-complete", content: "Be short.", role: "system" }] },
      ok("yes"),
      "Model.",
      2,
    ],
    [
      "a failed message ends the turn",
      { messages: [{ type: "request-failed", content: "No." }] },
      { result: "x", failed: true },
      "No.",
      1,
    ],
    [
      "a hint after a failure leaves the words to the model",
      { messages: [{ type: "request-failed", content: "Offer a call back.", role: "system" }] },
      { result: "x", failed: true },
      "Model.",
      2,
    ],
    [
      "the server's own message wins",
      { messages: [{ type: "request-complete", content: "Done." }] },
      ok("yes", { message: { type: "request-complete", content: "Own." } }),
      "Own.",
      1,
    ],
    [
      "a message for other arguments is not said",
      { messages: [{ type: "request-complete", content: "VIP.", conditions: [{ param: "level", operator: "gt", value: "3" }] }] },
      ok("yes"),
      "Model.",
      2,
    ],
  ])("%s", async (_, fields, outcome, text, steps) => {
    const { model, requests } = scripted([call("book", { level: 2 })], ["Model."]);
    const { conversation } = converse(model, toolbox([tool("book", fields)], { book: outcome }));
    expect(spoken(await all(conversation.reply("Book", NEVER)))).toBe(text);
    expect(requests).toHaveLength(steps);
  });

  it("ends the call by the tool, and by a message that says so", async () => {
    const endCall = converse(scripted(["Bye.", call("endCall")]).model, toolbox([tool("endCall", { action: "end-call" })]), {
      endCallMessage: "Call again.",
    });
    expect((await all(endCall.conversation.reply("Bye", NEVER))).slice(-2)).toEqual([
      { type: "text", text: " Call again." },
      { type: "end", endedReason: "assistant-ended-call" },
    ]);
    const messages: ToolMessage[] = [{ type: "request-complete", content: "Sent.", endCallAfterSpokenEnabled: true }];
    const byMessage = converse(scripted([call("send")]).model, toolbox([tool("send", { messages })]));
    expect(await all(byMessage.conversation.reply("Send", NEVER))).toContainEqual({
      type: "end",
      endedReason: "assistant-ended-call-after-message-spoken",
    });
  });

  it("ends without an answer when the client answers later, and the other answers are there", async () => {
    const { model, requests } = scripted(["One moment.", call("fill_form"), call("weather")]);
    const tools = toolbox([tool("fill_form", { action: "client" }), tool("weather")], { fill_form: ok("", { isPending: true }) });
    const { conversation, happenings } = converse(model, tools);
    expect(spoken(await all(conversation.reply("Go", NEVER)))).toBe("One moment.");
    expect(requests).toHaveLength(1);
    expect(conversation.history.flatMap((item) => (item.type === "tool" ? [item.answer] : []))).toEqual([
      null,
      { result: "weather done", failed: false, durationMs: 0 },
    ]);
    expect(happenings.map(({ type, call: { name } }) => `${type} ${name}`)).toEqual([
      "tool-called fill_form",
      "tool-called weather",
      "tool-answered weather",
    ]);
  });

  it("gives extracted values to later messages and tools", async () => {
    const messages: ToolMessage[] = [{ type: "request-complete", content: "Hello {{ city }}." }];
    const tools = toolbox([tool("where", { messages }), tool("next")], {
      where: ok("x", { variables: { city: "Oslo" } }),
      next: (variables) => ok(String(variables.city)),
    });
    const { conversation, happenings } = converse(scripted([call("where")], [call("next")], ["Bye."]).model, tools);
    expect(spoken(await all(conversation.reply("Where", NEVER)))).toBe("Hello Oslo.");
    await all(conversation.reply("Next", NEVER));
    expect(happenings.at(-1)).toMatchObject({ type: "tool-answered", result: "Oslo" });
    expect(conversation.variableValues).toEqual({ name: "Ada", city: "Oslo" });
  });

  it("rejects a call whose plan says so, without running it", async () => {
    const rejectionPlan = { conditions: [{ type: "regex" as const, regex: "\\bno\\b", target: { role: "user" as const } }] };
    const tools = toolbox([tool("book", { rejectionPlan })]);
    const { conversation } = converse(scripted([call("book")], ["As you like."]).model, tools);
    expect(spoken(await all(conversation.reply("no, do not", NEVER)))).toBe("As you like.");
    expect(tools.ran).toEqual([]);
    await all(conversation.reply("yes", NEVER));
    expect(tools.ran).toEqual([]); // the script has no second call
  });
});

describe("a tool turn that goes wrong", () => {
  it.each([
    ["an unknown tool", call("bok"), "There is no tool 'bok'. The tools are: book."],
    ["broken arguments", call("book", '{"at": '), "The arguments were not a JSON object. Call the tool again."],
  ])("tells the model about %s, once", async (_, wrong, result) => {
    const { model, requests } = scripted([wrong], ["Sorry."]);
    const { conversation } = converse(model, toolbox([tool("book")]));
    expect(spoken(await all(conversation.reply("Book", NEVER)))).toBe("Sorry.");
    expect(requests[1]?.history.at(-1)).toMatchObject({ answer: { result, failed: true } });
    const again = converse(scripted([wrong]).model, toolbox([tool("book")]));
    expect((await all(again.conversation.reply("Book", NEVER))).at(-1)).toEqual({
      type: "failure",
      provider: "scripted",
      message: "The model called tools wrongly twice in one turn.",
    });
  });

  it("stops a model that calls tools without end, and says so", async () => {
    const { model, requests } = scripted([call("find")]);
    const tools = toolbox([tool("find", { mayRepeat: true })]);
    const parts = await all(converse(model, tools).conversation.reply("Find", NEVER));
    expect(requests).toHaveLength(MODEL_STEPS_MAX);
    expect(spoken(parts)).not.toBe("");
    expect(parts.at(-1)?.type).toBe("failure");
  });

  it("does not wait for a tool longer than it may take", async () => {
    const { model, requests } = scripted([call("book")], ["Sorry."]);
    const { conversation } = converse(
      model,
      toolbox([tool("book", { timeoutMs: 3_000 })], { book: new Promise(() => undefined) }),
    );
    expect(spoken(await after(3_000, all(conversation.reply("Book", NEVER))))).toBe("Sorry.");
    expect(requests[1]?.history.at(-1)).toMatchObject({ answer: { result: "The tool did not answer in 3 s.", failed: true } });
  });

  it("runs the first calls of a step with very many, and asks the model to make the others again", async () => {
    const many = Array.from({ length: TOOL_CALLS_PER_STEP + 2 }, (_, index) => call("book", { index }, `call ${index}`));
    const { model, requests } = scripted(many, [call("book", { index: TOOL_CALLS_PER_STEP }, "again")], ["Booked."]);
    const tools = toolbox([tool("book")]);
    expect(spoken(await all(converse(model, tools).conversation.reply("Book", NEVER)))).toBe("Booked.");
    expect(tools.ran).toHaveLength(TOOL_CALLS_PER_STEP + 1);
    const answers = requests[1]?.history.flatMap((item) => (item.type === "tool" ? [item.answer?.failed] : []));
    expect(answers).toEqual([...Array(TOOL_CALLS_PER_STEP).fill(false), true, true]);
    expect(requests[1]?.history.at(-1)).toMatchObject({ answer: { result: expect.stringContaining("call it again now") } });
  });

  it("cuts a long result, and says so to the model", async () => {
    const { model, requests } = scripted([call("book")], ["Long."]);
    await all(converse(model, toolbox([tool("book")], { book: ok("x".repeat(20_000)) })).conversation.reply("Book", NEVER));
    const item = requests[1]?.history.at(-1);
    expect(item?.type === "tool" && item.answer?.result).toMatch(/^x{16000}\n\[The result was longer/);
  });
});

describe("an interrupted tool turn", () => {
  it("ends at once; the tool goes on, and its answer is there for the next turn", async () => {
    let finish = (_: ToolOutcome) => {};
    const running = new Promise<ToolOutcome>((resolve) => {
      finish = resolve;
    });
    const { model, requests } = scripted(["Booking.", call("book")], ["Still at it."], ["It is booked."]);
    const { conversation, happenings } = converse(model, toolbox([tool("book")], { book: running }));
    const interruption = new AbortController();
    const first = all(conversation.reply("Book", interruption.signal));
    await vi.advanceTimersByTimeAsync(100);
    interruption.abort();
    expect(spoken(await first)).toBe("Booking.");
    conversation.settle("Book", { interrupted: true });
    expect(spoken(await all(conversation.reply("And?", NEVER)))).toBe("Still at it.");
    expect(requests[1]?.history.slice(1, 3)).toMatchObject([{ text: "Book" }, { answer: null }]);
    finish(ok("10 o'clock"));
    await vi.advanceTimersByTimeAsync(0);
    expect(happenings.at(-1)).toMatchObject({ type: "tool-answered", result: "10 o'clock", durationMs: 100 });
    expect(spoken(await all(conversation.reply("Now?", NEVER)))).toBe("It is booked.");
    expect(requests[2]?.history[2]).toMatchObject({ answer: { result: "10 o'clock" } });
  });

  it("keeps the heard words of each part, around the calls", async () => {
    const { conversation } = converse(scripted(["One two.", call("book")], ["Three four."]).model, toolbox([tool("book")]));
    await all(conversation.reply("Go", NEVER));
    conversation.settle("One two. Three", { interrupted: true });
    expect(conversation.messages.map(({ content }) => content)).toEqual(["Go", "One two.", "book done", "Three"]);
  });

  it("does not wait for an asynchronous tool", async () => {
    const tools = toolbox([tool("mail", { isAsync: true })], { mail: new Promise(() => undefined) });
    const { model, requests } = scripted([call("mail")], ["On its way."]);
    expect(spoken(await all(converse(model, tools).conversation.reply("Mail", NEVER)))).toBe("On its way.");
    expect(requests[1]?.history.at(-1)).toMatchObject({ answer: { failed: false } });
  });
});
