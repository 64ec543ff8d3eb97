import { type ComponentType, useMemo } from "react";
import type { z } from "zod";
import type { FieldSupport } from "../field-support.ts";
import { schemasAt } from "../json/schema-at.ts";
import type { ConfigProblem } from "../problems.ts";
import type { ResourceTexts } from "../resource.ts";
import { Field } from "./Field.tsx";
import type { FieldProps } from "./field-props.ts";
import { FormContext, type FormState } from "./form-context.ts";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

interface FormPartProps {
  /** Of the whole that it is a part of. */
  schema: z.ZodType;
  /** Where the part is: `["nodes", 3]`. Lists must be resolved by a plain `items`. */
  path: readonly (string | number)[];
  texts: Pick<ResourceTexts, "fields" | "values">;
  value: unknown;
  onChange: (value: unknown) => void;
  problems: readonly ConfigProblem[];
  isStored: boolean;
  isReadOnly: boolean;
  support: FieldSupport;
  mainFields: readonly string[];
  parts: Readonly<Record<string, ComponentType<FieldProps>>>;
}

/** One part of a form, with the names, texts and problems that it has in the whole. Its sections start collapsed. */
export function FormPart({ schema, path, value, onChange, mainFields, ...state }: FormPartProps) {
  const { texts, problems, isStored, isReadOnly, support, parts } = state;
  const root = jsonSchemaOf(schema);
  const form = useMemo<FormState>(
    () => ({
      root,
      texts,
      problems,
      isStored,
      isReadOnly,
      support,
      mainFields: new Set(mainFields),
      sentences: {},
      openDepth: 0,
      parts,
      Field,
    }),
    [root, texts, problems, isStored, isReadOnly, support, mainFields, parts],
  );
  return (
    <FormContext value={form}>
      <Field path={path} schema={partOf(root, path)} isRequired isBare value={value} onChange={onChange} />
    </FormContext>
  );
}

/** The schema at a path, with all its alternatives. */
function partOf(root: JsonSchema, path: FormPartProps["path"]): JsonSchema {
  const last = path.at(-1);
  const [holder] = schemasAt(root, root, path.slice(0, -1), undefined);
  const found = typeof last === "number" ? holder?.items : holder?.properties?.[String(last)];
  if (typeof found !== "object" || Array.isArray(found)) throw new Error(`The schema has no ${path.join(".")}.`);
  return found;
}
