import { JSON_SCHEMA_TYPES } from "@callwright/contract";
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useForm } from "../form-context.ts";
import type { SchemaNode } from "./schema-node.ts";
import { type SchemaType, typeOf, withType } from "./schema-value.ts";

interface TypeSelectProps {
  node: SchemaNode;
  /** Visible label above it. Absent: the row's own head is the label. */
  label?: string;
  /** Permitted types. Default: all. */
  types?: readonly SchemaType[];
}

/** Chooses the JSON type of a value. */
export function TypeSelect({ node: { name, schema, onChange }, label, types = JSON_SCHEMA_TYPES }: TypeSelectProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const type = typeOf(schema);
  return (
    <NativeSelect
      {...(label === undefined ? { "aria-label": t("resource.schema.typeOf", { name }) } : { label })}
      disabled={isReadOnly}
      data={[
        ...(type === undefined ? [{ value: "", label: t("resource.form.choose") }] : []),
        ...types.map((value) => ({ value, label: t(`resource.schema.types.${value}`) })),
      ]}
      value={type ?? ""}
      onChange={({ currentTarget }) => {
        const chosen = types.find((each) => each === currentTarget.value);
        if (chosen) onChange(withType(schema, chosen));
      }}
    />
  );
}
