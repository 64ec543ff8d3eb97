import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddButton } from "../../../kit/AddButton.tsx";
import { late } from "../../../kit/late.tsx";
import { FieldSection } from "../FieldSection.tsx";
import type { FieldProps } from "../field-props.ts";
import { focusField } from "../focus-field.ts";
import { useForm } from "../form-context.ts";
import { keyOf, useField } from "../use-field.ts";
import { useItemKeys } from "../use-item-keys.ts";
import { ExampleDialog } from "./ExampleDialog.tsx";
import { DescriptionField, PropertyRow } from "./PropertyRow.tsx";
import { SchemaDetails } from "./SchemaDetails.tsx";
import classes from "./schema.module.css";
import type { SchemaNode } from "./schema-node.ts";
import {
  isDrawable,
  propertiesOf,
  type SchemaType,
  type SchemaValue,
  typeOf,
  withChanged,
  withExample,
  withKeyword,
  withMoved,
  withoutProperty,
  withProperty,
  withRenamed,
  withRequired,
} from "./schema-value.ts";
import { TypeSelect } from "./TypeSelect.tsx";

const JsonField = late(async () => (await import("../JsonField.tsx")).JsonField);

/** Fields of requests: their values are sent. */
const SENT = /(^|\.)(body|headers)$/;
/** What is sent is an object, until it is another value. */
const EMPTY: SchemaValue = { type: "object", properties: {} };

/** A value that is JSON Schema itself: one line a field, or the JSON it is. */
export function SchemaField({ types, ...field }: FieldProps & { types: readonly SchemaType[] }) {
  const { t } = useTranslation();
  const { label, name } = useField(field);
  const [view, setView] = useState("fields");
  const isSent = SENT.test(keyOf(field.path));
  const { value = isSent ? EMPTY : {} } = field;
  const schema = isDrawable(value) ? value : undefined;
  const node = schema && view === "fields" ? { name: label, path: name, schema, onChange: field.onChange } : undefined;
  const views = (
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
  );
  return (
    <FieldSection field={field}>
      <div className={classes.whole}>
        {node ? (
          <SchemaWhole node={node} types={types} isSent={isSent} />
        ) : (
          <JsonField {...field} label={t("resource.schema.jsonOf", { name: label })} />
        )}
        {views}
      </div>
    </FieldSection>
  );
}

interface NodeProps {
  node: SchemaNode;
  isSent: boolean;
}

/** The outermost form. If it can only be an object, it shows no choice of types, and its own label describes its purpose. */
function SchemaWhole({ node, types, isSent }: NodeProps & { types: readonly SchemaType[] }) {
  const { t } = useTranslation();
  const isPlain = typeOf(node.schema) === "object" && node.schema.description === undefined && (types.length === 1 || isSent);
  return (
    <>
      {!isPlain && (
        <div className={classes.entry}>
          <TypeSelect node={node} label={t("resource.schema.type")} kinds={types} />
          <DescriptionField node={node} />
        </div>
      )}
      {!["object", "array"].includes(typeOf(node.schema) ?? "object") && <SchemaDetails node={node} />}
      <SchemaParts node={node} isSent={isSent} isWhole />
    </>
  );
}

/** The content of a value, by its type: an object's fields, a list's entries. Empty for a single value. */
function SchemaParts({ node, isSent, isWhole = false }: NodeProps & { isWhole?: boolean }) {
  const type = typeOf(node.schema);
  if (type === "object") return <PropertyList node={node} isSent={isSent} isWhole={isWhole} />;
  return type === "array" ? <Entries node={node} isSent={isSent} /> : null;
}

function Entries({ node: { name, path, schema, onChange }, isSent }: NodeProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const entry: SchemaNode = {
    name: t("resource.schema.entryOf", { name }),
    path: `${path}.items`,
    schema: (schema.items ?? {}) as SchemaValue,
    onChange: (items) => onChange(withKeyword(schema, "items", items)),
  };
  return (
    <div className={classes.nested}>
      <div className={classes.entry} data-item>
        <TypeSelect node={entry} label={t("resource.schema.entries")} />
        <DescriptionField node={entry} />
        <ActionIcon
          aria-label={t("resource.schema.detailsOf", { name: entry.name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      {isOpen && <SchemaDetails node={entry} />}
      <SchemaParts node={entry} isSent={isSent} />
    </div>
  );
}

/** The fields of an object, one line each. `isWhole`: with a head of columns, and examples can be pasted. */
function PropertyList({ node: { name, path, schema, onChange }, isSent, isWhole }: NodeProps & { isWhole: boolean }) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const [isPasting, setPasting] = useState(false);
  const properties = propertiesOf(schema);
  const items = useItemKeys(properties.length);
  const add = () => {
    const added = withProperty(schema);
    items.add();
    onChange(added.schema);
    focusField([`${path}.properties.${added.name}`]);
  };
  return (
    <div className={isWhole ? classes.properties : classes.nested}>
      {properties.length > 0 && isWhole && (
        <div className={classes.columns} aria-hidden="true">
          <span>{t("resource.name")}</span>
          <span>{t("resource.form.kind")}</span>
          <span>{t("resource.schema.told")}</span>
          <span className={classes.right}>{t("resource.schema.required")}</span>
        </div>
      )}
      {properties.length > 0 && (
        <ul aria-label={t("resource.schema.fieldsOf", { name })} className={classes.list}>
          {properties.map((property, index) => {
            const at = `${path}.properties.${property.name}`;
            const change = (next: SchemaValue) => onChange(withChanged(schema, property.name, next));
            return (
              <PropertyRow
                key={items.keys[index]}
                of={name}
                index={index}
                count={properties.length}
                path={at}
                property={property}
                taken={properties.filter((each) => each !== property).map((each) => each.name)}
                isSent={isSent}
                onRename={(to) => onChange(withRenamed(schema, property.name, to))}
                onRequire={(isRequired) => onChange(withRequired(schema, property.name, isRequired))}
                onChange={change}
                onMove={(to) => {
                  items.move(index, to);
                  onChange(withMoved(schema, index, to));
                }}
                onRemove={() => {
                  items.remove(index);
                  onChange(withoutProperty(schema, property.name));
                }}
              >
                <SchemaParts
                  node={{ name: property.name, path: at, schema: property.schema, onChange: change }}
                  isSent={isSent}
                />
              </PropertyRow>
            );
          })}
        </ul>
      )}
      {!isReadOnly && (
        <div className={classes.foot}>
          <AddButton variant="subtle" aria-label={t("resource.schema.addTo", { name })} onClick={add}>
            {t("resource.schema.add")}
          </AddButton>
          {isWhole && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setPasting(true)}>
              {t("resource.schema.paste")}
            </Button>
          )}
        </div>
      )}
      {isPasting && (
        <ExampleDialog onClose={() => setPasting(false)} onRead={(example) => onChange(withExample(schema, example))} />
      )}
    </div>
  );
}
