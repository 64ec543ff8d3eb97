import type { z } from "zod";
import { schemasAt } from "../json/schema-at.ts";
import { Field } from "./Field.tsx";
import { FormScope, type FormScopeProps } from "./FormScope.tsx";
import { type JsonSchema, jsonSchemaOf } from "./json-schema.ts";

interface FormPartProps extends Omit<FormScopeProps, "root"> {
  /** Schema of the whole object that contains the part. */
  schema: z.ZodType;
  /** Path of the part: `["nodes", 3]`. Lists must be resolved by a plain `items`. */
  path: readonly (string | number)[];
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One part of a form, with the names, texts and problems that it has in the whole. Its sections start collapsed, but for `openDepth`. */
export function FormPart({ schema, path, value, onChange, ...options }: FormPartProps) {
  const root = jsonSchemaOf(schema);
  return (
    <FormScope root={root} openDepth={0} {...options}>
      <Field path={path} schema={partOf(root, path)} isRequired isBare value={value} onChange={onChange} />
    </FormScope>
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
