import { RESTORE_DAYS } from "@callwright/contract";

/** Rows that were deleted after this time can be restored. Older ones are purged. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - RESTORE_DAYS * 86_400_000);
}
