import type { JsonObject } from "./streaming-transcriber.ts";

/** Readers of foreign JSON: a field of another type counts as absent. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
export const objectOf = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
export const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.map(objectOf) : []);

/** The mean of the confidences in a list of words; undefined when no word has one. */
export function meanConfidence(words: readonly JsonObject[], field = "confidence"): number | undefined {
  const told = words.flatMap((word) => numberOf(word[field]) ?? []);
  return told.length === 0 ? undefined : told.reduce((sum, each) => sum + each, 0) / told.length;
}

/** Parses a JSON object. Throws if the text is none. */
export function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("It is no JSON object.");
  return value as JsonObject;
}

type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/** A query string; a list repeats its name, undefined is left out. */
export function queryOf(fields: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const each of [value].flat()) if (each !== undefined) query.append(name, String(each));
  return query.toString();
}

/** A setting of the contract, if the assistant has it. */
export const settingText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
export const settingFlag = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);
export const settingTexts = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.map(String) : undefined;
/** The language of a setting without its country: `de-AT` is `de`. For services that know languages, not countries. */
export const languageCode = (value: unknown): string | undefined => settingText(value)?.split("-")[0];

/** One reason for several settings. */
export const reasons = (names: readonly string[], reason: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]));
