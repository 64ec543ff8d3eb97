import { expect, test } from "vitest";
import { passagesIn } from "./ToolCallRow.tsx";

test("passages of files, web pages and own servers are read", () => {
  const answer = [
    { file: "handbook.pdf", page: 4, heading: "Returns", text: "Within 30 days." },
    { url: "https://example.com/prices", text: "Ten euros." },
    { text: "Near." },
  ];
  expect(passagesIn(JSON.stringify(answer))).toEqual([
    { source: "handbook.pdf", page: 4, heading: "Returns", text: "Within 30 days." },
    { source: "https://example.com/prices", page: undefined, heading: "", text: "Ten euros." },
    { source: "", page: undefined, heading: "", text: "Near." },
  ]);
});

test.each(["", "[]", "{}", '["a"]', '[{"text":1}]', '[{"text":"a","price":3}]', '[{"text":"cut', "[null]"])(
  "%s is shown as it is",
  (answer) => expect(passagesIn(answer)).toBeUndefined(),
);
