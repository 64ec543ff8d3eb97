/**
 * ```
 *  scheduled → queued → ringing → in-progress → forwarding → ended
 * ```
 * A scheduled call waits for its time, and ends without having been queued when it is canceled or starts too late.
 * A phone call goes queued → ringing → in-progress → ended, and while it is passed on to another telephone it is forwarding. Answered at once,
 * refused or failed, it leaves states out.
 * A web call goes queued → in-progress → ended, or queued → ended when nobody joins.
 * Only the hosted platform has `not-found` and `deletion-failed`. Clients may search for them. No call of this server has them.
 */
export const OWN_CALL_STATUSES = ["scheduled", "queued", "ringing", "in-progress", "forwarding", "ended"] as const;
export const CALL_STATUSES = [...OWN_CALL_STATUSES, "not-found", "deletion-failed"] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];
