import { CALL_STATUSES, type Call, type LiveCall } from "@callwright/contract";
import type { CallListQuery } from "./call-list-search.ts";

/** The fields of a call that the list shows. */
export type ListedCall = Pick<Call, "id" | "type" | "createdAt" | "status" | "assistant" | "name" | "startedAt" | "endedAt"> &
  Pick<
    Call,
    | "analysis"
    | "artifact"
    | "assistantVersion"
    | "campaignId"
    | "compliance"
    | "cost"
    | "costUnknown"
    | "customer"
    | "endedMessage"
    | "endedReason"
    | "messages"
    | "phoneNumberId"
    | "schedulePlan"
  >;

/**
 * The fetched calls merged with the live list: new calls are added, running calls are updated. States never go backwards, because either
 * list may be the older one. A list in another order than the newest first gets no new calls from here.
 */
export function withLiveCalls(calls: readonly ListedCall[], live: readonly LiveCall[], query: CallListQuery): ListedCall[] {
  const { sort, ...filter } = query;
  const known = new Map(calls.map((call) => [call.id, call]));
  for (const each of live) {
    const before = known.get(each.id);
    if (before && !isFurther(each, before)) continue;
    const isAdmitted = admits(filter, each);
    if (isAdmitted === false) known.delete(each.id);
    else if (before || (isAdmitted && sort === undefined)) known.set(each.id, { ...before, ...listedOf(each) });
  }
  if (sort !== undefined) return [...known.values()];
  return [...known.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function isFurther(live: LiveCall, known: ListedCall): boolean {
  return CALL_STATUSES.indexOf(live.status) > CALL_STATUSES.indexOf(known.status);
}

/** Without the ended reason, whose sentence needs fields of the full call. */
function listedOf({ id, type, createdAt, status, assistantName, name, startedAt, endedAt, cost }: LiveCall): ListedCall {
  return {
    id,
    type,
    createdAt,
    status,
    ...(assistantName === null ? {} : { assistant: { name: assistantName } }),
    ...(name === null ? {} : { name }),
    ...(startedAt === null ? {} : { startedAt }),
    ...(endedAt === null ? {} : { endedAt }),
    ...(cost === null ? {} : { cost }),
  };
}

/** Does the call match the filter? Undefined if only the server can decide. */
function admits({ status, from, until, ...rest }: CallListQuery, call: LiveCall): boolean | undefined {
  const createdMs = Date.parse(call.createdAt);
  if (status !== undefined && status !== call.status) return false;
  if (from !== undefined && createdMs < Date.parse(from)) return false;
  if (until !== undefined && createdMs > Date.parse(until)) return false;
  return Object.keys(rest).length === 0 ? true : undefined;
}
