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
