import { nothing } from "lit";
import { expect, test } from "vitest";
import { markdown, type Rendered } from "./markdown.ts";
import { lex } from "./markdown-lexer.ts";

/** The HTML for the browser, as text. */
function written(rendered: Rendered): string {
  if (rendered === nothing) return "";
  if (Array.isArray(rendered)) return rendered.map(written).join("");
  if (typeof rendered === "string") return rendered;
  const { strings, values } = rendered;
  return strings.map((part, index) => part + (index < values.length ? written(values[index] as Rendered) : "")).join("");
}

test("the boxes of a task list are shown once, whether its items stand close or apart", () => {
  expect(written(markdown(lex("- [x] Table booked\n- [ ] Cake ordered")))).toBe(
    "<ul><li>☑ Table booked</li><li>☐ Cake ordered</li></ul>",
  );
  expect(written(markdown(lex("- [x] Table booked\n\n- [ ] Cake ordered")))).toBe(
    "<ul><li><p>☑ Table booked</p></li><li><p>☐ Cake ordered</p></li></ul>",
  );
});
