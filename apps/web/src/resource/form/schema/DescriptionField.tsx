import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useForm } from "../form-context.ts";
import type { SchemaNode } from "./schema-node.ts";
import { withKeyword } from "./schema-value.ts";

/** The description of a value, which the model reads. */
export function DescriptionField({ node: { name, schema, onChange } }: { node: SchemaNode }) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const { description } = schema;
  return (
    <Textarea
      aria-label={t("resource.schema.descriptionOf", { name })}
      placeholder={t("resource.schema.description")}
      rows={1}
      autosize
      maxRows={6}
      disabled={isReadOnly}
      value={typeof description === "string" ? description : ""}
      onChange={(event) => onChange(withKeyword(schema, "description", event.currentTarget.value || undefined))}
    />
  );
}
