import { platformRoutes, type Route } from "@callwright/contract";
import { type JsonSchema, jsonSchemaOf } from "../form/json-schema.ts";
import { shapeOf } from "../form/shape.ts";
import type { Resource } from "../resource.ts";
import { callNameOf } from "../resource-calls.ts";

/** One query parameter of a list that its screen can set. */
export interface FilterField {
  name: string;
  schema: JsonSchema;
  root: JsonSchema;
}

/** Filters by the creation time, which every list has. */
export const CREATED_FILTERS = ["createdAtGe", "createdAtLe"] as const;

/** The contract's data of the filters that a resource names. Throws for an unknown parameter, which is a bug. */
export function filterFieldsOf(resource: Resource): FilterField[] {
  const root = listQueryOf(resource);
  return (resource.filters ?? []).map((name) => {
    const schema = root.properties?.[name];
    if (typeof schema !== "object") throw new Error(`The list of ${resource.path} has no filter ${name}.`);
    return { name, schema, root };
  });
}

/** Every filter an address may hold. */
export function filterNamesOf(resource: Resource): string[] {
  const properties = listQueryOf(resource).properties ?? {};
  return [...(resource.filters ?? []), ...CREATED_FILTERS.filter((name) => name in properties)];
}

/** The values of a filter. Undefined: its value is typed, or chosen from the objects of another resource. */
export function filterShape({ name, schema, root }: FilterField) {
  return shapeOf(schema, name, root);
}

function listQueryOf(resource: Resource): JsonSchema {
  const routes: Readonly<Record<string, Route | undefined>> = platformRoutes;
  const query = routes[callNameOf(resource, "list") ?? ""]?.query;
  return query ? jsonSchemaOf(query) : {};
}
