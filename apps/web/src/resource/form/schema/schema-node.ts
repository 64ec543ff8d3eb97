import type { SchemaValue } from "./schema-value.ts";

/** One form of a value in the editor: the whole, a field of an object, the entries of a list. */
export interface SchemaNode {
  /** The name for screen readers. */
  name: string;
  /** Dotted, from the whole object: where its problems are. */
  path: string;
  schema: SchemaValue;
  onChange: (schema: SchemaValue) => void;
}
