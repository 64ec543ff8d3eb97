import { type Mapping, mapValues } from "./values.ts";

/** The value of an environment variable. */
export type Variables = (name: string) => string | undefined;

/** `${env:NAME}`, and `$${env:NAME}` for the text itself. */
const VARIABLE = /(\$?)\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

export function variableText(name: string): string {
  return `\${env:${name}}`;
}

/** Text that means itself in a file. */
export function escapeVariables(text: string): string {
  return text.replace(/\$(?=\{env:[A-Za-z_])/g, "$$$$");
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

/** A copy with the values of all variables, which must be set. */
export function resolveVariables(value: Mapping, variables: Variables): Mapping {
  return mapValues(value, (inner) =>
    typeof inner === "string" ? (resolveText(inner, variables) ?? inner) : undefined,
  ) as Mapping;
}
