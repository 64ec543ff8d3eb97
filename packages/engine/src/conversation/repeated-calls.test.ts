import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { all, call, converse, ok, scripted, spoken, tool, toolbox } from "../testing/scripted-turn.ts";
import type { ToolOutcome } from "./agent-tool.ts";

const NEVER = new AbortController().signal;
const FRIDAY = { people: 2, day: "Friday" };
const AGAIN = { day: "Friday", people: 2 };
const BOOKED = ok("Booked as number 7.");

describe("the same call in one turn", () => {
  it("runs once; the second is answered from the first, and the third ends the turn", async () => {
    // As `callloop` of the recorded answers of local models: the model repeats the call whatever the tool answers.
    const { model, requests } = scripted(
      [call("book", FRIDAY, "1")],
      [call("book", AGAIN, "2")],
      [call("book", FRIDAY, "3")],
      ["Done."],
    );
    const tools = toolbox([tool("book")], { book: BOOKED });
    const { conversation, happenings } = converse(model, tools);
    expect(spoken(await all(conversation.reply("Book", NEVER)))).toBe("Done.");
    expect(tools.ran).toEqual(["book"]);
    expect(requests).toHaveLength(4);
    expect(requests[3]?.tools).toEqual([]);
    const answers = happenings.filter(({ type }) => type === "tool-answered");
    expect(answers).toMatchObject([
      { result: "Booked as number 7.", failed: false },
      { result: expect.stringMatching(/not run again.*\nBooked as number 7\.$/), failed: false, repeated: true },
      { result: expect.stringMatching(/third time/), failed: true, repeated: true },
    ]);
    expect(answers[0]).not.toHaveProperty("repeated");
  });

  it("ends the turn in silence when the model has nothing else to say: the booking is made", async () => {
    const { model, requests } = scripted([call("book", FRIDAY)]);
    const tools = toolbox([tool("book")]);
    const parts = await all(converse(model, tools).conversation.reply("Book", NEVER));
    expect([spoken(parts), parts.filter(({ type }) => type === "failure"), tools.ran]).toEqual(["", [], ["book"]]);
    expect(requests.length).toBeLessThan(6);
  });

  it("of one step waits for the first", async () => {
    const { model, requests } = scripted([call("book", FRIDAY, "1"), call("book", AGAIN, "2")], ["Booked."]);
    const tools = toolbox([tool("book")], { book: Promise.resolve(BOOKED) });
    expect(spoken(await all(converse(model, tools).conversation.reply("Book", NEVER)))).toBe("Booked.");
    expect(tools.ran).toEqual(["book"]);
    expect(requests[1]?.history.slice(1)).toMatchObject([
      { answer: { result: "Booked as number 7." } },
      { answer: { result: expect.stringContaining("Booked as number 7.") } },
    ]);
  });

  it.each([
    ["the first has failed", {}, { result: "No connection.", failed: true }],
    ["the tool only reads", { mayRepeat: true }, ok("Nothing found.")],
  ])("runs again where %s", async (_, fields, outcome: ToolOutcome) => {
    const { model } = scripted([call("book", FRIDAY, "1")], [call("book", FRIDAY, "2")], ["Well."]);
    const tools = toolbox([tool("book", fields)], { book: outcome });
    await all(converse(model, tools).conversation.reply("Book", NEVER));
    expect(tools.ran).toEqual(["book", "book"]);
  });

  it("runs with other arguments, and in the next turn", async () => {
    const { model } = scripted(
      [call("play", { song: 1 })],
      [call("play", { song: 2 })],
      ["There."],
      [call("play", { song: 2 })],
      ["There."],
    );
    const tools = toolbox([tool("play")]);
    const { conversation } = converse(model, tools);
    await all(conversation.reply("Play two songs", NEVER));
    await all(conversation.reply("And the second again", NEVER));
    expect(tools.ran).toEqual(["play", "play", "play"]);
  });
});

describe("an answer that is empty after a tool has succeeded", () => {
  it("is asked for once more", async () => {
    const { model, requests } = scripted([call("book")], [], ["It is booked."]);
    const { conversation } = converse(model, toolbox([tool("book")]));
    expect(spoken(await all(conversation.reply("Book", NEVER)))).toBe("It is booked.");
    expect(requests[2]?.history.at(-1)).toMatchObject({ type: "system", text: expect.stringContaining("empty") });
    expect(conversation.history.some(({ type }) => type === "system")).toBe(false);
  });

  it("ends in silence when it stays empty, and is a failure without a success", async () => {
    const empty = scripted([call("book")], ["\n"]);
    const parts = await all(converse(empty.model, toolbox([tool("book")])).conversation.reply("Book", NEVER));
    expect([spoken(parts).trim(), parts.some(({ type }) => type === "failure"), empty.requests.length]).toEqual(["", false, 3]);
    const failed = scripted([call("book")], [""]);
    const tools = toolbox([tool("book")], { book: { result: "No connection.", failed: true } });
    expect((await all(converse(failed.model, tools).conversation.reply("Book", NEVER))).at(-1)?.type).toBe("failure");
  });
});

describe("an answer that is cut off before a word of it was heard", () => {
  /** A model that delays its second request until the caller continues. */
  async function cutOff(book: ToolOutcome | Promise<ToolOutcome>) {
    const { model, requests } = scripted([call("book", FRIDAY)], [call("book", AGAIN)], ["All done."]);
    const tools = toolbox([tool("book")], { book });
    const { conversation } = converse(model, tools);
    const interruption = new AbortController();
    for await (const _ of conversation.reply("Book a table", interruption.signal)) break;
    interruption.abort();
    conversation.settle("", { interrupted: true });
    return { conversation, tools, requests };
  }

  it("is given together with the next, and its tools do not run again", async () => {
    let finishBooking = (_: ToolOutcome): void => {};
    const booking = new Promise<ToolOutcome>((resolve) => {
      finishBooking = resolve;
    });
    const { conversation, tools, requests } = await cutOff(booking);
    const answer = all(conversation.reply("and is there parking?", NEVER));
    await nextTurn();
    finishBooking(BOOKED);
    await answer;
    expect(tools.ran).toEqual(["book"]);
    expect(conversation.history.flatMap((item) => (item.type === "user" ? [item.text] : []))).toEqual([
      "Book a table",
      "and is there parking?",
    ]);
    expect(requests[1]?.history.at(-1)).toMatchObject({
      type: "system",
      text: expect.stringContaining("before your answer was heard"),
    });
    expect(requests.at(-1)?.history).toContainEqual(
      expect.objectContaining({ answer: expect.objectContaining({ failed: false }) }),
    );
  });

  it("leaves both sentences to the model as one", async () => {
    const { model, requests } = scripted(["You mean both."]);
    const { conversation } = converse(model, toolbox([]));
    const interruption = new AbortController();
    interruption.abort();
    await all(conversation.reply("Are you open on Sunday?", interruption.signal));
    conversation.settle("", { interrupted: true });
    await all(conversation.reply("And is there parking?", NEVER));
    expect(requests.at(-1)?.history).toEqual([{ type: "user", text: "Are you open on Sunday?\nAnd is there parking?" }]);
    expect(conversation.history.filter(({ type }) => type === "user")).toHaveLength(2);
  });
});
