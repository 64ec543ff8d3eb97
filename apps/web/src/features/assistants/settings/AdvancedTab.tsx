import { Stack } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { readPath } from "../../../resource/form/paths.ts";
import { Section } from "../../../resource/form/Section.tsx";
import { TextRowsField } from "../../../resource/form/TextRowsField.tsx";
import { ADVANCED_SECTIONS, COMPLIANCE_DETAILS, PUNCTUATION_PLAN, PUNCTUATION_WAITS } from "./advanced-settings.ts";
import classes from "./advanced-tab.module.css";
import type { EditorFields } from "./editor-fields.ts";
import { SettingFields } from "./SettingFields.tsx";
import { SoundField } from "./SoundField.tsx";
import { StorageField } from "./StorageField.tsx";
import { TracesField } from "./TracesField.tsx";

const PARTS = {
  backgroundSound: SoundField,
  "messagePlan.idleMessages": TextRowsField,
  "startSpeakingPlan.fillerMessages": TextRowsField,
  "artifactPlan.recordingUseCustomStorageEnabled": StorageField,
  observabilityPlan: TracesField,
};
/** Where a plan is missing, all its fields are empty. */
const NO_DEFAULTS = {};

/** Timing, interruptions, silence, call end, recording and transcript. */
export function AdvancedTab(fields: EditorFields) {
  const { t } = useTranslation();
  const texts = useMemo(
    () => ({
      fields: t("advanced.fields", { returnObjects: true }),
      values: t("advanced.choices", { returnObjects: true }),
    }),
    [t],
  );
  const hasPlan = readPath(fields.config, PUNCTUATION_PLAN) !== undefined;
  const defaults = useMemo(
    () => (hasPlan ? NO_DEFAULTS : Object.fromEntries(PUNCTUATION_WAITS.map((path) => [path, t("advanced.defaultModel")]))),
    [hasPlan, t],
  );
  const form = { fields, texts, defaults, parts: PARTS };
  return (
    <div className={classes.form}>
      {ADVANCED_SECTIONS.map(({ name, paths }) => (
        <section key={name} className={classes.section} aria-labelledby={`advanced-${name}`}>
          <div>
            <h2 id={`advanced-${name}`} className={classes.title}>
              {t(`advanced.sections.${name}`)}
            </h2>
            <p className={classes.hint}>{t(`advanced.sectionHints.${name}`)}</p>
          </div>
          <Stack gap="md">
            <SettingFields {...form} paths={paths} />
            {name === "compliance" && (
              <Section
                title={t("advanced.complianceDetails")}
                hasProblem={fields.problems.some(({ path }) => COMPLIANCE_DETAILS.some((each) => path.startsWith(each)))}
                startsOpen={false}
              >
                <SettingFields {...form} paths={COMPLIANCE_DETAILS} openDepth={1} />
              </Section>
            )}
          </Stack>
        </section>
      ))}
    </div>
  );
}
