import type { Fields } from "@callwright/contract";
import { mapValues } from "./values.ts";

/** The value of an environment variable. */
export type Variables = (name: string) => string | undefined;

/** `${env:NAME}`, and `$${env:NAME}` for the text itself. */
const BRACES = String.raw`\{env:([A-Za-z_][A-Za-z0-9_]*)\}`;
const VARIABLE = new RegExp(String.raw`(\$?)\$${BRACES}`, "g");
const DOLLAR = new RegExp(String.raw`\$(?=${BRACES})`, "g");

export function variableText(name: string): string {
  return `\${env:${name}}`;
}

/** Escapes a text, so that a file's reader does not replace variables in it. */
export function escapeVariables(text: string): string {
  return text.replace(DOLLAR, "$$$$");
}

/** The variables in a value. */
export function variablesOf(value: unknown): string[] {
  const names = new Set<string>();
  mapValues(value, (inner) => {
    if (typeof inner === "string")
      for (const [, dollar, name] of inner.matchAll(VARIABLE)) if (dollar === "" && name !== undefined) names.add(name);
    return undefined;
  });
  return [...names];
}

/** Undefined if a variable is not set. */
export function resolveText(text: string, variables: Variables): string | undefined {
  let isComplete = true;
  const resolved = text.replace(VARIABLE, (whole, dollar: string, name: string) => {
    if (dollar !== "") return whole.slice(1);
    const value = variables(name);
    if (value === undefined || value === "") isComplete = false;
    return value ?? "";
  });
  return isComplete ? resolved : undefined;
}

/** Whether the text could have this value, with other values of its variables. */
export function canBe(text: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  // Every third part is the name of a variable, behind a dollar sign if it is escaped.
  const parts = text.split(VARIABLE);
  const pattern = parts.map((part, index) => {
    if (index % 3 === 0) return escaped(part);
    return index % 3 === 1 ? "" : parts[index - 1] === "" ? ".*" : escaped(variableText(part));
  });
  return new RegExp(`^${pattern.join("")}$`, "s").test(value);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A copy with the values of all variables. Throws if one is not set: its name must never be stored instead of its value. */
export function resolveVariables(value: Fields, variables: Variables): Fields {
  return mapValues(value, (inner) => {
    if (typeof inner !== "string") return undefined;
    const text = resolveText(inner, variables);
    if (text === undefined) throw new Error(`These variables have no value: ${variablesOf(inner).join(", ")}.`);
    return text;
  }) as Fields;
}
