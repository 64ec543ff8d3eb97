import { ArtifactPlan, AssistantFields } from "@callwright/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { SchemaForm } from "../../../resource/form/SchemaForm.tsx";
import type { ResourceTexts } from "../../../resource/resource.ts";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import classes from "./advanced-tab.module.css";
import { writePath } from "./config-path.ts";
import type { EditorFields } from "./editor-fields.ts";

/** The fields of `artifactPlan` whose results come from a call's words. */
const RESULTS = ["structuredOutputIds", "structuredOutputs", "scorecards"] as const;

const AnalysisFields = z.strictObject({
  analysisPlan: AssistantFields.analysisPlan,
  artifactPlan: ArtifactPlan.pick({ structuredOutputIds: true, structuredOutputs: true, scorecards: true }).optional(),
});
const PLANS = ["summaryPlan", "successEvaluationPlan", "structuredDataPlan"].map((plan) => `analysisPlan.${plan}`);
const MAIN_FIELDS = [
  ...["analysisPlan", "analysisPlan.minMessagesThreshold", ...PLANS, "artifactPlan", "artifactPlan.structuredOutputIds"],
  ...PLANS.flatMap((plan) => [`${plan}.enabled`, `${plan}.timeoutSeconds`]),
  ...["analysisPlan.successEvaluationPlan.rubric", "analysisPlan.structuredDataPlan.schema"],
];

/** The plans of the analysis that runs after each call. */
export function AnalysisTab({ config, edit, problems }: EditorFields) {
  const { t } = useTranslation();
  const support = useFieldSupport({ name: "Assistant" });
  const texts = useMemo(() => {
    const ofOutputs = t("structuredOutputs", { returnObjects: true }) as ResourceTexts;
    return {
      fields: { ...ofOutputs.fields, ...t("analysis.fields", { returnObjects: true }) },
      values: { ...ofOutputs.values, ...t("analysis.values", { returnObjects: true }) },
    };
  }, [t]);
  const { analysisPlan, artifactPlan = {} } = config;
  const results = Object.fromEntries(
    RESULTS.flatMap((name) => (artifactPlan[name] === undefined ? [] : [[name, artifactPlan[name]]])),
  );
  return (
    <div className={classes.form}>
      <p className={classes.intro}>{t("analysis.hint")}</p>
      <SchemaForm
        schema={AnalysisFields}
        texts={texts}
        value={{ analysisPlan, artifactPlan: results }}
        onChange={(next) => {
          const given = next as z.infer<typeof AnalysisFields>;
          edit((current) => {
            const withPlan = writePath(current, "analysisPlan", orNothing(given.analysisPlan));
            return RESULTS.reduce((each, name) => writePath(each, `artifactPlan.${name}`, given.artifactPlan?.[name]), withPlan);
          });
        }}
        problems={problems}
        mainFields={MAIN_FIELDS}
        support={support}
        isFlush
      />
    </div>
  );
}

/** A plan without a field is no plan. */
function orNothing<Plan extends object>(plan: Plan | undefined): Plan | undefined {
  return plan && Object.values(plan).some((value) => value !== undefined) ? plan : undefined;
}
