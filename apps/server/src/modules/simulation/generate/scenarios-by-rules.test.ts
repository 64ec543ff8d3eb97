import { expect, test } from "vitest";
import { openCaller } from "../caller/open-caller.ts";
import { type ScenarioAgent, scenariosByRules } from "./scenarios-by-rules.ts";

const BOOK: ScenarioAgent["tools"][number] = {
  name: "book_appointment",
  description: "Books an appointment.",
  action: "run",
  parameters: {
    type: "object",
    properties: { date: { type: "string", format: "date" }, patientName: { type: "string" }, note: { type: "string" } },
    required: ["date", "patientName"],
  },
};

const agent = (more: Partial<ScenarioAgent>): ScenarioAgent => ({ name: "Riley", prompt: "", tools: [], ways: [], ...more });

test("each tool, way and question has one scenario, and the notes count them", () => {
  const { scenarios, coverageNotes } = scenariosByRules([
    agent({
      prompt: "You are Riley.\nQ: When are you open?\nA: From nine to five.\nQ: Is parking free?\nA: Yes.",
      tools: [BOOK, { ...BOOK, name: "end_call", action: "end-call" }],
      ways: [{ to: "Billing", tool: "to_billing", edge: { condition: "The caller wants to pay a bill." } }],
    }),
    agent({ name: "Billing", tools: [BOOK] }),
  ]);
  expect(scenarios.map(({ name, instructions }) => [name, instructions])).toEqual([
    [
      "Book an appointment",
      "Ask the agent to book an appointment. Your date is next Thursday. Your patient name is Priya Nair. Say thank you and hang up once it is done.",
    ],
    ["From Riley to Billing", "You want to pay a bill."],
    ["When are you open", "When are you open?\nThank you"],
    ["Is parking free", "Is parking free?\nThank you"],
  ]);
  // A generated test of a tool fails when the tool is not called, and the tool answers.
  expect(scenarios[0]).toMatchObject({
    scorers: [{ check: { type: "tool-called", toolName: "book_appointment" } }],
    toolMocks: [{ toolName: "book_appointment", result: "Done." }],
  });
  expect(coverageNotes).toMatch(/^1 tool, 1 way to another agent or node, 2 questions of the prompt: one scenario each/);
});

test("subjects of a prompt without questions are asked about; what is about the agent is not", () => {
  const prompt = "# Identity\nYou are Riley.\n# Parking\nThere is a garage.\nOpening hours: Monday to Friday\nTone: kind";
  expect(scenariosByRules([agent({ prompt })]).scenarios.map(({ instructions }) => instructions)).toEqual([
    "Can you tell me about parking?\nThank you",
    "Can you tell me about opening hours?\nThank you",
  ]);
});

test("a caller by rules can play a scenario that rules made", async () => {
  const [scenario] = scenariosByRules([agent({ tools: [BOOK] })]).scenarios;
  const caller = openCaller({ scenario: { script: scenario?.instructions ?? "" }, behavior: {}, seed: 1, medium: "text" });
  const said: string[] = [];
  const { signal } = new AbortController();
  for (const answer of [
    undefined,
    "Which day would you like?",
    "What is your name?",
    "It is booked.",
    "You're welcome. Goodbye!",
  ]) {
    const act = await caller.next(answer, signal);
    said.push(act.do === "say" ? act.meant : act.do);
  }
  expect(said).toEqual([
    expect.stringContaining("I'd like to book an appointment."),
    "Next Thursday.",
    "My name is Priya Nair.",
    expect.stringContaining("oodbye"),
    "hang-up",
  ]);
});
