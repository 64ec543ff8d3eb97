import { z } from "zod";

/** A key, password or token. Stored encrypted and never returned. Its JSON Schema has `secret: true`. */
export const Secret = z.string().min(1).max(10_000).meta({ secret: true });

type Schema = z.core.$ZodType;

/** Paths of the secrets in a schema, including all union members: `apiKey`, `authenticationPlan.token`. */
export function secretPathsOf(schema: Schema): string[] {
  return [...new Set(pathsIn(schema, ""))];
}

function pathsIn(schema: Schema, path: string): string[] {
  if (z.globalRegistry.get(schema)?.secret === true) return [path];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ("innerType" in def) return pathsIn(def.innerType, path);
  if (def.type === "union") return def.options.flatMap((option) => pathsIn(option, path));
  if (def.type !== "object") return [];
  return Object.entries(def.shape).flatMap(([key, field]) => pathsIn(field, path === "" ? key : `${path}.${key}`));
}
