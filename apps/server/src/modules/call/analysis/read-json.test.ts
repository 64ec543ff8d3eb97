import { expect, test } from "vitest";
import { readJsonOf } from "./read-json.ts";

test("JSON is found in a code block and among words, and hostile text costs no more than its length", () => {
  const read = readJsonOf({ type: "object" });
  const value = { value: { a: 1 } };
  for (const text of ['{"a":1}', '```json\n{"a":1}\n```', 'Here: ```{"a":1}``` it is', 'It is {"a":1}, I think.'])
    expect(read(text)).toEqual(value);
  // With a pattern that begins again at each bracket, half a minute.
  for (const part of ["{", "```json ", "[ "]) expect(read(part.repeat(200_000))).toHaveProperty("problem");
});
