import { invalid, isFields } from "@callwright/contract";

/** The arguments of a tool call, as a person typed them. Fails with `validation-failed`. */
export function parseArguments(json: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(json);
    if (isFields(parsed)) return parsed;
  } catch {
    // Refused below.
  }
  throw invalid("argumentsJson must be an object as JSON");
}
