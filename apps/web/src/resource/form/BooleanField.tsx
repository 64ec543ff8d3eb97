import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Switch } from "../../kit/Switch.tsx";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { useField } from "./use-field.ts";

/** In overrides, a field without a value keeps the assistant's value. */
const OVERRIDES = /overrides$/i;

/** A switch, or a choice of yes, no and unset where unset is neither. */
export function BooleanField(field: FieldProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const { name, label, help, error, defaultText, isRefused } = useField(field);
  const { value, onChange } = field;
  const control = { name, label, description: help, error, disabled: isReadOnly };
  const byDefault = field.isRequired ? false : field.schema.default;
  // A field that is on can be turned off.
  const mayBeOn = !isRefused || (value ?? byDefault) === true;
  if (typeof byDefault === "boolean" && !field.path.some((step) => OVERRIDES.test(String(step)))) {
    return (
      <Switch
        {...control}
        disabled={isReadOnly || !mayBeOn}
        checked={typeof value === "boolean" ? value : byDefault}
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
