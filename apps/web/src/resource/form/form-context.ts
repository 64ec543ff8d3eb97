import { type ComponentType, createContext, use } from "react";
import type { ConfigProblem } from "../problems.ts";
import type { ResourceTexts } from "../resource.ts";
import type { FieldProps } from "./field-props.ts";
import type { JsonSchema } from "./json-schema.ts";

/** What every field of a form knows. */
export interface FormState {
  /** The schema of the whole, which references in it lead into. */
  root: JsonSchema;
  texts: Pick<ResourceTexts, "fields" | "values">;
  /** Those to be shown. */
  problems: readonly ConfigProblem[];
  /** Whether secrets that are not given are kept by the server. */
  isStored: boolean;
  isReadOnly: boolean;
  mainFields: ReadonlySet<string>;
  parts: Readonly<Record<string, ComponentType<FieldProps>>>;
  /** Draws any field; here, because fields hold fields. */
  Field: ComponentType<FieldProps>;
}

export const FormContext = createContext<FormState | undefined>(undefined);

/** The form a field is in. */
export function useForm(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error("A field needs a SchemaForm around it.");
  return form;
}
