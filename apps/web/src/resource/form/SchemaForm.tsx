import { type ComponentType, useMemo } from "react";
import type { z } from "zod";
import type { ConfigProblem } from "../problems.ts";
import type { ResourceTexts } from "../resource.ts";
import { Field } from "./Field.tsx";
import type { FieldProps } from "./field-props.ts";
import classes from "./form.module.css";
import { FormContext, type FormState } from "./form-context.ts";
import { jsonSchemaOf } from "./json-schema.ts";

interface SchemaFormProps {
  schema: z.ZodType;
  texts?: Pick<ResourceTexts, "fields" | "values">;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Those to be shown at their fields. */
  problems: readonly ConfigProblem[];
  /** Whether the object is kept by the server already: secrets that are not given then stay. Default false. */
  isStored?: boolean;
  isReadOnly?: boolean;
  /** Optional fields that are shown at once, by dotted path, beside `name`. */
  mainFields?: readonly string[] | undefined;
  /** Own controls, by dotted path. */
  parts?: Readonly<Record<string, ComponentType<FieldProps>>> | undefined;
  /** Without room around it: what it stands in has some. */
  isFlush?: boolean;
}

const NO_TEXTS = {};
const NO_PARTS = {};
const NO_FIELDS: readonly string[] = [];

/**
 * A form for anything a schema of the contract describes. It follows the schema as JSON Schema and asks the validator only for what is
 * wrong, never to compile one: the page's content security policy forbids evaluating code.
 */
export function SchemaForm({ schema, texts = NO_TEXTS, value, onChange, problems, ...options }: SchemaFormProps) {
  const { isStored = false, isReadOnly = false, isFlush = false, mainFields = NO_FIELDS, parts = NO_PARTS } = options;
  const root = jsonSchemaOf(schema);
  const form = useMemo<FormState>(
    () => ({ root, texts, problems, isStored, isReadOnly, mainFields: new Set(["name", ...mainFields]), parts, Field }),
    [root, texts, problems, isStored, isReadOnly, mainFields, parts],
  );
  return (
    <FormContext value={form}>
      <div className={classes.form} data-flush={isFlush || undefined}>
        <Field path={[]} schema={root} isRequired value={value} onChange={onChange} />
      </div>
    </FormContext>
  );
}
