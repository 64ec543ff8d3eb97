import { z } from "zod";

type Fields = Record<string, z.ZodType>;
type PatchFields<F extends Fields> = { [Name in keyof F]: z.ZodOptional<z.ZodNullable<F[Name]>> };

/** The body of a PATCH: any of the fields, each replaced whole; null clears one. Unknown ones are refused. */
export function patchOf<F extends Fields>(fields: F): z.ZodObject<PatchFields<F>, z.core.$strict> {
  const entries = Object.entries(fields).map(([name, schema]) => [name, schema.nullable().optional()]);
  return z.strictObject(Object.fromEntries(entries) as PatchFields<F>);
}

/**
 * The body of a PATCH of a resource that has kinds (`provider`, `type`): any of the fields of its own kind, which its body need not
 * name. What is stored decides the kind, so the server checks the whole after the change; here only its being an object is checked.
 */
export const KindPatch = z.looseObject({});
