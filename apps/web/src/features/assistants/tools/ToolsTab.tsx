import { type CreateTool, type ModelTools, TOOL_TYPES, type ToolType } from "@callwright/contract";
import { Select } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { MoveButtons } from "../../../resource/form/MoveButtons.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { type ConfigProblem, problemAt } from "../../../resource/problems.ts";
import { nameOfEntity, type ResourceEntity } from "../../../resource/resource-entity.ts";
import { useChoices, useReferred } from "../../../resource/use-choices.ts";
import { descriptionOfTool, type EditedTool, layoutOf, nameOfTool, newTool, wordsAt } from "../../tools/editor/tool-layout.ts";
import { KindButton, useKindGroups } from "../../tools/KindButton.tsx";
import { toolKind } from "../../tools/tool-kind.ts";
import { isKnowledge } from "../editor/attached-files.ts";
import { withTools } from "../model-config.ts";
import classes from "../settings/advanced-tab.module.css";
import type { EditorFields } from "../settings/editor-fields.ts";
import { useDefaultModel } from "../use-default-provider.ts";
import storedToolsClasses from "./stored-tools.module.css";
import { ToolSheet } from "./ToolSheet.tsx";

/** What the assistant can do besides speaking: its own tools, and those of the organization. One opens in a sheet. */
export function ToolsTab(fields: EditorFields) {
  const { t } = useTranslation();
  const byDefault = useDefaultModel();
  const { config, edit, problems } = fields;
  const { toolIds = [], tools = [] } = config.model ?? {};
  const [openIndex, setOpen] = useState<number>();
  const write = (change: (before: ModelTools) => ModelTools) =>
    edit((current) => ({ ...current, model: withTools(current.model, change(listsOf(current.model)), byDefault) }));
  const writeTools = (change: (before: readonly CreateTool[]) => CreateTool[]) =>
    write(({ tools: before = [], ...rest }) => {
      const next = change(before);
      return next.length > 0 ? { ...rest, tools: next } : rest;
    });
  const add = (tool: CreateTool) => writeTools((before) => [...before, tool]);
  const addKind = (type: ToolType) => {
    add(newTool(type));
    // Others have nothing to fill in.
    if (wordsAt(type) || layoutOf(type)) setOpen(tools.length);
  };
  const opened = openIndex === undefined ? undefined : tools[openIndex];
  return (
    <div className={classes.form}>
      <p className={classes.intro}>{t("assistantTools.hint")}</p>
      <AttachTool
        toolIds={toolIds}
        onAttach={(id) => write((before) => ({ ...before, toolIds: [...(before.toolIds ?? []), id] }))}
        onAdd={add}
        onAddKind={addKind}
      />
      {toolIds.length === 0 && tools.every(isKnowledge) && <UsualKinds onChoose={addKind} />}
      <OwnTools tools={tools} problems={problems} onOpen={setOpen} onChange={(next) => writeTools(() => next)} />
      <StoredTools
        ids={toolIds}
        problems={problems}
        onChange={(ids) => write(({ toolIds: _, ...rest }) => (ids.length > 0 ? { ...rest, toolIds: ids } : rest))}
      />
      {opened && openIndex !== undefined && (
        <ToolSheet
          tool={opened}
          path={["model", "tools", openIndex]}
          problems={problems}
          onChange={(next) => writeTools((before) => before.with(openIndex, next))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

/** The usual kinds, before there is any tool beside knowledge. */
function UsualKinds({ onChoose }: { onChoose: (type: ToolType) => void }) {
  const [usual] = useKindGroups("");
  return (
    <ul className={storedToolsClasses.kinds}>
      {usual?.cards.map((card) => (
        <li key={card.id}>
          <KindButton card={card} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

interface OwnToolsProps {
  tools: readonly CreateTool[];
  problems: readonly ConfigProblem[];
  onOpen: (index: number) => void;
  onChange: (tools: CreateTool[]) => void;
}

/** The tools that only this assistant has, in their order. */
function OwnTools({ tools, problems, onOpen, onChange }: OwnToolsProps) {
  const { t } = useTranslation();
  if (tools.length === 0) return null;
  return (
    <section className={storedToolsClasses.list} aria-label={t("assistantTools.own")}>
      <h2 className={storedToolsClasses.title}>
        {t("assistantTools.own")} <span className={storedToolsClasses.hint}>{t("assistantTools.ownHint")}</span>
      </h2>
      <ol className={storedToolsClasses.rows}>
        {tools.map((tool, index) => {
          const path = `model.tools.${index}`;
          const kind = toolKind(t, tool.type);
          const name = nameOfTool(tool as unknown as EditedTool) ?? kind;
          return (
            <ToolRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a tool has no other identity, and a row no state.
              key={index}
              tool={tool}
              name={name}
              path={path}
              problem={problemAt(problems, path)}
              index={index}
              count={tools.length}
              onMove={(to) => onChange(tools.with(index, tools[to] ?? tool).with(to, tool))}
              onRemove={() => onChange(tools.filter((_, each) => each !== index))}
            >
              <button type="button" name={path} className={storedToolsClasses.open} onClick={() => onOpen(index)}>
                {name}
              </button>
            </ToolRow>
          );
        })}
      </ol>
    </section>
  );
}

interface ToolRowProps {
  /** Undefined while it is loaded. */
  tool: CreateTool | undefined;
  name: string;
  path: string;
  problem: string | undefined;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
  /** The name, which opens it. */
  children: ReactNode;
}

/** A tool as a row: name, when it is used, and kind. */
function ToolRow({ tool, name, path, problem, index, count, onMove, onRemove, children }: ToolRowProps) {
  const { t } = useTranslation();
  const kind = tool && toolKind(t, tool.type);
  const summary = tool && descriptionOfTool(tool as unknown as EditedTool);
  const messages = tool?.messages?.length ?? 0;
  return (
    <li className={storedToolsClasses.row} data-path={path}>
      <div className={storedToolsClasses.what}>
        {children}
        {problem ? (
          <span className={storedToolsClasses.problem}>{problem}</span>
        ) : (
          <span className={storedToolsClasses.summary}>{summary}</span>
        )}
      </div>
      <div className={storedToolsClasses.pills}>
        {messages > 0 && <Pill>{t("assistantTools.messages", { count: messages })}</Pill>}
        {kind && kind !== name && <Pill>{kind}</Pill>}
      </div>
      <MoveButtons name={name} index={index} count={count} onMove={onMove} />
      <CrossButton iconSize={15} name={path} aria-label={t("resource.form.remove", { name })} onClick={onRemove} />
    </li>
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
          const entity = tools.get(id);
          const name = (entity && (nameOfEntity(entity) ?? toolKind(t, String(entity.type)))) ?? id;
          const path = `model.toolIds.${index}`;
          return (
            <ToolRow
              key={id}
              tool={entity as CreateTool | undefined}
              name={name}
              path={path}
              problem={problemAt(problems, path)}
              index={index}
              count={ids.length}
              onMove={(to) => onChange(ids.with(index, ids[to] ?? id).with(to, id))}
              onRemove={() => onChange(ids.filter((each) => each !== id))}
            >
              <Link className={storedToolsClasses.name} to="/$resource/$id" params={{ resource: "tools", id }}>
                {name}
              </Link>
            </ToolRow>
          );
        })}
      </ol>
    </section>
  );
}
