import { type AnalysisUsage, costReport, type Usage, withAnalysisCost } from "@callwright/contract";
import type { ServerContext } from "../../../platform/platform.ts";
import { listPrices } from "../../cost/price-store.ts";
import { addSpending } from "../../cost/spending.ts";
import { changeRun, type EvalOfRun, type TestRunState } from "../run-store.ts";
import { MockConversationFailure, runMockConversation } from "../verdict/mock-conversation.ts";

interface OpenEvalRun {
  orgId: string;
  id: string;
  target: TestRunState["target"];
  eval: EvalOfRun;
}

/** Runs the mock conversation of an open run, and ends the run. A repeated run begins it again. */
export async function carryOutEval(context: ServerContext, run: OpenEvalRun, signal: AbortSignal): Promise<void> {
  const { db, now } = context;
  const { orgId, id, target, eval: made } = run;
  const [usages, analyses]: [Usage[], AnalysisUsage[]] = [[], []];
  const ended = await runMockConversation(context, {
    orgId,
    target,
    eval: made,
    signal,
    onUsage: (usage) => usages.push(usage),
    onAnalysis: (usage) => analyses.push(usage),
  }).then(
    (result) => ({ result, endedReason: "mockConversation.done" as const, failure: undefined }),
    (error: unknown) => {
      if (!(error instanceof MockConversationFailure)) throw error;
      return { result: error.result, endedReason: error.endedReason, failure: error.message };
    },
  );
  await db.transaction(async (tx) => {
    const prices = await listPrices(tx, orgId);
    const { cost, costs } = withAnalysisCost(costReport(usages, prices), analyses, prices);
    // The tokens were used even if the run has been deleted.
    await addSpending(tx, orgId, cost, now());
    const { failure, ...others } = ended;
    await changeRun(
      tx,
      id,
      {
        status: failure === undefined ? "completed" : "failed",
        ...(failure !== undefined && { failure }),
        endedAt: now().toISOString(),
        evalOutcome: { ...others, cost, costs },
      },
      now(),
    );
  });
}
