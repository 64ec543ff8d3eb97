import { platformRoutes, type Route } from "@callwright/contract";
import { fieldNamesOf, jsonSchemaOf, resolved } from "../form/json-schema.ts";
import type { Resource } from "../resource.ts";
import { callNameOf, type RouteNaming, type Verb } from "../resource-calls.ts";
import { type ResourceEntity, SERVER_FIELDS } from "../resource-entity.ts";
import type { Fields } from "./edited-object.ts";

const routes: Readonly<Record<string, Route | undefined>> = platformRoutes;

/** The contract's route of a verb. */
export function routeOf(resource: RouteNaming, verb: Verb): Route | undefined {
  return routes[callNameOf(resource, verb) ?? ""];
}

/** Is a field of this name edited? */
export function isWritten({ schema }: Resource, name: string): boolean {
  return schema !== undefined && fieldNamesOf(jsonSchemaOf(schema)).has(name);
}

/** The editable fields of a stored entity: all but those that only the server writes. Unknown fields of other hosts are kept. */
export function writtenPartOf(resource: Resource, entity: ResourceEntity): Fields {
  const written = resource.schema ? fieldNamesOf(jsonSchemaOf(resource.schema)) : new Set<string>();
  const response = routeOf(resource, "get")?.response;
  const answered = response ? fieldNamesOf(jsonSchemaOf(response)) : new Set<string>();
  const isServers = (name: string) => !written.has(name) && (SERVER_FIELDS.has(name) || answered.has(name));
  return Object.fromEntries(Object.entries(entity).filter(([name, value]) => !isServers(name) && value !== null));
}

/** Fields that every PATCH must contain, even if they do not change. */
export function fieldsOfEveryPatch(resource: Resource): readonly string[] {
  const body = routeOf(resource, "update")?.body;
  if (!body) return [];
  const schema = jsonSchemaOf(body);
  return resolved(schema, schema).required ?? [];
}
