import type { CustomerFilter } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";

type FlatFilter = Pick<CustomerFilter, "number" | "sipUri" | "name" | "email" | "externalId" | "extension">;

/** Conditions on a customer: the fields of the object and the single fields must all be equal. */
export function customerFilters(column: SQL, customer: CustomerFilter | undefined, flat: FlatFilter): SQL[] {
  // The format of a number does not change whose number it is.
  const { numberE164CheckEnabled: _, ...whole } = customer ?? {};
  const { number, sipUri, name, email, externalId, extension } = flat;
  return [whole, { number, sipUri, name, email, externalId, extension }]
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
    .flatMap((fields) => (Object.keys(fields).length === 0 ? [] : holds(column, fields)));
}

/** The object has all of these fields. */
export function holds(column: SQL, fields: object | undefined): SQL[] {
  return fields === undefined ? [] : [sql`${column} @> ${JSON.stringify(fields)}::jsonb`];
}
