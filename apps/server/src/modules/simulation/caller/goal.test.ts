import { expect, test } from "vitest";
import { readGoal } from "./goal.ts";

const requestsOf = (script: string) => readGoal(script).requests.map(({ text }) => text);

test("instructions become the caller's own words", () => {
  const cases: [script: string, requests: string[]][] = [
    [
      "Move your visit of Tuesday 10:40 to Thursday afternoon.",
      ["I'd like to move my visit of Tuesday 10:40 to Thursday afternoon."],
    ],
    [
      "Book a table for four on Friday and ask whether parking is free.",
      ["I'd like to book a table for four on Friday.", "Can you tell me whether parking is free?"],
    ],
    ["You want to cancel your appointment. Be polite.", ["I'd like to cancel my appointment."]],
    ["The customer needs a new password.", ["I need a new password."]],
    [
      "Ask for the opening hours. Ask when you can come.",
      ["Can you tell me the opening hours?", "Can you tell me when I can come?"],
    ],
    ["Ask about refunds.", ["I have a question about refunds."]],
    ["Ask to speak to a person.", ["I'd like to speak to a person."]],
    ["Tell the agent that you lost your card.", ["I lost my card."]],
    ["Your order has not arrived.", ["My order has not arrived."]],
    ['Say: "Hello there"', ["Hello there."]],
    ["When are you open?\nI'd like a table for two.\nThanks", ["When are you open?", "I'd like a table for two."]],
    ["Never give your card number. Say thank you and hang up.", []],
  ];
  for (const [script, requests] of cases) expect(requestsOf(script), script).toEqual(requests);
});

test("conditions, preferences, refusals and facts are read", () => {
  const goal = readGoal(
    "You are Priya Nair, a patient. Your date of birth is 14 March 1988. If nothing is free, take Friday. If asked for a reason, say you are ill. If the agent offers insurance, say that you have one. Do not accept Monday. Take the earliest slot.",
  );
  expect(goal).toEqual({
    requests: [],
    facts: [
      { name: "Name", value: "Priya Nair", tells: "if asked" },
      { name: "date of birth", value: "14 March 1988", tells: "if asked" },
      { name: "a reason", value: "I am ill", tells: "if asked" },
    ],
    fallbacks: ["Then Friday, please."],
    reactions: [{ words: ["offers", "insurance"], say: "I have one." }],
    refuses: [["monday"]],
    choice: "the earliest slot",
  });
});
