import { Input } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { JsonEditor } from "../json/JsonEditor.tsx";
import { readJson, writeJson } from "../json/json-text.ts";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { useField } from "./use-field.ts";

/** Any value as JSON. Stored as soon as it is valid; an empty text removes the field. */
export function JsonField(field: FieldProps) {
  const { t } = useTranslation();
  const { root, isReadOnly } = useForm();
  const { label, help, error, isRequired } = useField(field);
  const [text, setText] = useState(() => textOf(field.value));
  const [seen, setSeen] = useState(field.value);
  const read = text.trim() === "" ? { ok: true as const, value: undefined } : readJson(text);
  if (seen !== field.value) {
    setSeen(field.value);
    if (!read.ok || JSON.stringify(read.value) !== JSON.stringify(field.value)) setText(textOf(field.value));
  }
  const change = (next: string) => {
    setText(next);
    if (next.trim() === "") return field.onChange(undefined);
    const parsed = readJson(next);
    if (parsed.ok) {
      setSeen(parsed.value);
      field.onChange(parsed.value);
    }
  };
  return (
    <Input.Wrapper
      label={label}
      description={help}
      error={read.ok ? error : t("resource.json.invalid", { reason: read.detail })}
      withAsterisk={isRequired}
      labelElement="div"
    >
      <JsonEditor label={label} text={text} onChange={change} schema={field.schema} root={root} isReadOnly={isReadOnly} />
    </Input.Wrapper>
  );
}

function textOf(value: unknown): string {
  return value === undefined ? "" : writeJson(value);
}
