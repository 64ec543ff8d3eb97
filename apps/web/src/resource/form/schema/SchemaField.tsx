import { ActionIcon, Checkbox, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddButton } from "../../../kit/AddButton.tsx";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { late } from "../../../kit/late.tsx";
import { useTyped } from "../../../kit/use-typed.ts";
import { problemAt } from "../../problems.ts";
import { FieldSection } from "../FieldSection.tsx";
import type { FieldProps } from "../field-props.ts";
import { focusField } from "../focus-field.ts";
import formClasses from "../form.module.css";
import { useForm } from "../form-context.ts";
import { useField } from "../use-field.ts";
import { useItemKeys } from "../use-item-keys.ts";
import { SchemaDetails } from "./SchemaDetails.tsx";
import classes from "./schema.module.css";
import type { SchemaNode } from "./schema-node.ts";
import {
  isDrawable,
  otherKeywords,
  propertiesOf,
  type SchemaProperty,
  type SchemaType,
  type SchemaValue,
  typeOf,
  withChanged,
  withKeyword,
  withoutProperty,
  withProperty,
  withRenamed,
  withRequired,
} from "./schema-value.ts";
import { TypeSelect } from "./TypeSelect.tsx";

const JsonField = late(async () => (await import("../JsonField.tsx")).JsonField);

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
        <JsonField {...field} label={t("resource.schema.jsonOf", { name: label })} />
      )}
    </FieldSection>
  );
}

/** The outermost form. If it can only be an object, it shows no choice of types, and its own label describes its purpose. */
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

/** The content of a value, by its type: an object's fields, a list's entries. Empty for a single value. */
function SchemaParts({ node }: { node: SchemaNode }) {
  const type = typeOf(node.schema);
  if (type === "object") return <PropertyList node={node} />;
  return type === "array" ? <Entries node={node} /> : null;
}

function Entries({ node: { name, path, schema, onChange } }: { node: SchemaNode }) {
  const { t } = useTranslation();
  const entry: SchemaNode = {
    name: t("resource.schema.entryOf", { name }),
    path: `${path}.items`,
    schema: (schema.items ?? {}) as SchemaValue,
    onChange: (items) => onChange(withKeyword(schema, "items", items)),
  };
  return (
    <div className={classes.nested}>
      <div className={classes.entry}>
        <TypeSelect node={entry} label={t("resource.schema.entries")} />
        <DescriptionField node={entry} />
      </div>
      <SchemaDetails node={entry} />
      <SchemaParts node={entry} />
    </div>
  );
}

function PropertyList({ node: { name, path, schema, onChange } }: { node: SchemaNode }) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const properties = propertiesOf(schema);
  const items = useItemKeys(properties.length);
  const add = () => {
    const added = withProperty(schema);
    items.add();
    onChange(added.schema);
    focusField([`${path}.properties.${added.name}`]);
  };
  return (
    <div className={classes.properties}>
      {properties.length > 0 && (
        <ul aria-label={t("resource.schema.fieldsOf", { name })} className={formClasses.items}>
          {properties.map((property, index) => (
            <PropertyRow
              key={items.keys[index]}
              of={name}
              place={index + 1}
              path={`${path}.properties.${property.name}`}
              property={property}
              taken={properties.filter((each) => each !== property).map((each) => each.name)}
              onRename={(to) => onChange(withRenamed(schema, property.name, to))}
              onRequire={(isRequired) => onChange(withRequired(schema, property.name, isRequired))}
              onChange={(next) => onChange(withChanged(schema, property.name, next))}
              onRemove={() => {
                items.remove(index);
                onChange(withoutProperty(schema, property.name));
              }}
            />
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <AddButton className={formClasses.add ?? ""} onClick={add}>
          {t("resource.schema.addTo", { name })}
        </AddButton>
      )}
    </div>
  );
}

interface PropertyRowProps {
  of: string;
  place: number;
  path: string;
  property: SchemaProperty;
  taken: readonly string[];
  onRename: (name: string) => void;
  onRequire: (isRequired: boolean) => void;
  onChange: (schema: SchemaValue) => void;
  onRemove: () => void;
}

function PropertyRow({ of, place, path, property, taken, onRename, onRequire, onChange, onRemove }: PropertyRowProps) {
  const { t } = useTranslation();
  const { isReadOnly, problems } = useForm();
  const { name, schema, isRequired } = property;
  const [isDetailed, setDetailed] = useState(["enum", "format", "pattern"].some((keyword) => keyword in schema));
  const node: SchemaNode = { name, path, schema, onChange };
  const type = typeOf(schema);
  const hasDetails = type === "string" || type === "number" || type === "integer";
  const others = otherKeywords(schema);
  const problem = problemAt(problems, path);
  return (
    <li className={classes.property} data-path={path}>
      <div className={classes.line}>
        <PropertyName of={of} place={place} name={name} taken={taken} onRename={onRename} />
        <TypeSelect node={node} />
        <Checkbox
          label={t("resource.schema.required")}
          aria-label={t("resource.schema.requiredOf", { name })}
          disabled={isReadOnly}
          checked={isRequired}
          onChange={(event) => onRequire(event.currentTarget.checked)}
        />
        <span className={classes.actions}>
          {hasDetails && (
            <ActionIcon
              aria-label={t("resource.schema.detailsOf", { name })}
              aria-expanded={isDetailed}
              onClick={() => setDetailed(!isDetailed)}
            >
              <IconAdjustments size={15} aria-hidden="true" />
            </ActionIcon>
          )}
          {!isReadOnly && <CrossButton iconSize={15} aria-label={t("resource.form.remove", { name })} onClick={onRemove} />}
        </span>
      </div>
      <DescriptionField node={node} />
      {problem && <p className={formClasses.problem}>{problem}</p>}
      {hasDetails && isDetailed && <SchemaDetails node={node} />}
      {others.length > 0 && <p className={formClasses.note}>{t("resource.schema.others", { keywords: others.join(", ") })}</p>}
      <SchemaParts node={node} />
    </li>
  );
}

interface PropertyNameProps {
  /** Label of the object that holds the property, for example "Parameters". */
  of: string;
  /** Position of the entry, from 1. */
  place: number;
  name: string;
  /** Names of the other fields. */
  taken: readonly string[];
  onRename: (name: string) => void;
}

/** The name of a field. It is written when it is not empty and no other field has it. */
function PropertyName({ of, place, name, taken, onRename }: PropertyNameProps) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const [text, setText] = useTyped(name);
  const problem =
    text === "" ? t("resource.schema.nameEmpty") : taken.includes(text) ? t("resource.schema.nameTaken") : undefined;
  return (
    <TextInput
      aria-label={t("resource.schema.nameOf", { of, place: String(place) })}
      placeholder={t("resource.name")}
      error={problem}
      spellCheck={false}
      disabled={isReadOnly}
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        if (next !== "" && !taken.includes(next)) onRename(next);
      }}
      // An invalid name is not stored, so it must not stay visible.
      onBlur={() => setText(name)}
    />
  );
}

/** The description of a value, which the model reads. */
function DescriptionField({ node: { name, schema, onChange } }: { node: SchemaNode }) {
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
