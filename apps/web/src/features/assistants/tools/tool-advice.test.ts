import { expect, test } from "vitest";
import { type AttachedTool, namesIn, toolAdvice } from "./tool-advice.ts";

const attach = (...names: (string | undefined)[]): AttachedTool[] =>
  names.map((name, index) => ({ path: `model.tools.${index}`, name, isMcp: name === undefined }));
const known = ["book_appointment", "order", "find-room", "sendSms"];
const missingIn = (prompt: string, attached = attach()) =>
  toolAdvice({ prompt, attached, known }).flatMap(({ kind, names }) => (kind === "not-attached" ? names : []));

test.each<[string, string[]]>([
  ["When they agree, call book_appointment.", ["book_appointment"]],
  ["First find-room, then `sendSms`.", ["find-room", "sendSms"]],
  // A tool that is not even stored.
  ["Use the check_stock tool, and cancel_order() on request.", ["check_stock", "cancel_order"]],
  ["Call order when they have chosen.", []],
  ["Call order.", ["order"]],
  ["Use the order tool.", ["order"]],
  ['Then run "order".', ["order"]],
  // The usual meaning of a word, a variable, another word.
  ["Take the order of the customer in order to help.", []],
  ["Greet {{ book_appointment }} and {% if cancel_order %}x{% endif %}.", []],
  ["Never say rebook_appointment or book_appointments aloud.", []],
  ["", []],
])("%j names %j", (prompt, names) => {
  expect(missingIn(prompt)).toEqual(names);
});

test("what of a prompt may be the name of a tool, surest first", () => {
  const prompt = "At 9 am, take the order by e-mail. Call refund, then book_table. Never tell {{ secret_code }}; use sendSms.";
  expect(namesIn(prompt)).toEqual(["book_table", "sendSms", "e-mail", "refund"]);
});

test("attached tools are not missing, and those of an MCP server may have any name", () => {
  expect(missingIn("Call book_appointment.", attach("book_appointment"))).toEqual([]);
  expect(missingIn("Call check_stock, then book_appointment.", attach(undefined))).toEqual(["book_appointment"]);
});

test("tools that the prompt never mentions are one advice", () => {
  const attached = attach("book_appointment", "findRoom", "send_invoice", undefined);
  const advice = toolAdvice({ prompt: "Find the room, and book an appointment.", attached, known: [] });
  expect(advice).toEqual([{ kind: "not-mentioned", path: "model.messages", names: ["send_invoice"] }]);
  // Without a prompt, there is no advice.
  expect(toolAdvice({ prompt: " ", attached, known: [] })).toEqual([]);
});

test("the later one of two tools with the same name is found", () => {
  const advice = toolAdvice({ prompt: "order", attached: attach("order", "other", "order"), known: [] });
  expect(advice).toContainEqual({ kind: "same-name", path: "model.tools.2", names: ["order"] });
});
