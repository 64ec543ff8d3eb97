import fc from "fast-check";
import { expect, test } from "vitest";
import { lintLiquid } from "./liquid-lint.ts";

test("variables are listed once each, with and without filters", () => {
  const lint = lintLiquid("Hi {{ customer.name }}, {{-tier | upcase-}}. {{customer.name}} {{'now' | date: '%A'}}");
  expect(lint.variables).toEqual(["customer.name", "tier"]);
  expect(lint.problems).toEqual([]);
});

test("what the template sets itself is no variable of it, and a default makes a value unneeded", () => {
  const lint = lintLiquid(
    "{% assign total = 3 %}{{ total }} {% for item in items %}{{ item.name }} {{ forloop.index }}{% endfor %} {{ tier | default: 'new' }} {{ plan }}",
  );
  expect(lint.variables).toEqual(["tier", "plan"]);
  expect(lint.needed).toEqual(["plan"]);
});

test("what is not closed or empty is named with its line", () => {
  expect(lintLiquid("fine\n{{ name\n{{ }} {% if x").problems).toEqual([
    { kind: "unclosed", line: 2, text: "{{" },
    { kind: "empty", line: 3, text: "{{ }}" },
    { kind: "unclosed", line: 3, text: "{%" },
  ]);
});

test("blocks must be known and closed in order", () => {
  expect(lintLiquid("{% if a %}{% else %}{%- endif -%}{% # note %}").problems).toEqual([]);
  expect(lintLiquid("{% iff a %}").problems).toEqual([{ kind: "unknown-tag", line: 1, text: "iff" }]);
  expect(lintLiquid("{% for x in y %}\n{% endif %}").problems).toEqual([
    { kind: "unbalanced", line: 2, text: "endif" },
    { kind: "unbalanced", line: 1, text: "for" },
  ]);
});

test("single braces, as in JSON, are just text", () => {
  expect(lintLiquid('Answer with {"a": 1}').problems).toEqual([]);
});

test("the pieces put together are always the text", () => {
  const text = fc.array(fc.constantFrom("{{", "}}", "{%", "%}", "if", " ", "a", "\n", "-", "{", "endif"), { maxLength: 30 });
  fc.assert(
    fc.property(text, (parts) => {
      const template = parts.join("");
      expect(
        lintLiquid(template)
          .pieces.map((piece) => piece.text)
          .join(""),
      ).toBe(template);
    }),
  );
});

test("lines are counted once, also in a template of many tags", () => {
  // If the position was counted again for each tag, this would take half a minute.
  expect(lintLiquid(`${"{{ a\n}}\n".repeat(50_000)}{{`).problems).toEqual([{ kind: "unclosed", line: 100_001, text: "{{" }]);
});
