import type { TestSuite } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { ReferredName } from "../../resource/list/ReferredName.tsx";
import { targetOf } from "./target-of.ts";

/** Who is tested, by name. */
export function Target({ suite }: { suite: TestSuite }) {
  const { t } = useTranslation();
  const target = targetOf(suite);
  if (target) return <ReferredName {...target} otherwise={t(`testSuites.targets.${target.to}`)} />;
  return <>{suite.targetPlan?.phoneNumber?.number ?? t("testSuites.targets.other")}</>;
}
