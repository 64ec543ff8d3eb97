import { CreateTestSuite, type TestSuite } from "@callwright/contract";
import { createElement, lazy } from "react";
import { useTranslation } from "react-i18next";
import { late } from "../../kit/late.tsx";
import { ReferredName } from "../../resource/list/ReferredName.tsx";
import { defineResource } from "../../resource/resource.ts";
import { CallerCount, LastResult, LastRunTime, RunCount, TestCount, Trend } from "./suite-figures.tsx";
import { SUITES } from "./suites.ts";

const SampleSuite = late(async () => (await import("./SampleSuite.tsx")).SampleSuite);
const MatrixTab = lazy(async () => ({ default: (await import("./MatrixTab.tsx")).MatrixTab }));
const TestsTab = lazy(async () => ({ default: (await import("./TestsTab.tsx")).TestsTab }));
const CallersTab = lazy(async () => ({ default: (await import("./CallersTab.tsx")).CallersTab }));
const RunsTab = lazy(async () => ({ default: (await import("./RunsTab.tsx")).RunsTab }));
const GateTab = lazy(async () => ({ default: (await import("./GateTab.tsx")).GateTab }));

/** Conversations an assistant has to get right, with many callers. */
export const testSuiteResource = defineResource({
  ...SUITES,
  schema: CreateTestSuite,
  initial: { targetPlan: {} },
  columns: [
    {
      id: "target",
      text: (suite, t) => t(`testSuites.targets.${targetOf(suite)?.to ?? "other"}`),
      render: (suite) => createElement(Target, { suite }),
      width: "220px",
    },
    {
      id: "result",
      text: () => "",
      render: ({ id }) => createElement(LastResult, { suiteId: id }),
      width: "110px",
      from: "narrow",
    },
    { id: "trend", text: () => "", render: ({ id }) => createElement(Trend, { suiteId: id }), width: "110px" },
    { id: "run", text: () => "", render: ({ id }) => createElement(LastRunTime, { suiteId: id }), width: "150px" },
  ],
  emptyState: SampleSuite,
  mainFields: [
    "targetPlan",
    "targetPlan.assistantId",
    "targetPlan.squadId",
    "targetPlan.workflowId",
    "targetPlan.phoneNumberId",
    "iterations",
    "medium",
  ],
  tabs: [
    { id: "matrix", component: MatrixTab, isFirst: true },
    { id: "tests", component: TestsTab, isFirst: true, count: TestCount },
    { id: "callers", component: CallersTab, isFirst: true, count: CallerCount },
    { id: "runs", component: RunsTab, isFirst: true, count: RunCount },
    { id: "gate", component: GateTab, isFirst: true },
  ],
});

/** The name of the assistant, squad or workflow that is tested. */
function Target({ suite }: { suite: TestSuite }) {
  const { t } = useTranslation();
  const target = targetOf(suite);
  if (target) return <ReferredName {...target} otherwise={t(`testSuites.targets.${target.to}`)} />;
  return <>{suite.targetPlan?.phoneNumber?.number ?? t("testSuites.targets.other")}</>;
}

/** The tested agent. Undefined for an external phone number and while none is set. */
function targetOf({ targetPlan, phoneNumberId }: TestSuite) {
  if (targetPlan?.assistantId) return { to: "assistants", id: targetPlan.assistantId } as const;
  if (targetPlan?.squadId) return { to: "squads", id: targetPlan.squadId } as const;
  if (targetPlan?.workflowId) return { to: "workflows", id: targetPlan.workflowId } as const;
  const number = targetPlan?.phoneNumberId ?? phoneNumberId;
  return number ? ({ to: "phone-numbers", id: number } as const) : undefined;
}
