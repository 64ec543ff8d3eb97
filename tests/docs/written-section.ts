import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

/** Expects a section of `docs/<file>`, up to the next heading of its level, to have this text. With `WRITE_DOCS=true` it writes the section instead. */
export function expectSection(file: string, heading: string, lines: readonly string[]): void {
  const path = new URL(`../../docs/${file}`, import.meta.url);
  const document = readFileSync(path, "utf8");
  const [before = "", after = ""] = document.split(`${heading}\n`);
  const rest = /\n## [\s\S]*$/.exec(after)?.[0] ?? "";
  const written = `${before.trimEnd()}\n\n${[heading, "", ...lines, ""].join("\n")}${rest}`;
  if (process.env.WRITE_DOCS === "true") writeFileSync(path, written);
  else expect(document).toBe(written);
}
