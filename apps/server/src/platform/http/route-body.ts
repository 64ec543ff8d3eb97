import { fieldsOf, LENIENT, type Route, readJson, SERVER_FIELDS, type Warning } from "@callwright/contract";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import type { AppContext } from "./app.ts";
import { readFormBody } from "./form-body.ts";
import type { FormPart } from "./form-reader.ts";
import { addReadWarnings, parseWhole, serverWrites } from "./parse-whole.ts";
import { readJsonBody, requireStorable } from "./request-body.ts";
import { requireOutsideServers } from "./server-addresses.ts";
import { uploadsFolder } from "./uploads-folder.ts";

/** A body by its route's schema. */
export interface RouteBody {
  value: unknown;
  /** The same for the same body. */
  identity: string;
  /** Removes its files from the disk. */
  discard: () => Promise<void>;
}

const nothing = async () => {};

const optional = new WeakMap<z.ZodType, boolean>();

/** Whether a body may be left out. Checked once for each schema, because a schema that refuses takes long to build its error. */
function isOptional(schema: z.ZodType): boolean {
  const known = optional.get(schema) ?? schema.safeParse(undefined).success;
  optional.set(schema, known);
  return known;
}

/** The body of a request, JSON or a form, parsed by its route's schema; JSON after `complete`. Fails as `readJsonBody` and `readFormBody` do, or with `validation-failed`. */
export async function readRouteBody(
  c: AppContext,
  route: Route,
  config: Pick<Config, "dataDir" | "allowPrivateAddresses">,
  complete: (sent: unknown) => Promise<unknown>,
): Promise<RouteBody> {
  if (!route.body) return { value: undefined, identity: "", discard: nothing };
  if (route.bodyType !== "form") {
    const { text, value } = await readJsonBody(c, { mayBeEmpty: isOptional(route.body) });
    const { fields, warnings } = withoutServerFields(route, await complete(value));
    const parsed = parseWhole(route.body, fields);
    addReadWarnings(parsed, warnings);
    requireOutsideServers(parsed, config);
    return { value: parsed, identity: text, discard: nothing };
  }
  const { parts, fingerprint, discard } = await readFormBody(c, uploadsFolder(config));
  try {
    const value = formValue(route.body, parts);
    requireStorable(value);
    return { value: parseWhole(route.body, value), identity: fingerprint, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A client may write back what it read: fields that only the server writes are left out. */
function withoutServerFields({ method, body, response }: Route, value: unknown): { fields: unknown; warnings: Warning[] } {
  if (!body || typeof value !== "object" || value === null || Array.isArray(value)) return { fields: value, warnings: [] };
  const written = fieldsOf(body);
  // A body for a provider, or a patch for any kind of resource: the handler itself knows which fields are the server's.
  if (written.size === 0) return { fields: value, warnings: [] };
  const isWrittenBack = method !== "POST" || LENIENT.has(body);
  const read: ReadonlySet<string> = isWrittenBack ? fieldsOf(response) : new Set();
  const isServers = (name: string) => !written.has(name) && (read.has(name) || SERVER_FIELDS.has(name));
  const names = Object.keys(value).filter(isServers);
  if (names.length === 0) return { fields: value, warnings: [] };
  return {
    fields: Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))),
    warnings: names.filter((name) => !SERVER_FIELDS.has(name)).map(serverWrites),
  };
}

type Value = FormPart["value"];

/**
 * The parts of a form as a value that `schema` can check. A form has only texts and files: a part whose field takes no text is JSON, and parts of one
 * name, or one part whose field takes a list, are a list.
 */
export function formValue(schema: z.ZodType, parts: readonly FormPart[]): Record<string, unknown> {
  const fields: Record<string, unknown> = schema instanceof z.ZodObject ? schema.shape : {};
  const byName = new Map<string, Value[]>();
  for (const { name, value } of parts) byName.set(name, [...(byName.get(name) ?? []), value]);
  const fieldOf = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
  return Object.fromEntries([...byName].map(([name, values]) => [name, fieldValue(fieldOf(name), values)]));
}

function fieldValue(schema: unknown, values: readonly Value[]): unknown {
  const [first] = values;
  const readings = values.length > 1 ? [values, values.map(fromJson)] : [first, fromJson(first), [first], [fromJson(first)]];
  const fitting = schema instanceof z.ZodType ? readings.find((reading) => schema.safeParse(reading).success) : undefined;
  if (fitting !== undefined) return fitting;
  // If no form fits, an object gets the problems inside it, and any other value the message that it must be a text.
  const [plain, json] = readings;
  return typeof json === "object" ? json : plain;
}

function fromJson(value: Value | undefined): unknown {
  if (typeof value !== "string") return value;
  const parsed = readJson(value);
  return parsed === undefined ? value : parsed;
}
