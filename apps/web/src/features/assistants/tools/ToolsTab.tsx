import { CreateTool, type ModelTools, type ToolType } from "@callwright/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { focusField } from "../../../resource/form/focus-field.ts";
import { initialObject } from "../../../resource/page/initial-object.ts";
import type { ResourceTexts } from "../../../resource/resource.ts";
import { ToolKinds } from "../../tools/ToolKinds.tsx";
import { toolKind } from "../../tools/tool-kind.ts";
import { withTools } from "../model-config.ts";
import classes from "../settings/advanced-tab.module.css";
import type { EditorFields } from "../settings/editor-fields.ts";
import { SettingForm } from "../settings/SettingFields.tsx";
import { useDefaultModel } from "../use-default-provider.ts";
import { AttachTool } from "./AttachTool.tsx";
import { messagesOf } from "./messages-of.ts";
import { StoredTools } from "./StoredTools.tsx";
import { toolNameOf } from "./tool-name-of.ts";

const PATHS = ["model.tools"];
/** Always shown in a tool. */
const MAIN_FIELDS = ["description", "function", "server", "messages"].map((field) => `model.tools.${field}`);
/** A tool that is open shows its function and its server open. */
const OPEN_DEPTH = 4;
/** A new function has a place for parameters. */
const EMPTY_FUNCTION = { function: { parameters: { type: "object", properties: {} } } };

/** What the assistant can do besides speaking: stored tools, and its own. */
export function ToolsTab(fields: EditorFields) {
  const { t } = useTranslation();
  const byDefault = useDefaultModel();
  const { config, edit, problems } = fields;
  const texts = useMemo(() => {
    const ofTools = t("tools", { returnObjects: true }) as ResourceTexts;
    return { ...ofTools, fields: { ...ofTools.fields, ...t("assistantTools.fields", { returnObjects: true }) } };
  }, [t]);
  const { toolIds = [], tools = [] } = config.model ?? {};
  const write = (change: (before: ModelTools) => ModelTools) =>
    edit((current) => ({ ...current, model: withTools(current.model, change(listsOf(current.model)), byDefault) }));
  const add = (tool: CreateTool) => {
    write((before) => ({ ...before, tools: [...(before.tools ?? []), tool] }));
    const path = `model.tools.${tools.length}`;
    focusField([`${path}.function.name`, `${path}.server.url`, `${path}.url`, path]);
  };
  const addKind = (type: ToolType) => add(initialObject({ schema: CreateTool, initial: EMPTY_FUNCTION }, type) as CreateTool);
  const sentences = useMemo(
    () => ({
      "model.tools": (entry: unknown) => {
        const tool = entry as CreateTool;
        const kind = toolKind(t, tool.type);
        return [toolNameOf(tool) ?? kind, kind, ...messagesOf(tool.messages, t)]
          .filter((each, at, all) => all.indexOf(each) === at)
          .join(" · ");
      },
    }),
    [t],
  );
  return (
    <div className={classes.form}>
      <p className={classes.intro}>{t("assistantTools.hint")}</p>
      {toolIds.length + tools.length === 0 && <ToolKinds onChoose={addKind} />}
      <AttachTool
        toolIds={toolIds}
        onAttach={(id) => write((before) => ({ ...before, toolIds: [...(before.toolIds ?? []), id] }))}
        onAdd={add}
        onAddKind={addKind}
      />
      <StoredTools
        ids={toolIds}
        problems={problems}
        onChange={(ids) => write(({ toolIds: _, ...rest }) => (ids.length > 0 ? { ...rest, toolIds: ids } : rest))}
      />
      {tools.length > 0 && (
        <SettingForm
          fields={fields}
          paths={PATHS}
          texts={texts}
          onChange={(_, next) => write((before) => ({ ...before, tools: next as ModelTools["tools"] }))}
          mainFields={MAIN_FIELDS}
          sentences={sentences}
          openDepth={OPEN_DEPTH}
        />
      )}
    </div>
  );
}

function listsOf({ toolIds, tools }: ModelTools = {}): ModelTools {
  return { ...(toolIds && { toolIds }), ...(tools && { tools }) };
}
