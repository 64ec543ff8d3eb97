import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PartName } from "../../../data/capabilities.ts";
import { Field } from "../../../resource/form/Field.tsx";
import { FormScope } from "../../../resource/form/FormScope.tsx";
import classes from "../../../resource/form/form.module.css";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { CONTRACT, type EditorFields, fieldProps } from "./editor-fields.ts";
import { FallbackList } from "./FallbackList.tsx";
import { OfferedNameField } from "./OfferedNameField.tsx";
import { type PartSetting, partOf, withSetting } from "./part-settings.ts";

interface PartSettingsProps {
  part: PartName;
  fields: EditorFields;
  settings: readonly PartSetting[];
}

const ASSISTANT = { name: "Assistant" };

/** The form of a provider's settings, and who takes over if it fails. */
export function PartSettings({ part, fields, settings }: PartSettingsProps) {
  const { t } = useTranslation();
  const assistant = useFieldSupport(ASSISTANT);
  const reason = t("choosing.noSetting");
  const support = useMemo(
    () => ({
      ...assistant,
      unsupportedAt: (path: readonly (string | number)[]) =>
        path.length === 2 && settings.some(({ name, isHonored }) => name === path[1] && !isHonored)
          ? { path: path.join("."), effect: "ignored" as const, reason }
          : assistant.unsupportedAt(path),
    }),
    [assistant, settings, reason],
  );
  // A voice has its model here, a model and a transcriber have it in their card.
  const model = part === "voice" && settings.find(({ name, isHonored }) => name === "model" && isHonored);
  const others = settings.filter((setting) => setting !== model);
  const value = partOf(fields.config, part);
  return (
    <FormScope root={CONTRACT} problems={fields.problems} support={support} openDepth={1}>
      <div className={classes.fields}>
        {others.map(({ name, schema, isRequired }) => (
          <Field
            key={name}
            path={[part, name]}
            schema={schema}
            isRequired={isRequired}
            value={value[name]}
            onChange={(next) => fields.edit((config) => withSetting(config, part, name, next))}
          />
        ))}
        {model && (
          <OfferedNameField
            part={part}
            provider={String(value.provider)}
            label={t("editor.modelName")}
            {...fieldProps(fields, "voice.model")}
            value={typeof value.model === "string" ? value.model : ""}
            onChange={(name) => fields.edit((config) => withSetting(config, part, "model", name === "" ? undefined : name))}
          />
        )}
        {part !== "model" && <FallbackList part={part} fields={fields} />}
      </div>
    </FormScope>
  );
}
