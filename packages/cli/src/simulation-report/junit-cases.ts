import type { SimulationRunItem } from "@callwright/contract";
import type { JunitCase, JunitSuite } from "../test-report/junit.ts";
import { isDone } from "./cells.ts";
import type { SuiteResult } from "./suite-result.ts";

/** A conversation is a case. A failure of an unstable cell counts as skipped. `items`: with the transcripts of those that failed. */
export function junitSuiteOf({ suite, cells, run }: SuiteResult, items: ReadonlyMap<string, SimulationRunItem>): JunitSuite {
  const cases = cells.flatMap((cell) =>
    cell.items.map(({ id, seed, status, why }): JunitCase => {
      const item = items.get(id);
      const head = { title: `${cell.title} (seed ${seed})`, seconds: item ? secondsOf(item) : 0 };
      if (!isDone(status))
        return { ...head, error: run.endedReason === "completed" ? "It was canceled." : (run.endedReason ?? status) };
      if (status === "passed") return head;
      if (cell.isUnstable) return { ...head, skipped: `Unstable: a seed passed and failed. This time: ${why ?? "it failed"}` };
      return {
        ...head,
        failure: { why: item ? reasonsOf(item, why) : (why ?? ""), transcript: String(item?.metadata?.call?.transcript ?? "") },
      };
    }),
  );
  return { name: suite.name, cases };
}

function secondsOf({ startedAt, completedAt }: SimulationRunItem): number {
  return startedAt === undefined || completedAt === undefined ? 0 : (Date.parse(completedAt) - Date.parse(startedAt)) / 1000;
}

/** A sentence for each reason. */
function reasonsOf({ failureReason, results }: SimulationRunItem, why: string | undefined): string {
  const reasons = [
    ...(failureReason === undefined ? [] : [failureReason]),
    ...(results?.scorerResults ?? [])
      .filter(({ result }) => result === "fail")
      .map(({ rubric, turn, reasoning }) => `${rubric}${turn === undefined ? "" : ` (turn ${turn})`}: ${reasoning}`),
    ...(results?.evaluations ?? [])
      .filter(({ passed, required }) => required && !passed)
      .map(
        (each) =>
          `${each.name}: ${each.error ?? `it was ${each.extractedValue}, expected ${each.comparator} ${each.expectedValue}`}`,
      ),
  ];
  return reasons.length > 0 ? reasons.join("\n") : (why ?? "It failed.");
}
