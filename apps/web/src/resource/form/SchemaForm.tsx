import { type ComponentType, useMemo } from "react";
import type { z } from "zod";
import { type FieldSupport, FULL_SUPPORT } from "../field-support.ts";
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
  /** Problems to show at the fields. */
  problems: readonly ConfigProblem[];
  /** Is the object stored already? Secrets left empty are then kept. Default: false. */
  isStored?: boolean;
  isReadOnly?: boolean;
  /** What the host supports of the fields. Default: everything. */
  support?: FieldSupport;
  /** Optional fields that are always shown, by dotted path, besides `name`. */
  mainFields?: readonly string[] | undefined;
  /** Custom controls, by dotted path. */
  parts?: Readonly<Record<string, ComponentType<FieldProps>>> | undefined;
  /** The sentence of each entry of a list, by the list's dotted path. */
  sentences?: FormState["sentences"];
  /** Sections deeper than this start collapsed. Default: 2. */
  openDepth?: number;
  /** No padding: the container has some. */
  isFlush?: boolean;
}

const NO_TEXTS = {};
const NO_PARTS = {};
const NO_SENTENCES = {};
const OPEN_DEPTH = 2;
const NO_FIELDS: readonly string[] = [];

/**
 * A form for any schema of the contract. It reads the schema as JSON Schema and uses zod for problems only. Nothing compiles schemas: the
 * content security policy forbids evaluating code.
 */
export function SchemaForm({ schema, texts = NO_TEXTS, value, onChange, problems, ...options }: SchemaFormProps) {
  const {
    isStored = false,
    isReadOnly = false,
    isFlush = false,
    mainFields = NO_FIELDS,
    parts = NO_PARTS,
    support = FULL_SUPPORT,
    sentences = NO_SENTENCES,
    openDepth = OPEN_DEPTH,
  } = options;
  const root = jsonSchemaOf(schema);
  const form = useMemo<FormState>(
    () => ({
      root,
      texts,
      problems,
      isStored,
      isReadOnly,
      support,
      mainFields: new Set(["name", ...mainFields]),
      sentences,
      openDepth,
      parts,
      Field,
    }),
    [root, texts, problems, isStored, isReadOnly, support, mainFields, sentences, openDepth, parts],
  );
  return (
    <FormContext value={form}>
      <div className={classes.form} data-flush={isFlush || undefined}>
        <Field path={[]} schema={root} isRequired value={value} onChange={onChange} />
      </div>
    </FormContext>
  );
}
