import { TagsInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import { useControl } from "./use-control.ts";

/** Short texts, each entered with Enter. */
export function TextsField(field: FieldProps) {
  const { t } = useTranslation();
  const control = useControl(field);
  const values = Array.isArray(field.value) ? field.value.map(String) : [];
  const hint = t("resource.form.enterEach");
  return (
    <TagsInput
      {...control}
      description={control.description ? `${control.description} ${hint}` : hint}
      clearable
      acceptValueOnBlur
      value={values}
      onChange={(texts) => field.onChange(texts.length > 0 || field.isRequired ? texts : undefined)}
    />
  );
}
