import { JSON_SCHEMA_FORMATS } from "@callwright/contract";
import { NativeSelect, TagsInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useForm } from "../form-context.ts";
import classes from "./schema.module.css";
import type { SchemaNode } from "./schema-node.ts";
import { choicesFrom, typeOf, withKeyword } from "./schema-value.ts";

/** The restrictions of a single value: a list of values, a usual format, or a pattern. */
export function SchemaDetails({ node: { name, schema, onChange } }: { node: SchemaNode }) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const type = typeOf(schema);
  const { enum: choices, format, pattern } = schema;
  const set = (keyword: string, value: unknown) => onChange(withKeyword(schema, keyword, value));
  if (type === undefined || type === "boolean") return null;
  return (
    <fieldset className={classes.details} aria-label={t("resource.schema.detailsOf", { name })}>
      <TagsInput
        label={t("resource.schema.choices")}
        description={t("resource.schema.choicesHint")}
        acceptValueOnBlur
        disabled={isReadOnly}
        value={Array.isArray(choices) ? choices.map(String) : []}
        onChange={(texts) => set("enum", choicesFrom(texts, type))}
      />
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
    </fieldset>
  );
}

/** A format of another host stays in the list. */
function formatsWith(format: unknown): string[] {
  return [...new Set([...JSON_SCHEMA_FORMATS, ...(typeof format === "string" ? [format] : [])])];
}
