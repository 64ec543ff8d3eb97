import { MESSAGE_MAX_CHARACTERS } from "@callwright/contract";
import { NativeSelect, Stack, Switch, TagsInput, Textarea } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { TextRows } from "../../../kit/TextRows.tsx";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { useSupportWords } from "../../../resource/use-support-words.ts";
import { ADVANCED_SECTIONS, type AdvancedSetting } from "./advanced-settings.ts";
import classes from "./advanced-tab.module.css";
import { limitsAt, readPath, writePath } from "./config-path.ts";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { NumberField } from "./NumberField.tsx";
import { SoundField } from "./SoundField.tsx";
import { StorageField } from "./StorageField.tsx";
import { TracesField } from "./TracesField.tsx";

const ComplianceFields = lazy(async () => ({ default: (await import("./ComplianceFields.tsx")).ComplianceFields }));

const NO_SPLIT: string[] = [];

/** Timing, interruptions, silence, call end, recording and transcript. */
export function AdvancedTab(fields: EditorFields) {
  const { t } = useTranslation();
  return (
    <div className={classes.form}>
      {ADVANCED_SECTIONS.map(({ name, settings }) => (
        <section key={name} className={classes.section} aria-labelledby={`advanced-${name}`}>
          <div>
            <h2 id={`advanced-${name}`} className={classes.title}>
              {t(`advanced.sections.${name}`)}
            </h2>
            <p className={classes.hint}>{t(`advanced.sectionHints.${name}`)}</p>
          </div>
          <Stack gap="md">
            {settings.map((setting) => (
              <SettingField key={setting.path} fields={fields} setting={setting} />
            ))}
            {name === "compliance" && (
              <Suspense fallback={null}>
                <ComplianceFields {...fields} />
              </Suspense>
            )}
          </Stack>
        </section>
      ))}
    </div>
  );
}

function SettingField({ fields, setting }: { fields: EditorFields; setting: AdvancedSetting }) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const label = t(`advanced.fields.${setting.path}.label`);
  const words = useSupportWords();
  const unsupported = useFieldSupport({ name: "Assistant" }).unsupportedAt(setting.path.split("."));
  const hint = words(t(`advanced.fields.${setting.path}.hint`), unsupported) ?? "";
  const value = readPath(config, setting.path);
  const write = (next: unknown) => edit((current) => writePath(current, setting.path, next));

  switch (setting.kind) {
    case "switch":
      return (
        <Switch
          label={label}
          description={hint}
          {...fieldProps(fields, setting.path)}
          checked={typeof value === "boolean" ? value : setting.defaultValue}
          onChange={(event) => write(event.currentTarget.checked)}
        />
      );
    case "number": {
      const unit = t(`advanced.units.${setting.unit}`);
      const byDefault =
        setting.ofPlan && readPath(config, setting.ofPlan) === undefined
          ? t("advanced.defaultModel")
          : t("advanced.defaultNumber", { value: String(setting.defaultValue), unit });
      return (
        <NumberField
          {...fields}
          path={setting.path}
          label={label}
          description={hint}
          step={setting.step}
          suffix={unit}
          placeholder={byDefault}
        />
      );
    }
    case "text":
      return (
        <Textarea
          label={label}
          description={hint}
          autosize
          minRows={1}
          maxLength={limitsAt(config, setting.path).maxCharacters ?? -1}
          placeholder={setting.defaultValue ? t("advanced.defaultText", { value: setting.defaultValue }) : ""}
          {...textFieldProps(fields, setting.path)}
        />
      );
    case "sentences":
      return (
        <TextRows
          label={label}
          one={t(setting.path === "startSpeakingPlan.fillerMessages" ? "advanced.filler" : "advanced.sentence")}
          description={hint}
          {...fieldProps(fields, setting.path)}
          maxCharacters={MESSAGE_MAX_CHARACTERS}
          values={Array.isArray(value) ? value.map(String) : []}
          onChange={(sentences) => write(sentences.length > 0 ? sentences : undefined)}
        />
      );
    case "choice":
      return (
        <NativeSelect
          label={label}
          description={hint}
          {...fieldProps(fields, setting.path)}
          value={typeof value === "string" ? value : setting.defaultValue}
          data={setting.choices.map((each) => ({ value: each, label: t(`advanced.choices.${each}`) }))}
          onChange={({ currentTarget }) => write(currentTarget.value === setting.defaultValue ? undefined : currentTarget.value)}
        />
      );
    case "storage":
      return (
        <StorageField
          label={label}
          description={hint}
          {...fieldProps(fields, setting.path)}
          checked={typeof value === "boolean" ? value : setting.defaultValue}
          onChange={write}
        />
      );
    case "sound":
      return <SoundField fields={fields} path={setting.path} label={label} description={hint} />;
    case "traces":
      return <TracesField fields={fields} path={setting.path} label={label} description={hint} />;
    case "phrases":
      return (
        <TagsInput
          label={label}
          description={`${hint} ${t("advanced.phrasesHint")}`}
          {...fieldProps(fields, setting.path)}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(phrases) => write(phrases.length > 0 ? phrases : undefined)}
          acceptValueOnBlur
          // A phrase may have commas.
          splitChars={NO_SPLIT}
        />
      );
    default:
      return setting satisfies never;
  }
}
