import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useForm } from "../form-context.ts";
import type { SchemaNode } from "./schema-node.ts";
import { kindOf, VALUE_KINDS, type ValueKind, withKind } from "./schema-value.ts";

interface TypeSelectProps {
  node: SchemaNode;
  /** Visible label above it. Absent: the row's own head is the label. */
  label?: string;
  /** Permitted kinds. Default: all. */
  kinds?: readonly ValueKind[];
  /** Replaces the kind of the schema: one that is not complete yet. */
  shown?: ValueKind | undefined;
  onChoose?: (kind: ValueKind) => void;
}

/** Chooses the kind of a value. */
export function TypeSelect({ node: { name, schema, onChange }, label, kinds = VALUE_KINDS, shown, onChoose }: TypeSelectProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const kind = shown ?? kindOf(schema);
  return (
    <NativeSelect
      {...(label === undefined ? { "aria-label": t("resource.schema.typeOf", { name }), variant: "unstyled" } : { label })}
      disabled={isReadOnly}
      data={[
        ...(kind === undefined ? [{ value: "", label: t("resource.form.choose") }] : []),
        ...kinds.map((value) => ({ value, label: t(`resource.schema.types.${value}`) })),
      ]}
      value={kind ?? ""}
      onChange={({ currentTarget }) => {
        const chosen = kinds.find((each) => each === currentTarget.value);
        if (!chosen) return;
        onChange(withKind(schema, chosen));
        onChoose?.(chosen);
      }}
    />
  );
}
