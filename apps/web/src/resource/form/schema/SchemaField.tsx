import { SegmentedControl } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldSection } from "../FieldSection.tsx";
import type { FieldProps } from "../field-props.ts";
import { useField } from "../use-field.ts";
import { SchemaDetails } from "./SchemaDetails.tsx";
import { DescriptionField, SchemaParts } from "./SchemaParts.tsx";
import classes from "./schema.module.css";
import type { SchemaNode } from "./schema-node.ts";
import { isDrawable, type SchemaType, typeOf } from "./schema-value.ts";
import { TypeSelect } from "./TypeSelect.tsx";

const JsonField = lazy(async () => ({ default: (await import("../JsonField.tsx")).JsonField }));

/** A value that is JSON Schema itself: as fields with a name, a type and a description, or as the JSON it is. */
export function SchemaField({ types, ...field }: FieldProps & { types: readonly SchemaType[] }) {
  const { t } = useTranslation();
  const { label, name } = useField(field);
  const [view, setView] = useState("fields");
  const { value = {} } = field;
  const schema = isDrawable(value) ? value : undefined;
  const node = schema && view === "fields" ? { name: label, path: name, schema, onChange: field.onChange } : undefined;
  return (
    <FieldSection field={field}>
      <SegmentedControl
        className={classes.view ?? ""}
        size="xs"
        aria-label={t("resource.schema.view", { name: label })}
        data={[
          { value: "fields", label: t("resource.schema.fields"), disabled: !schema },
          { value: "json", label: t("resource.schema.json") },
        ]}
        value={node ? "fields" : "json"}
        onChange={setView}
      />
      {node ? (
        <SchemaWhole node={node} types={types} />
      ) : (
        <Suspense fallback={null}>
          <JsonField {...field} label={t("resource.schema.jsonOf", { name: label })} />
        </Suspense>
      )}
    </FieldSection>
  );
}

/** The outermost form. Where it can only be an object there is nothing to choose, and what it is for is said by what it belongs to. */
function SchemaWhole({ node, types }: { node: SchemaNode; types: readonly SchemaType[] }) {
  const { t } = useTranslation();
  const isChosen = types.length === 1 && typeOf(node.schema) === types[0];
  return (
    <>
      {!isChosen && (
        <div className={classes.entry}>
          <TypeSelect node={node} label={t("resource.schema.type")} types={types} />
          <DescriptionField node={node} />
        </div>
      )}
      {!["object", "array"].includes(typeOf(node.schema) ?? "object") && <SchemaDetails node={node} />}
      <SchemaParts node={node} />
    </>
  );
}
