import { CreateStructuredOutput, PlatformError, type StructuredOutput } from "@callwright/contract";
import { structuredOutput } from "../../db/schema/platform.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** What a model or a pattern makes of a finished call. */
export const structuredOutputs = createResourceService<CreateStructuredOutput, StructuredOutput>({
  noun: "Structured output",
  table: structuredOutput,
  schema: CreateStructuredOutput,
});

/** Another `type` at the top of the schema changes what earlier results are: only on purpose. Fails with `schema-type-changed`. */
export function requireSameType(before: StructuredOutput, schema: { type?: unknown } | null | undefined): void {
  const [from, to] = [before.schema.type, schema?.type].map(String);
  if (schema && from !== to) throw new PlatformError("schema-type-changed", { from: from ?? "", to: to ?? "" });
}
