import { CreateTestSuite } from "@callwright/contract";
import { createElement, lazy } from "react";
import { defineResource } from "../../resource/resource.ts";
import { Target } from "./Target.tsx";
import { targetOf } from "./target-of.ts";

const TestsTab = lazy(async () => ({ default: (await import("./TestsTab.tsx")).TestsTab }));
const RunsTab = lazy(async () => ({ default: (await import("./RunsTab.tsx")).RunsTab }));

/** Conversations an assistant has to get right. */
export const testSuiteResource = defineResource({
  name: "TestSuite",
  path: "test-suites",
  texts: "testSuites",
  schema: CreateTestSuite,
  initial: { targetPlan: {} },
  columns: [
    {
      id: "target",
      text: (suite, t) => t(`testSuites.targets.${targetOf(suite)?.to ?? "other"}`),
      render: (suite) => createElement(Target, { suite }),
      width: "240px",
    },
  ],
  mainFields: [
    "targetPlan",
    "targetPlan.assistantId",
    "targetPlan.squadId",
    "targetPlan.workflowId",
    "targetPlan.phoneNumberId",
    "testerPlan",
  ],
  tabs: [
    { id: "tests", component: TestsTab, isFirst: true },
    { id: "runs", component: RunsTab, isFirst: true },
  ],
});
