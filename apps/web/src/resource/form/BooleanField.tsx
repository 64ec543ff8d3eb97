import { NativeSelect, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { useField } from "./use-field.ts";

/** Yes or no; for an optional field also unset. */
export function BooleanField(field: FieldProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const { name, label, help, error, defaultText, isRefused } = useField(field);
  const { value, onChange } = field;
  const control = { name, label, description: help, error, disabled: isReadOnly };
  // A field that is on can be turned off.
  const mayBeOn = !isRefused || value === true;
  if (field.isRequired) {
    return (
      <Switch
        {...control}
        disabled={isReadOnly || !mayBeOn}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  return (
    <NativeSelect
      {...control}
      data={[
        { value: "", label: defaultText ?? t("resource.form.notSet") },
        { value: "true", label: t("resource.form.yes"), disabled: !mayBeOn },
        { value: "false", label: t("resource.form.no") },
      ]}
      value={typeof value === "boolean" ? String(value) : ""}
      onChange={(event) => onChange({ true: true, false: false }[event.currentTarget.value])}
    />
  );
}
