import { type Fields, isFields, type Warning } from "@callwright/contract";

/** Any stored object, with the fields that every resource has. Times are ISO 8601. */
export interface ResourceEntity {
  id: string;
  createdAt: string;
  updatedAt?: string | undefined;
  /** Only in the response to a write. */
  warnings?: readonly Warning[] | undefined;
  [field: string]: unknown;
}

/** Fields that only the server writes, in every resource. */
export const SERVER_FIELDS: ReadonlySet<string> = new Set(["id", "orgId", "createdAt", "updatedAt"]);

/** A display name: its own name, its phone number, or the name of its function. Undefined if it has none. */
export function nameOfEntity(entity: object): string | undefined {
  const { name, number, function: itsFunction } = entity as Fields;
  const names = [name, number, isFields(itsFunction) && itsFunction.name];
  return names.find((each): each is string => typeof each === "string" && each !== "");
}
