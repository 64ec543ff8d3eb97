import { type ReactNode, useMemo } from "react";
import type { FieldSupport } from "../field-support.ts";
import type { ConfigProblem } from "../problems.ts";
import { Field } from "./Field.tsx";
import classes from "./form.module.css";
import { FormContext, type FormState } from "./form-context.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { ObjectFieldSchema } from "./shape.ts";

interface FieldListProps {
  /** Of the whole that the problems are about. */
  root: JsonSchema;
  /** Where the object of these fields is in the whole. */
  path: readonly string[];
  fields: readonly ObjectFieldSchema[];
  value: Readonly<Record<string, unknown>>;
  /** Undefined removes the field. */
  onChange: (name: string, value: unknown) => void;
  problems: readonly ConfigProblem[];
  support: FieldSupport;
  children?: ReactNode;
}

const NO_TEXTS = {};
const NO_NAMES: ReadonlySet<string> = new Set();

/** Chosen fields of one object inside a larger one. They have the names and problems that they have in the whole. */
export function FieldList({ root, path, fields, value, onChange, problems, support, children }: FieldListProps) {
  const depth = path.length;
  const form = useMemo<FormState>(
    () => ({
      root,
      texts: NO_TEXTS,
      problems,
      isStored: false,
      isReadOnly: false,
      support,
      mainFields: NO_NAMES,
      sentences: NO_TEXTS,
      openDepth: depth,
      parts: NO_TEXTS,
      Field,
    }),
    [root, problems, support, depth],
  );
  return (
    <FormContext value={form}>
      <div className={classes.fields}>
        {fields.map(({ name, schema, isRequired }) => (
          <Field
            key={name}
            path={[...path, name]}
            schema={schema}
            isRequired={isRequired}
            value={value[name]}
            onChange={(next) => onChange(name, next)}
          />
        ))}
        {children}
      </div>
    </FormContext>
  );
}
