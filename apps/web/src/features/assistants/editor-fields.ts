import type { CreateAssistant } from "@callwright/contract";
import { type ConfigProblem, problemAt } from "../../resource/problems.ts";
import { readPath, writePath } from "./config-path.ts";

/** What every part of the editor's form works on: the draft, a way to change it, and what is wrong with it. */
export interface EditorFields {
  config: CreateAssistant;
  edit: (change: (config: CreateAssistant) => CreateAssistant) => void;
  problems: readonly ConfigProblem[];
}

/** Name and error of the field at a dotted path. The name is where a problem's link leads. */
export function fieldProps({ problems }: EditorFields, path: string) {
  return { name: path, error: problemAt(problems, path) };
}

/** Props of a text field at a dotted path. An emptied field is removed, so that its default holds. */
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
