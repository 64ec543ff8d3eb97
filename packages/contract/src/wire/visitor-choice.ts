import { z } from "zod";

/**
 * Marks a field that visitors may not set: this server, a call host or a carrier would send requests to its address, with its value or because of it.
 * Its JSON Schema has `visitors: "refused"`.
 */
export const NOT_FOR_VISITORS = { visitors: "refused" } as const;
/** Marks the address and the headers of a model. Visitors may set both of the server's own model. */
export const OWN_MODEL_FOR_VISITORS = { visitors: "own-model" } as const;
/** Marks a text that is fetched when it is an address. Visitors may set other texts. */
export const NO_ADDRESS_FOR_VISITORS = { visitors: "no-address" } as const;

type Schema = z.core.$ZodType;

/** Does the address belong to the server's own model? */
type IsOwnModel = (url: string) => boolean;

/**
 * Path of the first field of a value that visitors may not set, at any depth, by the marks in its schema. Of a union, the marks of all options
 * apply.
 */
export function refusedForVisitors(schema: Schema, value: unknown, isOwnModel: IsOwnModel): string | undefined {
  return new Walk(isOwnModel).find(schema, value, []);
}

class Walk {
  readonly #isOwnModel: IsOwnModel;
  /** Schemas that an object was compared with: nested unions lead to the same one on many ways. */
  readonly #compared = new WeakMap<object, Set<Schema>>();

  constructor(isOwnModel: IsOwnModel) {
    this.#isOwnModel = isOwnModel;
  }

  find(schema: Schema, value: unknown, path: readonly (string | number)[], parent: object = {}): string | undefined {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
    if (this.#isRefused(schema, value, parent)) return path.join(".");
    if (typeof value === "object" && value !== null) {
      const compared = this.#compared.get(value) ?? new Set();
      if (compared.has(schema)) return undefined;
      this.#compared.set(value, compared.add(schema));
    }
    for (const [inner, innerValue, key] of parts(schema, value)) {
      const isField = key !== undefined;
      const found = this.find(inner, innerValue, isField ? [...path, key] : path, isField ? (value as object) : parent);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #isRefused(schema: Schema, value: unknown, parent: object): boolean {
    const mark = z.globalRegistry.get(schema)?.visitors;
    if (mark === NO_ADDRESS_FOR_VISITORS.visitors) return typeof value === "string" && /^\s*[a-z][a-z\d+.-]*:\/\//i.test(value);
    if (mark !== OWN_MODEL_FOR_VISITORS.visitors) return mark === NOT_FOR_VISITORS.visitors;
    return !("url" in parent && typeof parent.url === "string" && this.#isOwnModel(parent.url));
  }
}

type Part = readonly [schema: Schema, value: unknown, key?: string | number];

/** The schemas that checked a value or a part of the value. */
function parts(schema: Schema, value: unknown): Part[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  switch (def.type) {
    case "object": {
      const { shape } = def;
      return fields.flatMap(([key, field]) => (Object.hasOwn(shape, key) && shape[key] ? [[shape[key], field, key]] : []));
    }
    case "array":
      return fields.map(([key, field]) => [def.element, field, key]);
    case "record":
      return fields.map(([key, field]) => [def.valueType, field, key]);
    case "tuple":
      return def.items.flatMap((item, index) => (Array.isArray(value) ? [[item, value[index], index]] : []));
    case "union":
      return def.options.map((option) => [option, value]);
    case "intersection":
      return [def.left, def.right].map((side) => [side, value]);
    case "lazy":
      return [[(schema as z.core.$ZodLazy)._zod.innerType, value]];
    case "pipe":
      return [def.in, def.out].map((side) => [side, value]);
    default:
      return "innerType" in def ? [[def.innerType, value]] : [];
  }
}
