import { z } from "zod";
import { AssistantOverrides, CreateAssistant } from "../assistant/assistant.ts";
import { CreateSquad } from "../squad/squad.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { exactlyOneOf } from "../wire/one-of.ts";
import { patchOf } from "../wire/patch-of.ts";
import { pagedResourceRoutes, pageOf } from "../wire/resource-routes.ts";
import { CreateEval, EvalFields, EvalRunResult } from "./eval.ts";
import { evalNoun } from "./eval-noun.ts";
import { evalRunNoun } from "./eval-run-noun.ts";

export const Eval = z.looseObject({ ...EntityFields, ...EvalFields });
export type Eval = z.infer<typeof Eval>;

const EvalQuery = z.object({ ...PageQuery.shape, id: Id.optional() });
export type EvalQuery = z.infer<typeof EvalQuery>;

export const evalRoutes = pagedResourceRoutes(
  evalNoun,
  { create: CreateEval, update: patchOf(EvalFields), entity: Eval },
  EvalQuery,
);

const EvalRunTarget = z.discriminatedUnion("type", [
  z
    .strictObject({
      type: z.literal("assistant"),
      assistantId: Id.optional(),
      assistant: CreateAssistant.optional(),
      assistantOverrides: AssistantOverrides.optional(),
    })
    .refine(...exactlyOneOf("assistantId", "assistant")),
  z
    .strictObject({
      type: z.literal("squad"),
      squadId: Id.optional(),
      squad: CreateSquad.optional(),
      assistantOverrides: AssistantOverrides.optional(),
    })
    .refine(...exactlyOneOf("squadId", "squad")),
]);
const SOME_ID = "11111111-1111-4111-8111-111111111111";

/** Runs a stored eval, or one of the request. */
export const CreateEvalRun = z
  .strictObject({ type: z.literal("eval"), evalId: Id.optional(), eval: CreateEval.optional(), target: EvalRunTarget })
  .refine(...exactlyOneOf("evalId", "eval"))
  .meta({ examples: [{ type: "eval", evalId: SOME_ID, target: { type: "assistant", assistantId: SOME_ID } }] });
export type CreateEvalRun = z.infer<typeof CreateEvalRun>;

const EvalRunFields = {
  ...EntityFields,
  type: z.literal("eval"),
  status: z.enum(["queued", "running", "ended"]),
  endedReason: z.enum(["mockConversation.done", "error", "timeout", "cancelled", "aborted"]).optional(),
  /** Why a run ended that is not done: a sentence. */
  endedMessage: z.string().optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  evalId: Id.optional(),
  eval: z.looseObject({ ...EvalFields }).optional(),
  target: z.looseObject({ type: z.enum(["assistant", "squad"]) }),
  results: z.array(EvalRunResult),
  /** US dollars. */
  cost: z.number(),
  costs: z.array(z.looseObject({})),
};
export const EvalRun = z.looseObject(EvalRunFields);
export type EvalRun = z.infer<typeof EvalRun>;

/** Also has the run's id as `evalRunId`, the name that programs of the hosted provider read. */
const CreatedEvalRun = z.looseObject({ ...EvalRunFields, evalRunId: Id });

export const evalRunRoutes = describeRoutes(evalRunNoun.addresses, {
  createEvalRun: { body: CreateEvalRun, response: CreatedEvalRun, status: 201, summary: "Run an eval" },
  listEvalRuns: { query: EvalQuery, response: pageOf(EvalRun), summary: "List eval runs, newest first" },
  getEvalRun: { response: EvalRun, summary: "Get an eval run" },
  deleteEvalRun: { response: EvalRun, summary: "Delete an eval run; it can be restored for 30 days" },
  restoreEvalRun: { response: EvalRun, summary: "Restore a deleted eval run" },
});
