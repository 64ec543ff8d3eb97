import type { TestRun, TestSuite } from "@callwright/contract";

/** A run and the suite that it is of. */
export interface SuiteRun {
  suite: TestSuite;
  run: TestRun;
}
