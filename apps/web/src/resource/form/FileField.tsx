import { FileInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import { useControl } from "./use-control.ts";

export function FileField(field: FieldProps) {
  const { t } = useTranslation();
  return (
    <FileInput
      {...useControl(field)}
      clearable
      clearButtonProps={{ "aria-label": t("resource.form.clear") }}
      placeholder={t("resource.form.chooseFile")}
      value={field.value instanceof File ? field.value : null}
      onChange={(file) => field.onChange(file ?? undefined)}
    />
  );
}
