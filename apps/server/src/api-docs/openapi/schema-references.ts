import type { OpenApiSchema } from "./openapi-types.ts";

const PREFIX = "#/components/schemas/";
/** Where zod puts schemas without a name that refer to themselves. */
const UNNAMED_PREFIX = `${PREFIX}__shared#/$defs/`;

export function referenceTo(name: string): string {
  return PREFIX + name;
}

export function nameIn(reference: string): string {
  return reference.slice(PREFIX.length);
}

/** The component that a schema refers to. Undefined: it is no reference. */
export function referredName({ $ref }: OpenApiSchema): string | undefined {
  return $ref === undefined ? undefined : nameIn($ref);
}

/** All components that a value refers to, at any depth. */
export function referredNames(value: unknown): Set<string> {
  const found = new Set<string>();
  mapReferences(value, (reference) => {
    if (reference.startsWith(PREFIX)) found.add(nameIn(reference));
    return reference;
  });
  return found;
}

/** All components that a value refers to, directly or through other components. */
export function reachableNames(value: unknown, named: ReadonlyMap<string, OpenApiSchema>): Set<string> {
  const reached = new Set<string>();
  const pending = [value];
  while (pending.length > 0) {
    for (const name of referredNames(pending.pop())) {
      if (reached.has(name)) continue;
      reached.add(name);
      pending.push(named.get(name));
    }
  }
  return reached;
}

/** A copy with other names of the components in its references. */
export function renameReferences(schema: OpenApiSchema, nameOf: (name: string) => string): OpenApiSchema {
  return mapReferences(schema, (reference) => PREFIX + nameOf(nameIn(reference))) as OpenApiSchema;
}

/** A copy in which references to unnamed schemas have the same form as the others. */
export function shortenReferences(schema: OpenApiSchema): OpenApiSchema {
  return mapReferences(schema, (reference) => reference.replace(UNNAMED_PREFIX, PREFIX)) as OpenApiSchema;
}

function mapReferences(value: unknown, map: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => mapReferences(each, map));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => {
    // A property called `$ref` holds a schema, not a text.
    const isReference = key === "$ref" && typeof each === "string";
    return [key, isReference ? map(each) : mapReferences(each, map)];
  });
  return Object.fromEntries(entries);
}
