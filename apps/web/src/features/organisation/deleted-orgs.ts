import { RESTORE_DAYS } from "@callwright/contract";

const KEY = "callwright-deleted-orgs";

/** An organisation that a person has deleted in this browser, and can bring back. */
export interface DeletedOrg {
  id: string;
  name: string;
  /** Of the person. */
  userId: string;
  deletedAtMs: number;
}

type Store = Pick<Storage, "getItem" | "setItem">;

/** Those that can still be restored, newest first. The platform does not list them, so the browser remembers. */
export function deletedOrgs(store: Store, nowMs: number): DeletedOrg[] {
  return read(store).filter(({ deletedAtMs }) => nowMs - deletedAtMs < RESTORE_DAYS * 86_400_000);
}

export function rememberDeletedOrg(store: Store, org: DeletedOrg): void {
  store.setItem(KEY, JSON.stringify([org, ...read(store).filter(({ id }) => id !== org.id)]));
}

/** It was restored, or is gone for good. */
export function forgetDeletedOrg(store: Store, id: string): void {
  store.setItem(KEY, JSON.stringify(read(store).filter((org) => org.id !== id)));
}

function read(store: Store): DeletedOrg[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isDeletedOrg) : [];
  } catch {
    // Not written by us.
    return [];
  }
}

function isDeletedOrg(value: unknown): value is DeletedOrg {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, userId, deletedAtMs } = value as Record<string, unknown>;
  return [id, name, userId].every((each) => typeof each === "string") && typeof deletedAtMs === "number";
}
