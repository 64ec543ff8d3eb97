import { expect, test } from "vitest";
import { completionAt, withCompletion } from "./variable-completion.ts";

const KNOWN = ["now", "name", "customer.name"];

test.each([
  ["Hi {{", KNOWN],
  ["Hi {{ n", ["now", "name"]],
  ["Hi {{-Cust", ["customer.name"]],
])("after %s names are offered", (text, names) => {
  expect(completionAt(text, text.length, KNOWN)?.names).toEqual(names);
});

test.each(["Hi {", "Hi {{name}} ", "{{ x", "{{name"])("after %s there is nothing to offer", (text) => {
  expect(completionAt(text, text.length, KNOWN)).toBeUndefined();
});

test("the name is written and closed, once", () => {
  const open = completionAt("Hi {{n, bye", 6, KNOWN);
  expect(open && withCompletion("Hi {{n, bye", open, "name")).toEqual({ text: "Hi {{name}}, bye", caret: 11 });
  const closed = completionAt("Hi {{n }}", 6, KNOWN);
  expect(closed && withCompletion("Hi {{n }}", closed, "name")).toEqual({ text: "Hi {{name }}", caret: 9 });
});
