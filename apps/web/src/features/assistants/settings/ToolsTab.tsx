import { ModelTools } from "@callwright/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { SchemaForm } from "../../../resource/form/SchemaForm.tsx";
import type { ResourceTexts } from "../../../resource/resource.ts";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { withTools } from "../model-config.ts";
import { useDefaultProvider } from "../use-default-provider.ts";
import classes from "./advanced-tab.module.css";
import type { EditorFields } from "./editor-fields.ts";

const MODEL = "model.";
/** Always shown: those of a tool, and the two lists. */
const MAIN_FIELDS = ["toolIds", "tools", ...["description", "function", "server", "messages"].map((field) => `tools.${field}`)];

/** What the assistant can do besides speaking: stored tools, and its own. */
export function ToolsTab({ config, edit, problems }: EditorFields) {
  const { t } = useTranslation();
  const hasBuiltIn = useDefaultProvider("model") !== undefined;
  const support = useFieldSupport({ name: "Assistant" });
  const inModel = useMemo(
    () => ({
      ...support,
      unsupportedAt: (path: readonly (string | number)[]) => support.unsupportedAt(["model", ...path]),
      choicesAt: (path: readonly (string | number)[]) => support.choicesAt(["model", ...path]),
    }),
    [support],
  );
  const own = useMemo(
    () => problems.flatMap(({ path, message }) => (path.startsWith(MODEL) ? [{ path: path.slice(MODEL.length), message }] : [])),
    [problems],
  );
  const texts = useMemo(() => {
    const ofTools = t("tools", { returnObjects: true }) as ResourceTexts;
    return { ...ofTools, fields: { ...ofTools.fields, ...t("assistantTools.fields", { returnObjects: true }) } };
  }, [t]);
  const { toolIds, tools } = config.model ?? {};
  return (
    <div className={classes.form}>
      <p className={classes.intro}>{t("assistantTools.hint")}</p>
      <SchemaForm
        schema={ModelTools}
        texts={texts}
        value={{ ...(toolIds && { toolIds }), ...(tools && { tools }) }}
        onChange={(next) => edit((current) => ({ ...current, model: withTools(current.model, next as ModelTools, hasBuiltIn) }))}
        problems={own}
        mainFields={MAIN_FIELDS}
        support={inModel}
        isFlush
      />
    </div>
  );
}
