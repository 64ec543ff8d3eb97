export type { Value } from "convex/values";
export { type Clock, createClock } from "./clock.ts";
export { FunctionError, TokenRefused } from "./failure.ts";
export { type Comparison, type Filter, type FilterTarget, type FilterValue, makeFilter } from "./filter.ts";
export type {
  ActionContext,
  Functions,
  Identity,
  MutationContext,
  MutationOutcome,
  MutationRequest,
  QueryContext,
  Store,
} from "./functions.ts";
export { HTTP_CALL_KINDS, type HttpCall, type HttpCallAnswer } from "./http-call.ts";
export { REALTIME_LIMITS, type RealtimeLimits } from "./limits.ts";
export type { RealtimeLog } from "./query-runner.ts";
export { createRealtime, type Realtime, type RealtimeOptions } from "./realtime.ts";
export { refuseUpgrade } from "./refuse-upgrade.ts";
export { readStoredValue, storedValue } from "./stored-value.ts";
