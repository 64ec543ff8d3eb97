import { CreateTool, type ModelTools, TOOL_TYPES, type ToolType } from "@callwright/contract";
import { Select } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { focusField } from "../../../resource/form/focus-field.ts";
import { MoveButtons } from "../../../resource/form/MoveButtons.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { initialObject } from "../../../resource/page/initial-object.ts";
import { type ConfigProblem, problemAt } from "../../../resource/problems.ts";
import { nameOfEntity, type ResourceEntity } from "../../../resource/resource-entity.ts";
import { useChoices, useReferred } from "../../../resource/use-choices.ts";
import { ToolKinds } from "../../tools/ToolKinds.tsx";
import { toolKind } from "../../tools/tool-kind.ts";
import { withTools } from "../model-config.ts";
import classes from "../settings/advanced-tab.module.css";
import type { EditorFields } from "../settings/editor-fields.ts";
import { SettingForm } from "../settings/SettingFields.tsx";
import { useDefaultModel } from "../use-default-provider.ts";
import storedToolsClasses from "./stored-tools.module.css";

const PATHS = ["model.tools"];
const GROUPS = ["tools", "assistantTools"] as const;
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
        return [nameOfEntity(tool) ?? kind, kind, ...messagesOf(tool.messages, t)]
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
          groups={GROUPS}
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

const TOOLS = referenceTo("tools");
const KNOWLEDGE_BASES = referenceTo("knowledge-bases");
const NO_IDS: readonly string[] = [];
/** Longest name of a tool. */
const NAME_CHARACTERS = 64;

interface AttachToolProps {
  toolIds: readonly string[];
  onAttach: (toolId: string) => void;
  onAdd: (tool: CreateTool) => void;
  /** Adds a tool of this kind, to be filled in. */
  onAddKind: (type: ToolType) => void;
}

/** One search for what an assistant can get: stored tools, MCP servers, knowledge bases, and new tools of its own. */
function AttachTool({ toolIds, onAttach, onAdd, onAddKind }: AttachToolProps) {
  const { t } = useTranslation();
  const supports = useCapabilities().tools;
  const [search, setSearch] = useState("");
  const [added, setAdded] = useState(0);
  const nameOf = (entity: ResourceEntity) => nameOfEntity(entity) ?? toolKind(t, String(entity.type));
  const stored = useChoices(TOOLS, { search, chosen: NO_IDS, nameOf });
  const knowledge = useChoices(KNOWLEDGE_BASES, { search, chosen: NO_IDS, nameOf });
  const open = stored.entities.filter(({ id }) => !toolIds.includes(id));
  const ofTools = (isMcp: boolean) =>
    open.filter(({ type }) => (type === "mcp") === isMcp).map((tool) => ({ value: `tool ${tool.id}`, label: nameOf(tool) }));
  const kinds = TOOL_TYPES.filter((type) => supports[type]?.state !== "not-supported")
    .map((type) => ({
      value: `new ${type}`,
      label: t("assistantTools.new", { kind: toolKind(t, type) }),
      kind: toolKind(t, type),
    }))
    .filter(({ kind }) => kind.toLowerCase().includes(search.trim().toLowerCase()));
  const groups = [
    { group: t("assistantTools.groups.tools"), items: ofTools(false) },
    { group: t("assistantTools.groups.mcp"), items: ofTools(true) },
    {
      group: t("assistantTools.groups.knowledge"),
      items: knowledge.entities.map((each) => ({ value: `knowledge ${each.id}`, label: nameOf(each) })),
    },
    { group: t("assistantTools.groups.own"), items: kinds.map(({ value, label }) => ({ value, label })) },
  ];
  const choose = (choice: string) => {
    // A new key clears the search.
    setAdded(added + 1);
    setSearch("");
    const [, what, id = ""] = /^(\w+) (.+)$/.exec(choice) ?? [];
    const base = knowledge.entities.find((each) => each.id === id);
    const type = TOOL_TYPES.find((each) => each === id);
    if (what === "tool") onAttach(id);
    else if (what === "knowledge" && base)
      onAdd(knowledgeTool(base.id, nameOf(base), t("assistantTools.knowledgeDescription", { name: nameOf(base) })));
    else if (type) onAddKind(type);
  };
  return (
    <Select
      key={added}
      name="model.toolIds"
      label={t("assistantTools.attach")}
      description={t("assistantTools.attachHint")}
      placeholder={t("assistantTools.attachPlaceholder")}
      maw={480}
      mb="md"
      searchable
      // The server has searched.
      filter={({ options }) => options}
      data={groups.filter(({ items }) => items.length > 0)}
      nothingFoundMessage={stored.isPending || knowledge.isPending ? t("app.loading") : t("resource.form.nothingFound")}
      maxDropdownHeight={360}
      onDropdownOpen={() => {
        stored.open();
        knowledge.open();
      }}
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(choice) => choice !== null && choose(choice)}
    />
  );
}

/** The tool by which a model asks a knowledge base: `ask_house_rules`. */
function knowledgeTool(knowledgeBaseId: string, baseName: string, description: string): CreateTool {
  const words = baseName
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .match(/[a-z0-9]+/g);
  const name = ["ask", ...(words ?? ["knowledge"])].join("_").slice(0, NAME_CHARACTERS);
  return { type: "knowledgeBase", knowledgeBaseId, function: { name, description } };
}

interface StoredToolsProps {
  ids: readonly string[];
  problems: readonly ConfigProblem[];
  onChange: (ids: string[]) => void;
}

/** The attached tools of the organization, in their order. */
function StoredTools({ ids, problems, onChange }: StoredToolsProps) {
  const { t } = useTranslation();
  const tools = useReferred(TOOLS, ids);
  if (ids.length === 0) return null;
  return (
    <section className={storedToolsClasses.list} aria-label={t("assistantTools.attached")}>
      <h2 className={storedToolsClasses.title}>{t("assistantTools.attached")}</h2>
      <ol className={storedToolsClasses.rows}>
        {ids.map((id, index) => {
          const tool = tools.get(id);
          const kind = tool && toolKind(t, String(tool.type));
          const name = (tool && nameOfEntity(tool)) ?? kind ?? id;
          const problem = problemAt(problems, `model.toolIds.${index}`);
          return (
            <li key={id} className={storedToolsClasses.row} data-path={`model.toolIds.${index}`}>
              <div className={storedToolsClasses.what}>
                <Link className={storedToolsClasses.name} to="/$resource/$id" params={{ resource: "tools", id }}>
                  {name}
                </Link>
                {kind && kind !== name && <Pill>{kind}</Pill>}
                {tool && messagesOf(tool.messages, t).map((text) => <Pill key={text}>{text}</Pill>)}
                {problem && <span className={storedToolsClasses.problem}>{problem}</span>}
              </div>
              <MoveButtons
                name={name}
                index={index}
                count={ids.length}
                onMove={(to) => onChange(ids.with(index, ids[to] ?? id).with(to, id))}
              />
              <CrossButton
                iconSize={15}
                name={`model.toolIds.${index}`}
                aria-label={t("resource.form.remove", { name })}
                onClick={() => onChange(ids.filter((each) => each !== id))}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** How many messages a tool speaks, in words; empty for a tool without any. */
function messagesOf(messages: unknown, t: TFunction): string[] {
  return Array.isArray(messages) && messages.length > 0 ? [t("assistantTools.messages", { count: messages.length })] : [];
}
