import { CALL_STATUSES, type Call, type LiveCall } from "@callwright/contract";
import type { CallListFilter } from "./call-list-search.ts";

/** What a list shows of a call. */
export type ListedCall = Pick<Call, "id" | "createdAt" | "status" | "assistant" | "name" | "startedAt" | "endedAt"> &
  Pick<Call, "endedReason" | "endedMessage" | "artifact">;

/**
 * Calls as they were read, brought to where the live list is: calls it knows earlier are added, calls that went on go on. Nothing goes
 * back: each list may be the older one.
 */
export function withLiveCalls(calls: readonly ListedCall[], live: readonly LiveCall[], filter: CallListFilter): ListedCall[] {
  const known = new Map(calls.map((call) => [call.id, call]));
  for (const each of live) {
    const before = known.get(each.id);
    if (before && !isFurther(each, before)) continue;
    const isAdmitted = admits(filter, each);
    if (isAdmitted === false) known.delete(each.id);
    else if (before || isAdmitted) known.set(each.id, { ...before, ...listedOf(each) });
  }
  return [...known.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function isFurther(live: LiveCall, known: ListedCall): boolean {
  return CALL_STATUSES.indexOf(live.status) > CALL_STATUSES.indexOf(known.status);
}

/** How it ended is not taken: the one sentence needs what only the whole call tells. */
function listedOf({ id, createdAt, status, assistantName, name, startedAt, endedAt }: LiveCall): ListedCall {
  return {
    id,
    createdAt,
    status,
    ...(assistantName === null ? {} : { assistant: { name: assistantName } }),
    ...(name === null ? {} : { name }),
    ...(startedAt === null ? {} : { startedAt }),
    ...(endedAt === null ? {} : { endedAt }),
  };
}

/** Does the filter find such a call? Undefined when only the server can tell. */
function admits({ status, from, until, ...rest }: CallListFilter, call: LiveCall): boolean | undefined {
  const createdMs = Date.parse(call.createdAt);
  if (status !== undefined && status !== call.status) return false;
  if (from !== undefined && createdMs < Date.parse(from)) return false;
  if (until !== undefined && createdMs > Date.parse(until)) return false;
  return Object.keys(rest).length === 0 ? true : undefined;
}
