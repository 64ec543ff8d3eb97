import type { TestRun, TestSuite } from "@callwright/contract";

/** A run with its suite. */
export interface SuiteRun {
  suite: TestSuite;
  run: TestRun;
}
