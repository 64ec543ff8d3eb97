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
  /** Problems that are shown. */
  problems: readonly ConfigProblem[];
  /** Is the object stored already? Secrets left empty are then kept. */
  isStored: boolean;
  isReadOnly: boolean;
  /** The only fields that may change, if not all may: names of the object's own fields. */
  changeable: readonly string[] | undefined;
  /** What the host supports of the fields. Default: everything. */
  support: FieldSupport;
  /** Optional fields that are always shown. */
  mainFields: ReadonlySet<string>;
  /** Fields that are shown elsewhere, by dotted path. */
  omitted: ReadonlySet<string>;
  /** The sentence of each entry of a list, by the list's dotted path. */
  sentences: Readonly<Record<string, (entry: unknown) => string>>;
  /** What applies to an empty field, in place of the schema's default, by dotted path. */
  defaults: Readonly<Record<string, string>>;
  /** Deeper sections start collapsed. Default: 2. */
  openDepth: number;
  /** Custom controls, by dotted path. */
  parts: Readonly<Record<string, ComponentType<FieldProps>>>;
  /** Renders any field. In the context, because fields contain fields. */
  Field: ComponentType<FieldProps>;
}

export const FormContext = createContext<FormState | undefined>(undefined);

/** Is it read only although its form is not? */
export function isFixed({ isReadOnly, changeable }: FormState, path: FieldProps["path"]): boolean {
  return path.length === 1 && !isReadOnly && changeable?.includes(String(path[0])) === false;
}

/** The form a field is in. */
export function useForm(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error("A field needs a SchemaForm around it.");
  return form;
}
