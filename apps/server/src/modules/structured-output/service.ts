import { CreateStructuredOutput, invalid, PlatformError, type StructuredOutput } from "@callwright/contract";
import { compileSchema, openPattern } from "@callwright/engine/conversation";
import { createResourceService } from "../../platform/resource-kit/resource-service.ts";
import { structuredOutput } from "./tables.ts";

/** A structured output: data that a model or a pattern extracts from an ended call. */
export const structuredOutputs = createResourceService<CreateStructuredOutput, StructuredOutput>({
  noun: "Structured output",
  table: structuredOutput,
  schema: CreateStructuredOutput,
  admit: ({ config, previous }) => {
    requireUsable(config);
    return previous?.state ?? {};
  },
});

/** Fails with `validation-failed` for a pattern or a schema that no result can be checked with. */
export function requireUsable({ regex, schema }: Pick<CreateStructuredOutput, "regex" | "schema">): void {
  const pattern = regex === undefined ? undefined : openPattern(regex);
  const checked = compileSchema(schema);
  const problems = [
    ...(typeof pattern === "string" ? [`regex ${pattern}`] : []),
    ...(typeof checked === "string" ? [`schema ${checked}`] : []),
  ];
  if (problems.length > 0) throw invalid(...problems);
}

/** Another `type` at the top of the schema changes what earlier results are: only on purpose. Fails with `schema-type-changed`. */
export function requireSameType(before: StructuredOutput, schema: { type?: unknown } | null | undefined): void {
  const [from, to] = [before.schema.type, schema?.type].map(String);
  if (schema && from !== to) throw new PlatformError("schema-type-changed", { from: from ?? "", to: to ?? "" });
}
