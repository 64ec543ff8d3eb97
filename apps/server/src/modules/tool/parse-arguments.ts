import { invalid, isFields, readJson } from "@callwright/contract";

/** The arguments of a tool call, as a person typed them. Fails with `validation-failed`. */
export function parseArguments(json: string): Record<string, unknown> {
  const parsed = readJson(json);
  if (isFields(parsed)) return parsed;
  throw invalid("argumentsJson must be an object as JSON");
}
