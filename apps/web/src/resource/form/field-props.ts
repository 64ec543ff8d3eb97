import type { JsonSchema } from "./json-schema.ts";

/** Props of any field of a form. */
export interface FieldProps {
  /** Path from the root: `["members", 0, "assistantId"]`. */
  path: readonly (string | number)[];
  schema: JsonSchema;
  /** Undefined: not given. */
  value: unknown;
  /** Undefined removes the field. */
  onChange: (value: unknown) => void;
  isRequired: boolean;
  /** Replaces the field's label. */
  label?: string;
  /** No frame and title: the container has them. */
  isBare?: boolean;
  /** A field that is hidden because the container sets it. */
  hiddenField?: string;
}
