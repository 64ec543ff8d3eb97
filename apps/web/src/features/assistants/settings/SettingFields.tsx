import { FormScope, type FormScopeProps } from "../../../resource/form/FormScope.tsx";
import formClasses from "../../../resource/form/form.module.css";
import { PathFields } from "../../../resource/form/PathFields.tsx";
import { writePath } from "../../../resource/form/paths.ts";
import { SectionDepth } from "../../../resource/form/Section.tsx";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { CONTRACT, type EditorFields } from "./editor-fields.ts";

const ASSISTANT = { name: "Assistant" };

interface SettingFieldsProps extends Omit<FormScopeProps, "root" | "problems" | "support"> {
  fields: EditorFields;
  /** Dotted, from the assistant. */
  paths: readonly string[];
  /** Default: writes the field, or removes it if it is undefined. */
  onChange?: (path: string, value: unknown) => void;
}

/** Some fields of the assistant. */
export function SettingFields({ fields: { config, edit, problems }, paths, onChange, ...options }: SettingFieldsProps) {
  const support = useFieldSupport(ASSISTANT);
  const write = onChange ?? ((path, next) => edit((current) => writePath(current, path, next)));
  return (
    <FormScope root={CONTRACT} problems={problems} support={support} {...options}>
      <PathFields paths={paths} whole={config} onChange={write} />
    </FormScope>
  );
}

/** Some fields of the assistant as the content of a tab: their titles stand beside them. */
export function SettingForm(props: SettingFieldsProps) {
  return (
    <SectionDepth value={0}>
      <div className={formClasses.form} data-flush>
        <SettingFields {...props} />
      </div>
    </SectionDepth>
  );
}
