import { z } from "zod";

type Fields = Record<string, z.ZodType>;
type PatchFields<F extends Fields> = { [Name in keyof F]: z.ZodOptional<z.ZodNullable<F[Name]>> };

/** The body of a PATCH: each field that is set replaces the stored one; null clears it. Unknown fields are rejected. */
export function patchOf<F extends Fields>(fields: F): z.ZodObject<PatchFields<F>, z.core.$strict> {
  const entries = Object.entries(fields).map(([name, schema]) => [name, schema.nullable().optional()]);
  return z.strictObject(Object.fromEntries(entries) as PatchFields<F>);
}

/**
 * The body of a PATCH of a resource with variants (`provider`, `type`): any field of the stored variant. The body need not name the
 * variant, so the server validates the merged result; this schema only requires an object.
 */
export const KindPatch = z.looseObject({});
