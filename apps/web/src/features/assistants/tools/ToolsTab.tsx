import { CreateTool, ModelTools, type ToolType } from "@callwright/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { focusField } from "../../../resource/form/focus-field.ts";
import { SchemaForm } from "../../../resource/form/SchemaForm.tsx";
import { initialObject } from "../../../resource/page/initial-object.ts";
import type { ResourceTexts } from "../../../resource/resource.ts";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import { ToolKinds } from "../../tools/ToolKinds.tsx";
import { toolKind } from "../../tools/tool-kind.ts";
import { withTools } from "../model-config.ts";
import classes from "../settings/advanced-tab.module.css";
import type { EditorFields } from "../settings/editor-fields.ts";
import { useDefaultModel } from "../use-default-provider.ts";
import { AttachTool } from "./AttachTool.tsx";
import { messagesOf } from "./messages-of.ts";
import { StoredTools } from "./StoredTools.tsx";
import { toolNameOf } from "./tool-name-of.ts";

const OwnTools = z.strictObject({ tools: ModelTools.shape.tools });
const MODEL = "model.";
/** Always shown: those of a tool, and the list. */
const MAIN_FIELDS = ["tools", ...["description", "function", "server", "messages"].map((field) => `tools.${field}`)];
/** A tool's function and server are open in an open tool. */
const OPEN_DEPTH = 3;
/** A new function has a place for parameters. */
const EMPTY_FUNCTION = { function: { parameters: { type: "object", properties: {} } } };

/** What the assistant can do besides speaking: stored tools, and its own. */
export function ToolsTab({ config, edit, problems }: EditorFields) {
  const { t } = useTranslation();
  const byDefault = useDefaultModel();
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
  const { toolIds = [], tools = [] } = config.model ?? {};
  const write = (change: (before: ModelTools) => ModelTools) =>
    edit((current) => ({ ...current, model: withTools(current.model, change(listsOf(current.model)), byDefault) }));
  const add = (tool: CreateTool) => {
    write((before) => ({ ...before, tools: [...(before.tools ?? []), tool] }));
    const path = `tools.${tools.length}`;
    focusField([`${path}.function.name`, `${path}.server.url`, `${path}.url`, path]);
  };
  const addKind = (type: ToolType) => add(initialObject({ schema: CreateTool, initial: EMPTY_FUNCTION }, type) as CreateTool);
  const sentences = useMemo(
    () => ({
      tools: (entry: unknown) => {
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
        problems={own}
        onChange={(ids) => write(({ toolIds: _, ...rest }) => (ids.length > 0 ? { ...rest, toolIds: ids } : rest))}
      />
      {tools.length > 0 && (
        <SchemaForm
          schema={OwnTools}
          texts={texts}
          value={{ tools }}
          onChange={(next) => write(({ tools: _, ...rest }) => ({ ...rest, ...(next as z.infer<typeof OwnTools>) }))}
          problems={own}
          mainFields={MAIN_FIELDS}
          sentences={sentences}
          openDepth={OPEN_DEPTH}
          support={inModel}
          isFlush
        />
      )}
    </div>
  );
}

function listsOf({ toolIds, tools }: ModelTools = {}): ModelTools {
  return { ...(toolIds && { toolIds }), ...(tools && { tools }) };
}
