import { describe, expect, it } from "vitest";
import type { AgentTool, ToolOutcome, ToolRunner } from "../../conversation/agent-tool.ts";
import { createConversation } from "../../conversation/create-conversation.ts";
import { tool } from "../../testing/scripted-turn.ts";
import { createBuiltInModel } from "./model.ts";

/** A Wednesday; in Auckland, it is Thursday already. */
const now = () => new Date("2024-01-03T20:00:00Z");
const { signal } = new AbortController();

async function reply(content: string) {
  const history = [{ type: "user", text: content } as const];
  const parts = [];
  for await (const part of createBuiltInModel({ now }).stream({ history, tools: [], temperature: 0, maxTokens: 100, signal }))
    parts.push(part);
  return parts;
}

it("ends the call after a goodbye, and only then", async () => {
  expect((await reply("thank you goodbye")).at(-1)).toEqual({ type: "end-call" });
  expect(await reply("thank you")).not.toContainEqual({ type: "end-call" });
});

describe("in a conversation with tools", () => {
  const book = tool("book_appointment", {
    description: "Books an appointment.",
    parameters: { type: "object", properties: { date: { type: "string", format: "date" } }, required: ["date"] },
  });
  const end = tool("end_call", { description: "Ends the call.", action: "end-call" });

  const confirmed = Promise.resolve({ result: '{"confirmation":"A1"}', failed: false });

  function converse(tools: AgentTool[], prompt = "You are Riley.", answer: Promise<ToolOutcome> = confirmed) {
    const ran: unknown[] = [];
    const runner: ToolRunner = {
      tools,
      run({ name, arguments: given }) {
        ran.push([name, given]);
        return answer;
      },
    };
    const conversation = createConversation({
      assistant: { model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: prompt }] } },
      variableValues: {},
      model: createBuiltInModel({ now }),
      now,
      tools: runner,
    });
    const say = async (words: string) => {
      let spoken = "";
      for await (const part of conversation.reply(words, signal))
        spoken += part.type === "text" ? part.text : part.type === "flush" ? "" : `[${part.type}]`;
      return spoken;
    };
    return { say, ran };
  }

  it("asks for a value, calls the tool and says the result", async () => {
    const { say, ran } = converse([book]);
    expect(await say("I need an appointment")).toBe("Which day would you like?");
    expect(await say("tomorrow")).toBe("The confirmation is A 1.");
    expect(ran).toEqual([["book_appointment", { date: "2024-01-04" }]]);
  });

  it("knows the day in the time zone that the prompt names", async () => {
    const { say, ran } = converse([book], "You are Riley. The time zone is Pacific/Auckland.");
    await say("an appointment tomorrow please");
    expect(ran).toEqual([["book_appointment", { date: "2024-01-05" }]]);
  });

  it("starts a tool whose result is not awaited", async () => {
    const { say, ran } = converse([{ ...book, isAsync: true }], undefined, new Promise(() => undefined));
    expect(await say("an appointment tomorrow please")).toBe("I have started that.");
    expect(ran).toHaveLength(1);
  });

  it("says why a tool is not available", async () => {
    const { say } = converse([{ ...book, action: "unavailable", reason: "The tool is not available on this call." }]);
    expect(await say("an appointment tomorrow please")).toBe(
      "I'm sorry, I could not book the appointment. The tool is not available on this call.",
    );
  });

  it("hangs up by the tool", async () => {
    const { say } = converse([book, end]);
    expect(await say("thanks, bye")).toBe("Thank you for calling. Goodbye![end]");
  });
});
