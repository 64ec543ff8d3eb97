import { type CreateTool, TOOL_TYPES, type ToolType } from "@callwright/contract";
import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOfEntity, type ResourceEntity } from "../../../resource/resource-entity.ts";
import { useChoices } from "../../../resource/use-choices.ts";
import { toolKind } from "../../tools/tool-kind.ts";

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
export function AttachTool({ toolIds, onAttach, onAdd, onAddKind }: AttachToolProps) {
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
