import type { HistoryItem } from "@callwright/contract";
import { knowledgeOf } from "../../answers/answer.ts";
import { type Decision, decide } from "../decide.ts";
import type { RulesTool } from "../tool-words.ts";

/** A Wednesday. */
export const TODAY = new Date("2024-01-03T00:00:00Z");

export const PROMPT = `You are Riley, the assistant of a hair salon. Be brief. Always confirm the appointment with book_appointment.
Opening hours: Monday to Friday 9:00 – 18:00

# Parking
There is a free garage behind the salon.

# Prices
A haircut costs 30 euros.`;

type Properties = Record<string, unknown>;
export const tool = (
  name: string,
  description: string,
  properties: Properties = {},
  required = Object.keys(properties),
): RulesTool => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});
export const text = { type: "string" };

export const BOOK = tool(
  "book_appointment",
  "Books an appointment at the salon.",
  {
    date: { type: "string", format: "date" },
    time: { type: "string", format: "time" },
    name: { type: "string", description: "The customer's full name" },
    people: { type: "integer", minimum: 1, maximum: 8 },
  },
  ["date", "time", "name"],
);
export const CANCEL = tool("cancel_appointment", "Cancels an appointment.", { confirmationNumber: text });
export const STATUS = tool("get_order_status", "Looks up the status of an order.", {
  orderId: { type: "string", description: "The order number" },
});
export const WEATHER = tool(
  "get_weather",
  "Gets the weather of a city.",
  { city: text, unit: { type: "string", enum: ["celsius", "fahrenheit"] } },
  ["city"],
);
export const TABLE = tool("reserve_table", "Reserves a table in the restaurant.", {
  partySize: { type: "integer", description: "Number of guests" },
  date: { type: "string", description: "Day of the visit" },
  time: text,
});
export const PIZZA = tool("order_pizza", "Orders a pizza.", {
  size: { type: "string", enum: ["small", "medium", "extra_large"] },
  delivery: { type: "boolean", description: "Whether the customer wants delivery" },
  phone: text,
});
export const EMAIL = tool("send_email", "Sends an e-mail.", { to: { type: "string", format: "email" }, message: text });
export const TRANSFER = tool("transfer_to_human", "Transfers the caller to a person.");
export const DOCUMENTS = tool("query_knowledge", "Searches the handbook.", { question: text });
export const END = tool("end_call", "Ends the call.");

export const answered = (result: string, failed = false) => ({ result, failed });

/** The engine tests patterns in linear time. */
export const matchesPattern = (value: string, pattern: string) => new RegExp(pattern).test(value);

/** A conversation with these tool answers, by name. Collects texts and calls. */
export function converse(
  tools: RulesTool[],
  answers: Record<string, string | { result: string; failed: boolean }> = {},
  prompt = PROMPT,
) {
  const history: HistoryItem[] = [{ type: "system", text: prompt }];
  const knowledge = knowledgeOf(prompt);
  let calls = 0;
  const step = (): Decision => {
    const decision = decide({ history, tools, today: TODAY, prompt, knowledge, matchesPattern });
    if (decision.text !== "") history.push({ type: "assistant", text: decision.text });
    if (decision.call) {
      const answer = answers[decision.call.name] ?? "Done.";
      calls += 1;
      history.push({
        type: "tool",
        step: calls,
        call: { id: `call_${calls}`, ...decision.call },
        answer: typeof answer === "string" ? answered(answer) : answer,
      });
    }
    return decision;
  };
  return {
    history,
    /** The texts and calls of one turn. */
    say(words: string): (string | [string, unknown])[] {
      history.push({ type: "user", text: words });
      const done: (string | [string, unknown])[] = [];
      for (let count = 0; count < 10; count++) {
        const { text: said, call } = step();
        if (said !== "") done.push(said);
        if (!call) return done;
        done.push([call.name, call.arguments]);
      }
      throw new Error("calls without end");
    },
  };
}
