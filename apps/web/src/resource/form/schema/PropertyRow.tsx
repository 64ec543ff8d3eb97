import { ActionIcon, Button, Switch, Textarea, TextInput } from "@mantine/core";
import { IconDots, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTyped } from "../../../kit/use-typed.ts";
import { problemAt } from "../../problems.ts";
import formClasses from "../form.module.css";
import { useForm } from "../form-context.ts";
import { MoveButtons } from "../MoveButtons.tsx";
import { SchemaDetails } from "./SchemaDetails.tsx";
import classes from "./schema.module.css";
import type { SchemaNode } from "./schema-node.ts";
import {
  choicesOf,
  otherKeywords,
  type SchemaProperty,
  type SchemaValue,
  typeOf,
  type ValueKind,
  withKeyword,
} from "./schema-value.ts";
import { TypeSelect } from "./TypeSelect.tsx";

interface PropertyRowProps {
  of: string;
  /** From 0. */
  index: number;
  count: number;
  path: string;
  property: SchemaProperty;
  taken: readonly string[];
  /** The value is sent, so that it can be a fixed one. */
  isSent: boolean;
  onRename: (name: string) => void;
  onRequire: (isRequired: boolean) => void;
  onChange: (schema: SchemaValue) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  /** The fields inside. */
  children: ReactNode;
}

/** One field of an object on one line. What is rare about it unfolds. */
export function PropertyRow({ of, index, count, path, property, taken, isSent, children, ...act }: PropertyRowProps) {
  const { t } = useTranslation();
  const { isReadOnly, problems } = useForm();
  const { name, schema, isRequired } = property;
  const [isOpen, setOpen] = useState(false);
  const [begun, setBegun] = useState<ValueKind>();
  const node: SchemaNode = { name, path, schema, onChange: act.onChange };
  const others = otherKeywords(schema);
  const problem = problemAt(problems, path);
  const choices = choicesOf(schema).length;
  const isFixed = schema.value !== undefined;
  return (
    <li className={classes.property} data-path={path}>
      <div className={classes.line}>
        <PropertyName of={of} place={index + 1} name={name} taken={taken} onRename={act.onRename} />
        <span className={classes.kind}>
          <TypeSelect
            node={node}
            shown={begun === "oneOf" && typeOf(schema) === "string" ? begun : undefined}
            onChoose={(kind) => {
              setBegun(kind);
              // Its values are to be written next.
              if (kind === "oneOf") setOpen(true);
            }}
          />
          {choices > 0 && <span className={classes.chip}>{t("resource.schema.valueCount", { count: choices })}</span>}
        </span>
        {isFixed ? (
          <span className={classes.fixed}>
            {t("resource.schema.filledWith")} <code>{String(schema.value)}</code>
          </span>
        ) : (
          <DescriptionField node={node} />
        )}
        {isFixed ? (
          <span className={classes.notAsked}>{t("resource.schema.notAsked")}</span>
        ) : (
          <Switch
            size="sm"
            className={classes.required ?? ""}
            aria-label={t("resource.schema.requiredOf", { name })}
            disabled={isReadOnly}
            checked={isRequired}
            onChange={(event) => act.onRequire(event.currentTarget.checked)}
          />
        )}
        <ActionIcon
          className={classes.dots ?? ""}
          aria-label={t("resource.schema.detailsOf", { name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      {problem && <p className={formClasses.problem}>{problem}</p>}
      {others.length > 0 && <p className={formClasses.note}>{t("resource.schema.others", { keywords: others.join(", ") })}</p>}
      {isOpen && (
        <div className={classes.rare}>
          <SchemaDetails node={node} isSent={isSent} />
          {!isReadOnly && (
            <div className={classes.rareActions}>
              <MoveButtons name={name} index={index} count={count} onMove={act.onMove} />
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                leftSection={<IconTrash size={14} aria-hidden="true" />}
                aria-label={t("resource.form.remove", { name })}
                onClick={act.onRemove}
              >
                {t("resource.schema.remove")}
              </Button>
            </div>
          )}
        </div>
      )}
      {children}
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
      className={classes.name ?? ""}
      variant="unstyled"
      aria-label={t("resource.schema.nameOf", { of, place: String(place) })}
      placeholder={t("resource.name")}
      error={problem}
      spellCheck={false}
      title={name}
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
export function DescriptionField({ node: { name, schema, onChange } }: { node: SchemaNode }) {
  const { t } = useTranslation();
  const { isReadOnly } = useForm();
  const { description } = schema;
  return (
    <Textarea
      className={classes.told ?? ""}
      variant="unstyled"
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
