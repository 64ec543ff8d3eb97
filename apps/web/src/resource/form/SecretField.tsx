import { PasswordInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { useControl } from "./use-control.ts";

/** A write-only text. Left empty, the stored one is kept. */
export function SecretField(field: FieldProps) {
  const { t } = useTranslation();
  const { isStored } = useForm();
  const control = useControl(field);
  return (
    <PasswordInput
      {...control}
      autoComplete="off"
      placeholder={isStored ? t("resource.form.secretKept") : ""}
      visibilityToggleButtonProps={{ "aria-label": t("auth.showTyped"), tabIndex: 0 }}
      value={typeof field.value === "string" ? field.value : ""}
      onChange={(event) => field.onChange(event.currentTarget.value || undefined)}
    />
  );
}
