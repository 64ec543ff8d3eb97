import { Autocomplete, FileInput, NumberInput, PasswordInput, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { localTime } from "./local-time.ts";
import type { Shape } from "./shape.ts";
import { useField } from "./use-field.ts";

const LONG_TEXT_ROWS = { minRows: 2, maxRows: 18 };

/** What every control of Mantine takes. An emptied text is taken out, so that the field's default holds. */
function useControl(field: FieldProps) {
  const { isReadOnly } = useForm();
  const { name, label, help, error, isRequired, defaultText } = useField(field);
  return {
    name,
    label,
    description: help,
    error,
    withAsterisk: isRequired,
    disabled: isReadOnly,
    placeholder: defaultText ?? "",
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function TextField({ shape, ...field }: FieldProps & { shape: Extract<Shape, { kind: "text" }> }) {
  const control = useControl(field);
  const change = (text: string) => field.onChange(text === "" ? undefined : text);
  const value = textOf(field.value);
  if (shape.suggestions.length > 0) {
    return <Autocomplete {...control} data={[...new Set(shape.suggestions)]} value={value} onChange={change} />;
  }
  const limit = shape.maxCharacters === undefined ? {} : { maxLength: shape.maxCharacters };
  const onChange = (event: { currentTarget: { value: string } }) => change(event.currentTarget.value);
  return shape.isLong ? (
    <Textarea {...control} {...limit} autosize {...LONG_TEXT_ROWS} value={value} onChange={onChange} />
  ) : (
    <TextInput {...control} {...limit} value={value} onChange={onChange} />
  );
}

/** A text that the server never tells again: left empty, a stored one is kept. */
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
      value={textOf(field.value)}
      onChange={(event) => field.onChange(event.currentTarget.value || undefined)}
    />
  );
}

export function NumberField({ shape, ...field }: FieldProps & { shape: Extract<Shape, { kind: "number" }> }) {
  const { unit } = useField(field);
  const { min, max, isInteger } = shape;
  return (
    <NumberInput
      {...useControl(field)}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      // What is out of bounds is said, not changed under the hand that types it.
      clampBehavior="none"
      allowDecimal={!isInteger}
      suffix={unit ? ` ${unit}` : ""}
      value={typeof field.value === "number" ? field.value : ""}
      onChange={(next) => field.onChange(typeof next === "number" ? next : undefined)}
    />
  );
}

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

/** A moment, entered in the viewer's zone and kept as ISO 8601. */
export function InstantField(field: FieldProps) {
  return (
    <TextInput
      {...useControl(field)}
      type="datetime-local"
      value={typeof field.value === "string" ? localTime(field.value) : ""}
      onChange={({ currentTarget: { value } }) => field.onChange(value === "" ? undefined : new Date(value).toISOString())}
    />
  );
}

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
