import type { JsonSchema } from "./json-schema.ts";

/** One field of a form, whatever draws it. */
export interface FieldProps {
  /** From the whole object: `["members", 0, "assistantId"]`. */
  path: readonly (string | number)[];
  schema: JsonSchema;
  /** Undefined: not given. */
  value: unknown;
  /** Undefined takes the field out. */
  onChange: (value: unknown) => void;
  isRequired: boolean;
  /** In place of the field's own label. */
  label?: string;
  /** Without a frame and a title: what is around it has them. */
  isBare?: boolean;
  /** A field of the object that is not shown, because something around it sets it. */
  hiddenField?: string;
}
