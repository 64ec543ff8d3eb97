import { CreateTestSuite, type TestSuite } from "@callwright/contract";
import { createElement, lazy } from "react";
import { useTranslation } from "react-i18next";
import { ReferredName } from "../../resource/list/ReferredName.tsx";
import { defineResource } from "../../resource/resource.ts";

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
