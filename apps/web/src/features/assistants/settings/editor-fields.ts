import { CreateAssistant } from "@callwright/contract";
import { jsonSchemaOf } from "../../../resource/form/json-schema.ts";
import { readPath, writePath } from "../../../resource/form/paths.ts";
import { type ConfigProblem, problemAt } from "../../../resource/problems.ts";

/** The schema of an assistant. */
export const CONTRACT = jsonSchemaOf(CreateAssistant);

/** Shared by all parts of the editor's form: the draft, its setter and its problems. */
export interface EditorFields {
  config: CreateAssistant;
  edit: (change: (config: CreateAssistant) => CreateAssistant) => void;
  problems: readonly ConfigProblem[];
}

/** Name and error of the field at a dotted path. The name is the target of a problem's link. */
export function fieldProps({ problems }: EditorFields, path: string) {
  return { name: path, error: problemAt(problems, path) };
}

/** Props of a text field at a dotted path. An emptied field is removed, so that its default applies. */
export function textFieldProps(fields: EditorFields, path: string) {
  const value = readPath(fields.config, path);
  return {
    ...fieldProps(fields, path),
    value: typeof value === "string" ? value : "",
    onChange: (event: { currentTarget: { value: string } }) => {
      const text = event.currentTarget.value;
      fields.edit((config) => writePath(config, path, text === "" ? undefined : text));
    },
  };
}
