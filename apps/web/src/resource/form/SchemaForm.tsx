import { useMemo } from "react";
import type { z } from "zod";
import { Field } from "./Field.tsx";
import { FormScope, type FormScopeProps } from "./FormScope.tsx";
import classes from "./form.module.css";
import { jsonSchemaOf } from "./json-schema.ts";
import { SectionDepth } from "./Section.tsx";

interface SchemaFormProps extends Omit<FormScopeProps, "root"> {
  schema: z.ZodType;
  value: unknown;
  onChange: (value: unknown) => void;
  /** No padding: the container has some. */
  isFlush?: boolean;
}

const NO_FIELDS: readonly string[] = [];

/**
 * A form for any schema of the contract. It reads the schema as JSON Schema and uses zod for problems only. Nothing compiles schemas: the
 * content security policy forbids evaluating code.
 */
export function SchemaForm({ schema, value, onChange, isFlush = false, mainFields = NO_FIELDS, ...options }: SchemaFormProps) {
  const root = jsonSchemaOf(schema);
  const shown = useMemo(() => ["name", ...mainFields], [mainFields]);
  return (
    <FormScope root={root} mainFields={shown} {...options}>
      <SectionDepth value={0}>
        <div className={classes.form} data-flush={isFlush || undefined}>
          <Field path={[]} schema={root} isRequired value={value} onChange={onChange} />
        </div>
      </SectionDepth>
    </FormScope>
  );
}
