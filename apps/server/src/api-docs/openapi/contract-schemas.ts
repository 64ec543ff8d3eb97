import { z } from "zod";
import { nameVariants } from "./named-variants.ts";
import type { OpenApiSchema } from "./openapi-types.ts";
import { markOwn } from "./own-values.ts";
import { nameIn, reachableNames, referenceTo, referredNames, renameReferences, shortenReferences } from "./schema-references.ts";

type Direction = "input" | "output";

interface Form {
  /** The JSON Schema of each requested schema. */
  asked: Map<z.ZodType, OpenApiSchema>;
  /** All schemas with a name. */
  named: Map<string, OpenApiSchema>;
}

/**
 * `names`: exports of a module. The schemas among them become components. `inputs`, `outputs`: all schemas that `input` and `output` can
 * be called with. A request may omit a field with a default, an answer always has it. A component that is used in both, in two forms, is
 * there twice: `Plan` in answers, `PlanInput` in requests.
 */
export function contractSchemas(
  names: Readonly<Record<string, unknown>>,
  inputs: readonly z.ZodType[],
  outputs: readonly z.ZodType[],
) {
  const sent = convert(names, inputs, "input");
  const answered = convert(names, outputs, "output");
  const sentNames = reachableNames([...sent.asked.values()], sent.named);
  const answeredNames = reachableNames([...answered.asked.values()], answered.named);
  const differing = differingNames(sent.named, answered.named);
  const inputName = (name: string) => (answeredNames.has(name) && differing.has(name) ? `${name}Input` : name);

  const components = new Map<string, OpenApiSchema>();
  for (const name of answeredNames) components.set(name, answered.named.get(name) ?? {});
  for (const name of sentNames) components.set(inputName(name), renameReferences(sent.named.get(name) ?? {}, inputName));
  return {
    /** The schema of what a client may send. */
    input: (schema: z.ZodType) => renameReferences(sent.asked.get(schema) ?? {}, inputName),
    /** The schema of the server's answer. */
    output: (schema: z.ZodType) => answered.asked.get(schema) ?? {},
    /** The named schemas that those refer to, by name. */
    components: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Schemas of the contract as JSON Schema. A schema with a name is a reference. */
export type ContractSchemas = ReturnType<typeof contractSchemas>;

/** The name of the list of requested schemas. No export has it. */
const ASKED = "__asked";

function convert(names: Readonly<Record<string, unknown>>, schemas: readonly z.ZodType[], io: Direction): Form {
  const registry = z.registry<{ id: string }>();
  for (const [id, value] of Object.entries(names))
    if (value instanceof z.ZodType && !registry.has(value)) registry.add(value, { id });
  registry.add(z.tuple(schemas as unknown as [z.ZodType]), { id: ASKED });
  const converted = z.toJSONSchema(registry, {
    io,
    unrepresentable: "any",
    uri: referenceTo,
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema, io),
  });
  const { __shared, [ASKED]: asked, ...own } = converted.schemas as Record<string, OpenApiSchema>;
  const all = { ...own, ...(__shared?.$defs as Record<string, OpenApiSchema> | undefined) };
  const named = Object.entries(all).map(([name, { $schema, $id, ...schema }]) => [name, shortenReferences(schema)] as const);
  const schemaOf = new Map(named);
  // Two schemas that contain each other are read late. Such a schema is only a reference to the real one.
  const realName = (name: string): string => {
    const { $ref, ...rest } = schemaOf.get(name) ?? {};
    return $ref !== undefined && Object.keys(rest).length === 0 ? realName(nameIn($ref)) : name;
  };
  const real = (schema: OpenApiSchema) => renameReferences(shortenReferences(schema), realName);
  const forms = (asked?.prefixItems ?? []) as OpenApiSchema[];
  const components = new Map(named.map(([name, schema]) => [name, real(schema)]));
  nameVariants(components);
  return { asked: new Map(schemas.map((schema, index) => [schema, real(forms[index] ?? {})])), named: components };
}

const FORMATS_THAT_SAY_IT = new Set(["date-time", "date", "time", "duration", "uuid", "email", "uri", "ipv4", "ipv6"]);

/** Our own keywords in schemas. In a document, they begin with `x-`. */
const OWN_WORDS = ["unit", "secret", "connects", "visitors"];

/**
 * Removes what says nothing to a reader: patterns that repeat a format, and the bounds of whole numbers. Adds the discriminator, for which
 * OpenAPI has a keyword.
 */
function tidy(zodSchema: z.core.$ZodTypes, schema: OpenApiSchema, io: Direction): void {
  for (const word of OWN_WORDS) {
    if (schema[word] === undefined) continue;
    schema[`x-${word}`] = schema[word];
    delete schema[word];
  }
  markOwn(schema, schema.enum ?? [schema.const]);
  // A pattern beside a reference is also in the schema that it refers to.
  if (schema.$ref !== undefined || (schema.format && FORMATS_THAT_SAY_IT.has(schema.format))) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // A later release may add fields to answers. Only requests are limited to the known fields.
  const { def } = zodSchema._zod;
  if (def.type === "union" && "discriminator" in def) schema.discriminator = { propertyName: def.discriminator };
  if (io === "output" && def.type === "object" && !def.catchall) delete schema.additionalProperties;
}

/** Names of schemas whose input and output differ, or that refer to such a schema. */
function differingNames(sent: Map<string, OpenApiSchema>, answered: Map<string, OpenApiSchema>): Set<string> {
  const differing = new Set(
    [...sent.keys()].filter((name) => JSON.stringify(sent.get(name)) !== JSON.stringify(answered.get(name))),
  );
  for (let sizeBefore = -1; sizeBefore !== differing.size; ) {
    sizeBefore = differing.size;
    for (const [name, schema] of sent) if ([...referredNames(schema)].some((other) => differing.has(other))) differing.add(name);
  }
  return differing;
}
