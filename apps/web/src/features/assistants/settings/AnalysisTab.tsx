import { useTranslation } from "react-i18next";
import classes from "./advanced-tab.module.css";
import type { EditorFields } from "./editor-fields.ts";
import { OutputsField } from "./OutputsField.tsx";
import { SettingForm } from "./SettingFields.tsx";

const GROUPS = ["structuredOutputs", "analysis"] as const;
const PATHS = [
  "analysisPlan",
  ...["structuredOutputIds", "structuredOutputs", "scorecards"].map((name) => `artifactPlan.${name}`),
];
const PLANS = ["summaryPlan", "successEvaluationPlan", "structuredDataPlan"].map((plan) => `analysisPlan.${plan}`);
const MAIN_FIELDS = [
  "analysisPlan.minMessagesThreshold",
  ...PLANS,
  ...PLANS.flatMap((plan) => [`${plan}.enabled`, `${plan}.timeoutSeconds`]),
  ...["analysisPlan.successEvaluationPlan.rubric", "analysisPlan.structuredDataPlan.schema"],
];

const PARTS = { "artifactPlan.structuredOutputIds": OutputsField };

/** The analysis that runs after each call. */
export function AnalysisTab(fields: EditorFields) {
  const { t } = useTranslation();
  return (
    <div className={classes.form}>
      <p className={classes.intro}>{t("analysis.hint")}</p>
      <SettingForm fields={fields} paths={PATHS} groups={GROUPS} mainFields={MAIN_FIELDS} parts={PARTS} />
    </div>
  );
}
