import { z } from "zod";

/** An object of optional fields. Other fields are rejected. */
export function optionalFields<const Fields extends z.ZodRawShape>(fields: Fields) {
  return z.strictObject(fields).partial();
}

/** A list of objects, at most `max`. Fields besides these are rejected. */
export function objectList<const Fields extends z.ZodRawShape>(max: number, fields: Fields) {
  return z.array(z.strictObject(fields)).max(max);
}
