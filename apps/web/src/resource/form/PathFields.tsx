import { isFields } from "@callwright/contract";
import { useForm } from "./form-context.ts";
import { readPath, schemaAtPath } from "./paths.ts";

interface PathFieldsProps {
  /** Dotted. */
  paths: readonly string[];
  /** The object that the paths begin in. */
  whole: object;
  /** Undefined removes the field. */
  onChange: (path: string, value: unknown) => void;
}

/** Chosen fields of a larger object. Each can be emptied, so that its default applies. */
export function PathFields({ paths, whole, onChange }: PathFieldsProps) {
  const { root, Field } = useForm();
  return paths.map((path) => (
    <Field
      key={path}
      path={path.split(".")}
      schema={schemaAtPath(root, whole, path) ?? {}}
      isRequired={false}
      value={readPath(whole, path)}
      onChange={(next) => onChange(path, isEmpty(next) ? undefined : next)}
    />
  ));
}

/** An object without a field says as much as no object. */
function isEmpty(value: unknown): boolean {
  return isFields(value) && Object.values(value).every((each) => each === undefined);
}
