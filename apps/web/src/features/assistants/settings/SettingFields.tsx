import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { FormScope, type FormScopeProps } from "../../../resource/form/FormScope.tsx";
import formClasses from "../../../resource/form/form.module.css";
import { PathFields } from "../../../resource/form/PathFields.tsx";
import { readPath, writePath } from "../../../resource/form/paths.ts";
import { SectionDepth } from "../../../resource/form/Section.tsx";
import type { ResourceTexts } from "../../../resource/resource.ts";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { CONTRACT, type EditorFields } from "./editor-fields.ts";

const ASSISTANT = { name: "Assistant" };
const NO_GROUPS = [] as const;
type TextGroup = "advanced" | "analysis" | "callMessages" | "hooks" | "structuredOutputs" | "tools";

interface SettingFieldsProps extends Omit<FormScopeProps, "root" | "problems" | "support" | "texts"> {
  fields: EditorFields;
  /** Dotted, from the assistant. */
  paths: readonly string[];
  /** The groups of messages with the texts of these fields; a later one counts more. Default: the texts of the contract. */
  groups?: readonly TextGroup[];
  /** Default: writes the field, or removes it if it is undefined. */
  onChange?: (path: string, value: unknown) => void;
}

/** Some fields of the assistant. */
export function SettingFields({
  fields: { config, edit, problems },
  paths,
  groups = NO_GROUPS,
  onChange,
  ...options
}: SettingFieldsProps) {
  const { t } = useTranslation();
  const support = useFieldSupport(ASSISTANT);
  const texts = useMemo(() => {
    const found = groups.map((group) => t(group, { returnObjects: true }) as Pick<ResourceTexts, "fields" | "values">);
    return {
      fields: Object.assign({}, ...found.map(({ fields }) => fields)),
      values: Object.assign({}, ...found.map(({ values }) => values)),
    };
  }, [groups, t]);
  // What has no effect here is shown where it is set, so that it can be removed.
  const shown = paths.filter(
    (path) => support.unsupportedAt(path.split(".")) === undefined || readPath(config, path) !== undefined,
  );
  const write = onChange ?? ((path, next) => edit((current) => writePath(current, path, next)));
  return (
    <FormScope root={CONTRACT} problems={problems} support={support} texts={texts} {...options}>
      <PathFields paths={shown} whole={config} onChange={write} />
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
