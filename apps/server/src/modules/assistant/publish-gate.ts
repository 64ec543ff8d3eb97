import type { CreateAssistant, GateCheck, GateRun, PublishGate } from "@callwright/contract";
import type { Database } from "../../platform/db/connect.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { definePort } from "../../platform/modules/module.ts";
import type { CandidateGate } from "./tables.ts";

/** An assistant, and the configuration or the version that shall go live. */
interface TestedConfig {
  assistantId: string;
  config: CreateAssistant;
}
interface TestedVersion {
  assistantId: string;
  version: number;
}

/** What the suites of a gate say. `db` is the transaction of the caller. */
export interface PublishGates {
  /** Fails with `validation-failed` for a suite that does not exist, or tests something else. */
  requireSuites(db: Database, orgId: string, assistantId: string, suiteIds: readonly string[]): Promise<void>;
  /** By the newest run of each whole suite with this configuration. */
  checkConfig(db: Database, orgId: string, tested: TestedConfig, gate: PublishGate): Promise<GateCheck[]>;
  /** By these runs. */
  checkRuns(db: Database, orgId: string, gate: CandidateGate): Promise<GateCheck[]>;
  /** Starts every suite with a stored version. Fails as the start of a run does. */
  start(db: Database, caller: OrgCaller, tested: TestedVersion, gate: PublishGate): Promise<GateRun[]>;
  /** After the transaction of `start`: the runs begin at once. */
  wake(): void;
  /** Ends the runs that are open. Not in a transaction that holds the assistant. */
  cancel(orgId: string, runs: readonly GateRun[]): Promise<void>;
}

/** Simulations are above assistants, and answer this. */
export const publishGates = definePort<PublishGates>("publish gates");
