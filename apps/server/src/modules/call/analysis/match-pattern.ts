import type { JsonSchema } from "@callwright/contract";
import { openPattern, type PatternMatch, type PatternSearch } from "@callwright/engine/conversation";
import { findInText } from "../../../platform/isolation/foreign-texts.ts";
import { AnalysisFailure } from "./judge.ts";

/** Maximum matches of a result. */
const MATCHES_MAX = 1_000;

/**
 * What a pattern finds in a text, in the type of the schema: whether it matches; the first group of the first match, or the whole match, as text
 * or number; all of these; or the named groups as fields. Null without a match, and for a search that costs too much. Fails with an `AnalysisFailure`.
 */
export async function matchPattern(orgId: string, pattern: string, schema: JsonSchema, text: string): Promise<unknown> {
  const search = openPattern(pattern);
  if (typeof search === "string") throw new AnalysisFailure(`The pattern ${search}.`);
  const { type } = schema;
  const max = type === "array" ? MATCHES_MAX : 1;
  const matches = await findInText(orgId, { rule: "pattern of a structured output", search, max }, text);
  if (type === "boolean") return matches.length > 0;
  if (type === "array") return matches.map((match) => toValue(search, schema.items ?? { type: "string" }, match));
  const [first] = matches;
  return first === undefined ? null : toValue(search, schema, first);
}

function toValue({ groups }: PatternSearch, { type, properties = {} }: JsonSchema, match: PatternMatch): unknown {
  const [whole, group = whole] = match;
  switch (type) {
    case "boolean":
      return true;
    case "number":
    case "integer":
      return toNumber(group, type);
    case "object": {
      const named = Object.entries(groups).flatMap(([name, index]) => {
        const value = match[index];
        return value === undefined ? [] : [[name, toField(value, properties[name]?.type)] as const];
      });
      return Object.fromEntries(named);
    }
    default:
      return group;
  }
}

function toField(text: string, type: JsonSchema["type"] | undefined): unknown {
  return type === "number" || type === "integer" ? toNumber(text, type) : type === "boolean" ? true : text;
}

function toNumber(text: string, type: "number" | "integer"): number {
  const number = Number(text.replaceAll(/[\s,']/g, ""));
  if (!Number.isFinite(number) || (type === "integer" && !Number.isInteger(number)))
    throw new AnalysisFailure(`The pattern found ${JSON.stringify(text.slice(0, 100))}, which is not of the type ${type}.`);
  return number;
}
