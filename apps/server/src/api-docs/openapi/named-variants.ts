import type { OpenApiSchema } from "./openapi-types.ts";
import { markOwn } from "./own-values.ts";
import { nameIn, referenceTo, referredName } from "./schema-references.ts";

/**
 * Makes a component of each object that is one alternative of a union, and adds the mapping of each discriminator. Generators of clients
 * need both: an alternative without a name has no class, and one that holds its own union cannot be written out. `named` gets the new
 * components. An alternative is named after the component and the fields that lead to it, and after the value that tells it apart:
 * `Voice` with the provider `11labs` is `Voice11labs`.
 */
export function nameVariants(named: Map<string, OpenApiSchema>): void {
  /** The component of each schema that got one here. Equal alternatives of two unions share a component. */
  const nameOf = new Map<string, string>();
  for (const [name, schema] of [...named]) walk(schema, name);
  for (const schema of named.values()) addMappings(schema);

  function walk(schema: OpenApiSchema, name: string): void {
    for (const [key, field] of Object.entries(schema.properties ?? {})) walk(field as OpenApiSchema, name + pascal(key));
    for (const inner of [schema.items, schema.additionalProperties]) if (isSchema(inner)) walk(inner, name);
    for (const part of schema.allOf ?? []) walk(part, name);
    for (const key of ["anyOf", "oneOf"] as const) {
      const variants = schema[key];
      if (variants) schema[key] = variants.map((variant) => asComponent(variant, variants, name));
    }
  }

  function asComponent(variant: OpenApiSchema, variants: readonly OpenApiSchema[], unionName: string): OpenApiSchema {
    const isObject = variant.properties !== undefined;
    const kind = kindOf(variant, variants) ?? (named.has(unionName) ? "object" : "");
    const name = isObject ? unionName + pascal(kind) : unionName;
    walk(variant, name);
    return isObject ? { $ref: referenceTo(register(variant, name)) } : variant;
  }

  function register(schema: OpenApiSchema, name: string): string {
    const text = JSON.stringify(schema);
    const known = nameOf.get(text);
    if (known !== undefined) return known;
    let own = name;
    for (let count = 2; named.has(own); count += 1) own = `${name}${count}`;
    nameOf.set(text, own);
    named.set(own, schema);
    return own;
  }

  /** Maps each value of a discriminator to its alternative. */
  function addMappings(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const inner of Object.values(value)) addMappings(inner);
    const { discriminator, oneOf } = value as OpenApiSchema;
    if (!isDiscriminator(discriminator) || !oneOf) return;
    const mapping = oneOf.flatMap((variant) =>
      valuesOf(variant, discriminator.propertyName).map((each) => [each, variant.$ref] as const),
    );
    discriminator.mapping = Object.fromEntries(mapping);
    const kinds = Object.keys(discriminator.mapping);
    markOwn(value as OpenApiSchema, kinds);
    for (const [kind, reference] of Object.entries(discriminator.mapping)) {
      const variant = reference === undefined ? undefined : named.get(nameIn(reference));
      const field = variant?.properties?.[discriminator.propertyName] as OpenApiSchema | undefined;
      if (field?.const !== undefined) markOwn(field, [kind], kinds);
    }
  }

  /** The values that a field can have in an alternative. */
  function valuesOf(variant: OpenApiSchema, field: string): string[] {
    const name = referredName(variant);
    if (name !== undefined) return valuesOf(named.get(name) ?? {}, field);
    if (variant.oneOf) return variant.oneOf.flatMap((each) => valuesOf(each, field));
    const { const: only, enum: several } = (variant.properties?.[field] ?? {}) as OpenApiSchema;
    return (several ?? [only]).map(String);
  }
}

const isSchema = (value: unknown): value is OpenApiSchema => typeof value === "object" && value !== null;

const isDiscriminator = (value: unknown): value is { propertyName: string; mapping?: Record<string, string | undefined> } =>
  typeof value === "object" && value !== null && "propertyName" in value;

/**
 * What distinguishes an alternative from the others: the value of a field, else the name of a field that the others lack. Undefined: the
 * alternative is the only object of its union.
 */
function kindOf({ properties = {}, required = [] }: OpenApiSchema, variants: readonly OpenApiSchema[]): string | undefined {
  const fixed = Object.values(properties).find((field) => isSchema(field) && typeof field.const === "string");
  if (isSchema(fixed)) return String(fixed.const);
  const others = variants.filter((each) => each.properties !== properties && each.properties !== undefined);
  const own = required.findLast((field) => others.every((each) => each.properties?.[field] === undefined));
  return others.length > 0 ? own : undefined;
}

/** `message.add` is `MessageAdd`. */
function pascal(text: string): string {
  const words = text.split(/[^a-zA-Z0-9]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
