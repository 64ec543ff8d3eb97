import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import i18next from "i18next";
import { expect, test } from "vitest";
import { startI18n } from "./i18n.ts";
import { messages } from "./messages.ts";

test("a message that the catalogue lacks is reported, unless the caller has words of its own", async () => {
  const reported: string[] = [];
  await startI18n(({ message }) => reported.push(message));
  const t = i18next.t as (key: string, options?: object) => string;
  t("app.close");
  t("files.uploaded", { name: "hours.txt" });
  t("resource.count", { count: 2, one: "file", many: "files" });
  t("files.values.unheard-of", { defaultValue: "Unheard of" });
  t("workflows", { returnObjects: true });
  expect(reported).toEqual([]);
  t("files.nothing");
  t("resource.count", { one: "file", many: "files" });
  expect(reported).toEqual(["The message catalogue has no files.nothing.", "The message catalogue has no resource.count."]);
});

/** Every key with a text. */
function keysOf(group: object, path = ""): string[] {
  return Object.entries(group).flatMap(([name, value]) => {
    const key = path === "" ? name : `${path}.${name}`;
    return typeof value === "object" ? keysOf(value, key) : [key];
  });
}

/** The arguments of the call whose opening parenthesis is before `start`. */
function argumentsAt(source: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < source.length; end++) {
    if (source[end] === "(") depth++;
    if (source[end] === ")") depth--;
  }
  return source.slice(start, end - 1);
}

/** What texts may name as it is written in code: a format's name, and what people copy. */
const CODE_WORDS = ["cURL", "kB", "'wasm-unsafe-eval'"];

function textsOf(group: object): string[] {
  return Object.values(group).flatMap((value) => (typeof value === "object" ? textsOf(value) : [String(value)]));
}

test("texts have no words of code: names of fields, or quoted ids", () => {
  const found = textsOf(messages).flatMap((text) => {
    const words =
      text.replace(/\{\{[^}]*\}\}|https?:\S+/g, "").match(/\b[a-z]+[A-Z]\w*|\b[a-z]+_[a-z_]+\b|'[^' ]+'|`[^`]+`/g) ?? [];
    return words.filter((word) => !CODE_WORDS.includes(word)).map((word) => `${word}: ${text}`);
  });
  expect(found).toEqual([]);
});

test("a message with plural forms is asked for with a count", () => {
  const keys = new Set(keysOf(messages));
  const isPlural = (key: string) => !keys.has(key) && keys.has(`${key}_other`);
  const root = join(import.meta.dirname, "..");
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  const calls = sources.flatMap((path) => {
    const source = readFileSync(join(root, path), "utf8");
    return [...source.matchAll(/\bt\(/g)].map(({ index }) => argumentsAt(source, index + 2));
  });
  const plural = calls.filter((call) => [...call.matchAll(/"([\w.]+)"/g)].some(([, key = ""]) => isPlural(key)));
  expect(plural.length).toBeGreaterThan(10);
  expect(plural.filter((call) => !/\bcount\b/.test(call))).toEqual([]);
});
