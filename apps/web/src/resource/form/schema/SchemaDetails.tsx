import { JSON_SCHEMA_FORMATS } from "@callwright/contract";
import { NativeSelect, TagsInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useForm } from "../form-context.ts";
import classes from "./schema.module.css";
import type { SchemaNode } from "./schema-node.ts";
import { choicesFrom, choicesOf, typeOf, valueFrom, withKeyword } from "./schema-value.ts";

interface SchemaDetailsProps {
  node: SchemaNode;
  /** The value is sent, so that it can be a fixed one that the model does not choose. */
  isSent?: boolean;
}

/** What is rare about a single value: a list of values, a usual format, a pattern, a default, a fixed value. */
export function SchemaDetails({ node: { name, schema, onChange }, isSent = false }: SchemaDetailsProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const type = typeOf(schema);
  const { format, pattern, default: byDefault, value } = schema;
  const set = (keyword: string, next: unknown) => onChange(withKeyword(schema, keyword, next));
  if (type === undefined || type === "array" || type === "object") return null;
  const textOf = (given: unknown) => (given === undefined ? "" : typeof given === "string" ? given : JSON.stringify(given));
  return (
    <fieldset className={classes.details} aria-label={t("resource.schema.detailsOf", { name })}>
      {type !== "boolean" && (
        <TagsInput
          label={t("resource.schema.choices")}
          description={t("resource.schema.choicesHint")}
          acceptValueOnBlur
          disabled={isReadOnly}
          value={choicesOf(schema).map(String)}
          onChange={(texts) => set("enum", choicesFrom(texts, type))}
        />
      )}
      {type === "string" && (
        <>
          <NativeSelect
            label={t("resource.schema.format")}
            disabled={isReadOnly}
            data={[{ value: "", label: t("resource.form.notSet") }, ...formatsWith(format)]}
            value={typeof format === "string" ? format : ""}
            onChange={(event) => set("format", event.currentTarget.value || undefined)}
          />
          <TextInput
            label={t("resource.schema.pattern")}
            disabled={isReadOnly}
            value={typeof pattern === "string" ? pattern : ""}
            onChange={(event) => set("pattern", event.currentTarget.value || undefined)}
          />
        </>
      )}
      <TextInput
        label={t("resource.schema.default")}
        disabled={isReadOnly}
        value={textOf(byDefault)}
        onChange={(event) => set("default", valueFrom(event.currentTarget.value, type))}
      />
      {(isSent || value !== undefined) && (
        <TextInput
          label={t("resource.schema.fixed")}
          description={t("resource.schema.fixedHint")}
          disabled={isReadOnly}
          value={textOf(value)}
          onChange={(event) => set("value", valueFrom(event.currentTarget.value, type))}
        />
      )}
    </fieldset>
  );
}

/** A format of another host stays in the list. */
function formatsWith(format: unknown): string[] {
  return [...new Set([...JSON_SCHEMA_FORMATS, ...(typeof format === "string" ? [format] : [])])];
}
