import { describe, expect, it } from "vitest";
import { createTemplateRenderer, type TemplateProblem } from "./template.ts";

const NOW = new Date("2024-01-01T12:00:00Z");

function render(text: string, variableValues: Record<string, unknown> = {}): { text: string; problems: TemplateProblem[] } {
  const problems: TemplateProblem[] = [];
  const renderer = createTemplateRenderer({ variableValues, now: () => NOW, onProblem: (problem) => problems.push(problem) });
  return { text: renderer(text, "prompt"), problems };
}

const VALUES = {
  name: "Ada",
  empty: "",
  items: ["tea", "rye bread"],
  customer: { number: "+14155550100", name: "Grace" },
  call: { id: "c-1", type: "webCall" },
  transport: { conversationType: "voice" },
  long: "x".repeat(400_000),
};

describe("templates", () => {
  it.each([
    ["no variables, 100 % as written", "no variables, 100 % as written"],
    ["Hello {{name}} and {{ name | upcase }}", "Hello Ada and ADA"],
    ["{{ unknown }}!", "!"],
    ["{{ unknown | default: 'friend' }}", "friend"],
    ["{{ customer.number }} {{ customer.name }} {{ call.id }} {{ transport.conversationType }}", "+14155550100 Grace c-1 voice"],
    ["{% if transport.conversationType == 'voice' %}Speak.{% else %}Write.{% endif %}", "Speak."],
    ["a {%- if empty == '' -%} b {%- endif -%} c", "abc"],
    ["{% for item in items %}{{ item }};{% endfor %}", "tea;rye bread;"],
    [
      "{{now}} | {{date}} | {{time}} | {{month}} | {{day}} | {{year}}",
      "Jan 1, 2024 12:00 PM | Jan 1, 2024 | 12:00 PM | January | 1 | 2024",
    ],
    ['{{"now" | date: "%A, %B %d, %Y, %I:%M %p", "America/Los_Angeles"}}', "Monday, January 01, 2024, 04:00 AM"],
    ['{{"now" | date: "%H:%M"}} {{ now | date: "%H:%M", "Asia/Tokyo" }}', "12:00 21:00"],
    ['{{"2023-06-30T23:30:00Z" | date: "%Y-%m-%d %H:%M"}}', "2023-06-30 23:30"],
  ])("%s", (template, expected) => expect(render(template, VALUES)).toEqual({ text: expected, problems: [] }));

  it("lets the caller's values win over the date's", () => {
    expect(render("{{ date }}", { date: "any day" }).text).toBe("any day");
  });

  it.each(["Hello {{ name", "{% if %}", "{% nonsense %}", "{% for %}{{ name }}"])(
    "uses %s as written, and reports it",
    (template) => {
      const { text, problems } = render(template, VALUES);
      expect(text).toBe(template);
      expect(problems).toEqual([{ where: "prompt", message: expect.any(String) }]);
    },
  );

  it("reads no files and no prototypes", () => {
    expect(render("{% include 'package.json' %}").problems).toHaveLength(1);
    expect(render("{% render './package.json' %}").problems).toHaveLength(1);
    expect(render("{{ name.constructor }}{{ items.constructor.name }}{{ name.__proto__ }}", VALUES).text).toBe("");
  });

  it("bounds all that is rendered in one go together, and starts again with the next", async () => {
    const problems: TemplateProblem[] = [];
    const renderer = createTemplateRenderer({
      variableValues: VALUES,
      now: () => NOW,
      onProblem: (problem) => problems.push(problem),
    });
    // Each has 10,000 steps.
    const busy = "{% for i in (1..5000) %}a{% endfor %}";
    let rendered = 0;
    for (; rendered < 200 && renderer("{{ name }}", "prompt") === "Ada"; rendered++) renderer(busy, "prompt");
    expect(rendered).toBeLessThanOrEqual(2);
    expect(renderer("{{ name }}", "prompt")).toBe("{{ name }}");
    // On a busy machine, the time limit may end it first.
    expect(problems.at(-1)?.message).toMatch(/more than 20000 steps|template render limit exceeded/);
    await new Promise((resolve) => setImmediate(resolve));
    expect(renderer("{{ name }}", "say")).toBe("Ada");
  });

  it("bounds the tags of all texts of one go", () => {
    const renderer = createTemplateRenderer({ variableValues: VALUES, now: () => NOW });
    const texts = Array.from({ length: 9 }, () => renderer("{{ name }}".repeat(300), "prompt"));
    expect(texts.filter((text) => text.startsWith("Ada")).length).toBeLessThanOrEqual(6);
  });

  it.each([
    ["a range of many numbers", "{% for i in (1..30000000) %}{% endfor %}", "memory alloc limit exceeded"],
    ["a range in a variable", "{% assign all = (1..30000000) %}{{ all | size }}", "memory alloc limit exceeded"],
    ["loops in loops", `${"{% for i in (1..9000) %}".repeat(3)}${"{% endfor %}".repeat(3)}`, "more than 20000 steps"],
    ["a text that doubles", `{% assign a = "ab" %}${"{% assign a = a | append: a %}".repeat(60)}`, "memory alloc limit exceeded"],
    ["a sort of many entries", "{% assign all = (1..150000) %}{{ all | sort | size }}", "memory alloc limit exceeded"],
    ["many tags", "{{ name }}".repeat(501), "more than 500 tags"],
    ["a tag without end", `{{ name${" | upcase".repeat(3000)} }}`, "more than 20000 characters in tags"],
    ["a long value said many times", "{{ long }}".repeat(3), "output length limit exceeded"],
    ["a text without end", `{{ name }}${" ".repeat(200_000)}`, "parse length limit exceeded"],
  ])("refuses %s", (_, template, message) => {
    const { text, problems } = render(template, VALUES);
    expect(text).toBe(template);
    // On a busy machine, the time limit may be reached first.
    const expected = new RegExp(`${message}|template render limit exceeded`);
    expect(problems).toEqual([{ where: "prompt", message: expect.stringMatching(expected) }]);
  });
});
