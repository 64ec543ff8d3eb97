import { CHOOSE_NOTE, ENTER_NOTE, OTHERWISE } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { knowledgeOf } from "../answers/answer.ts";
import { decide } from "./decide.ts";
import { scriptOf } from "./script.ts";
import { matchesPattern } from "./testing/talk.ts";
import type { RulesTool } from "./tool-words.ts";

const way = (to: string, description: string, parameters: object = { type: "object", properties: {} }): RulesTool => ({
  name: `go_to_${to}`,
  description,
  handsOver: "edge",
  parameters: parameters as Record<string, unknown>,
});
const at = (prompt: string, tools: RulesTool[], ...items: Parameters<typeof decide>[0]["history"]) =>
  decide({
    history: [{ type: "system", text: prompt }, ...items],
    tools,
    today: new Date("2026-01-05T00:00:00Z"),
    prompt,
    knowledge: knowledgeOf(prompt),
    matchesPattern,
  });
const enter = { type: "system", text: ENTER_NOTE } as const;
const user = (text: string) => ({ type: "user", text }) as const;
const assistant = (text: string) => ({ type: "assistant", text }) as const;

describe("what a prompt of a step tells the assistant to say", () => {
  it.each([
    [`Say: "Welcome to Bean Town. Would you like a table?"`, "Welcome to Bean Town. Would you like a table?"],
    ["Ask for the caller's name.", "Could you tell me your name?"],
    ["Ask the caller whether they want to book a table.", "Do you want to book a table?"],
    ["Ask if they would like anything else.", "Would you like anything else?"],
    ["Ask the user what day suits them.", "Could you tell me what day suits you?"],
    ["Greet the caller. Ask for their order number.", "Hello, thank you for calling. Could you tell me your order number?"],
    ["Your order 7 is on its way.", "Your order 7 is on its way."],
    ["Thank the caller and say goodbye with “Have a good day!”", "Have a good day!"],
  ])("%s", (prompt, said) => {
    expect(scriptOf(prompt, knowledgeOf(prompt))).toBe(said);
    expect(at(prompt, [], enter).text).toBe(said);
  });
});

describe("the edge that the built-in model takes", () => {
  const BOOK = way("book", "The caller wants to book a table");
  const NO = way("bye", "The caller says no");
  const HUMAN = way("human", "The caller asks for a human");
  const ELSE = way("else", OTHERWISE);
  const CASES: [said: string, tools: RulesTool[], taken: string | undefined][] = [
    ["I would like to book a table", [BOOK, NO], "go_to_book"],
    ["a table please", [BOOK, NO], "go_to_book"],
    ["yes please", [BOOK, NO], "go_to_book"],
    ["no thank you", [BOOK, NO], "go_to_bye"],
    ["No.", [BOOK, NO], "go_to_bye"],
    ["I want to talk to a human", [BOOK, NO, HUMAN], "go_to_human"],
    ["what?", [BOOK, NO], undefined],
    ["the weather is nice", [BOOK, ELSE], "go_to_else"],
    ["yes", [way("ok", "The caller confirms"), way("again", "The caller does not confirm")], "go_to_ok"],
    ["no, that is wrong", [way("ok", "The caller confirms"), way("again", "The caller does not confirm")], "go_to_again"],
  ];
  it.each(CASES)("%s", (said, tools, taken) => {
    const { call } = at("Ask something.", tools, enter, assistant("Would you like a table?"), user(said));
    expect(call?.name).toBe(taken);
  });

  const RESULTS: [result: string, failed: boolean, taken: string][] = [
    ['{"status":"shipped"}', false, "go_to_found"],
    ['{"error":"not found"}', false, "go_to_missing"],
    ["The server answered with status 500.", true, "go_to_missing"],
    ["[]", false, "go_to_missing"],
  ];
  it.each(RESULTS)("after a tool that answered %s", (result, failed, taken) => {
    const tools = [way("found", "The order was found"), way("missing", "The order was not found")];
    const item = { type: "tool" as const, step: 1, call: { id: "1", name: "look", arguments: {} }, answer: { result, failed } };
    expect(at("", tools, enter, item, { type: "system", text: CHOOSE_NOTE }).call?.name).toBe(taken);
  });

  it("asks until the values of the edge are known, and reads only what was said at this step", () => {
    const schema = {
      type: "object",
      properties: { name: { type: "string" }, guests: { type: "integer" } },
      required: ["name", "guests"],
    };
    const tools = [way("next", "The caller has told everything that you ask for here.", schema)];
    const said = [user("I am Bob"), assistant("Hello."), enter, assistant("Could you tell me your name?"), user("Ada Lovelace")];
    const asked = at("Ask for the name.", tools, ...said);
    expect(asked.text).toBe("How many people is it for?");
    const { call } = at("Ask for the name.", tools, ...said, assistant(asked.text), user("four"));
    expect(call).toEqual({ name: "go_to_next", arguments: { name: "Ada Lovelace", guests: 4 } });
  });
});
