export type { Value } from "convex/values";
export { FunctionError, TokenRefused } from "./failure.ts";
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
export { readStoredValue, storedValue } from "./stored-value.ts";
