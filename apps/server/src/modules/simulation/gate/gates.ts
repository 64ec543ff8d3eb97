import { type GateRun, invalid, PlatformError } from "@callwright/contract";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { PublishGates } from "../../assistant/publish-gate.ts";
import { checkKey, checkRuns } from "./check-runs.ts";
import { stopRuns } from "./end-run.ts";
import { configKey } from "./gate-state.ts";
import { requireSuites } from "./gated-suites.ts";
import { startSuite } from "./start-suite.ts";

/** Answers assistants what their suites say. */
export function openGates(context: ServerContext, queue: RunQueue): PublishGates {
  return {
    requireSuites,
    checkConfig: (db, orgId, { config }, gate) => checkKey(db, orgId, configKey(config), gate),
    checkRuns,
    async start(db, caller, { assistantId, version }, { suiteIds }) {
      await requireSuites(db, caller.orgId, assistantId, suiteIds);
      const runs: GateRun[] = [];
      for (const testSuiteId of suiteIds) {
        const target = { type: "assistant" as const, assistantId, assistantVersion: version };
        const started = startSuite({ ...context, db }, caller, testSuiteId, queue, {
          name: `Candidate v${version}`,
          target,
          candidate: { assistantId, version },
        });
        const runId = await started.catch((error: unknown) => {
          throw ofSuite(error, testSuiteId);
        });
        runs.push({ testSuiteId, runId });
      }
      return runs;
    },
    wake: () => queue.wake(),
    cancel: (orgId, runs) => stopRuns(context, orgId, runs),
  };
}

/** Says which suite of the gate cannot start: the request did not name it. */
function ofSuite(error: unknown, suiteId: string): unknown {
  if (!(error instanceof PlatformError) || error.code !== "validation-failed") return error;
  return invalid(...(error.problems ?? []).map((problem) => `publishGate: suite ${suiteId}: ${problem}`));
}
