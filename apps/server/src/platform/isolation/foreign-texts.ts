import { availableParallelism } from "node:os";
import { FOREIGN_TEXT, type SecurityFilterPlan } from "@callwright/contract";
import {
  budgetExceeded,
  type FilteredText,
  OverBudget,
  openSecurityFilter,
  type PatternMatch,
  type PatternSearch,
  rejectedText,
  SECURITY_FILTER_RULE,
  TextThreads,
  WorkBudget,
} from "@callwright/engine/conversation";
import { FairSemaphore, SemaphoreFull } from "./fair-semaphore.ts";

/** Leaves a core to the main thread. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Maximum texts of an organization that wait for a thread. It has fewer simultaneous chats. */
const WAITING_PER_ORG = 200;

const { inPlaceSteps, maxSteps, timeoutMs, threadIdleMs } = FOREIGN_TEXT;
const threads = new TextThreads({ threads: THREADS, steps: maxSteps, timeoutMs, idleMs: threadIdleMs });
const semaphore = new FairSemaphore({ slots: THREADS, slotsPerGroup: 1, waitingPerGroup: WAITING_PER_ORG });

/**
 * Filters the texts of one request: in place when that is cheap, else in a thread. Organizations take turns at the threads. Texts that are too costly
 * count as filtered, and are replaced as a whole.
 */
export async function filterTexts(orgId: string, plan: SecurityFilterPlan, texts: readonly string[]): Promise<FilteredText[]> {
  const budget = new WorkBudget(inPlaceSteps);
  try {
    const filter = openSecurityFilter(plan);
    return texts.map((text) => filter?.(text, budget) ?? { text, filters: [] });
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
  }
  try {
    return await semaphore.run(orgId, () => threads.filter(plan, texts));
  } catch (error) {
    const exceeded = { rule: SECURITY_FILTER_RULE, limit: limitOf(error) };
    budgetExceeded.publish(exceeded);
    return texts.map(() => rejectedText(plan, exceeded));
  }
}

/** The first matches of a pattern, as `filterTexts` searches. A text that is too costly has none; the search is then published as `rule`. */
export async function findInText(
  orgId: string,
  { rule, search, max }: { rule: string; search: PatternSearch; max: number },
  text: string,
): Promise<PatternMatch[]> {
  try {
    return search.find(text, max, new WorkBudget(inPlaceSteps));
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
  }
  try {
    return await semaphore.run(orgId, () => threads.find(search.written, text, max));
  } catch (error) {
    budgetExceeded.publish({ rule, limit: limitOf(error) });
    return [];
  }
}

function limitOf(error: unknown): string {
  if (error instanceof OverBudget) return error.limit;
  if (error instanceof SemaphoreFull) return `${WAITING_PER_ORG} waiting texts`;
  throw error;
}
