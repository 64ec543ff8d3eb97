import { type ComponentType, createContext, use } from "react";
import type { FieldSupport } from "../field-support.ts";
import type { ConfigProblem } from "../problems.ts";
import type { ResourceTexts } from "../resource.ts";
import type { FieldProps } from "./field-props.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Shared by all fields of a form. */
export interface FormState {
  /** The root schema, which references point into. */
  root: JsonSchema;
  texts: Pick<ResourceTexts, "fields" | "values">;
  /** Those to be shown. */
  problems: readonly ConfigProblem[];
  /** Does the server keep secrets that are left empty? */
  isStored: boolean;
  isReadOnly: boolean;
  /** What the host supports of the fields. */
  support: FieldSupport;
  mainFields: ReadonlySet<string>;
  /** What an entry of a list says, in one sentence, by the list's dotted path. */
  sentences: Readonly<Record<string, (entry: unknown) => string>>;
  /** Deeper sections start collapsed. */
  openDepth: number;
  parts: Readonly<Record<string, ComponentType<FieldProps>>>;
  /** Renders any field. In the context, because fields contain fields. */
  Field: ComponentType<FieldProps>;
}

export const FormContext = createContext<FormState | undefined>(undefined);

/** The form a field is in. */
export function useForm(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error("A field needs a SchemaForm around it.");
  return form;
}
