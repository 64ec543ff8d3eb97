import type { CreateAssistant } from "@callwright/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { callOf } from "../../../resource/resource-calls.ts";
import { nameOfEntity, type ResourceEntity } from "../../../resource/resource-entity.ts";
import { CHOICES, choicesQuery } from "../../../resource/resource-queries.ts";
import { useReferred } from "../../../resource/use-choices.ts";
import { namesIn, toolAdvice } from "./tool-advice.ts";

const TOOLS = referenceTo("tools");
const SHOWN_NAMES = 5;
/** How many names of a prompt are looked up, and the pause in typing before. */
const SEARCHED_NAMES = 30;
const SEARCH_DELAY_MS = 500;

/** Compares the prompt with the tools: errors are `warnings`, improvements are `tips`. `missing`: the names of tools in the prompt that the assistant does not have. */
export function useToolAdvice({ model }: CreateAssistant): {
  warnings: ConfigProblem[];
  tips: ConfigProblem[];
  missing: string[];
} {
  const { t } = useTranslation();
  const client = useClient();
  const [toolIds, tools, messages] = [listOf(model?.toolIds), listOf(model?.tools), listOf(model?.messages)];
  const prompt = messages.flatMap(({ role, content }) => (role === "system" ? (content ?? []) : [])).join("\n");
  const isListed = callOf(client, TOOLS, "list") !== undefined;
  const newest = useQuery({ ...choicesQuery(client, TOOLS), enabled: isListed }).data?.results;
  const stored = useReferred(TOOLS, toolIds);
  const named = useToolsNamedIn(prompt, newest);
  // Otherwise an attached tool would seem to be missing while its name is loaded.
  if (!newest || toolIds.some((id) => !stored.has(id))) return { warnings: [], tips: [], missing: [] };
  const attached = [
    ...tools.map((tool, index) => ({ tool, path: `model.tools.${index}` })),
    ...toolIds.map((id, index) => ({ tool: stored.get(id) ?? {}, path: `model.toolIds.${index}` })),
  ].map(({ tool, path }) => ({ path, name: nameOfEntity(tool), isMcp: "type" in tool && tool.type === "mcp" }));
  const found = toolAdvice({ prompt, attached, known: [...newest, ...named].flatMap((tool) => nameOfEntity(tool) ?? []) });
  const words = ({ kind, path, names }: (typeof found)[number]) => {
    const shown = names.slice(0, SHOWN_NAMES).join(", ");
    const others = names.length - SHOWN_NAMES;
    const all = others > 0 ? t("toolAdvice.andMore", { names: shown, count: others }) : shown;
    return { path, message: t(`toolAdvice.${kind}`, { names: all }) };
  };
  return {
    warnings: found.filter(({ kind }) => kind !== "not-mentioned").map(words),
    tips: found.filter(({ kind }) => kind === "not-mentioned").map(words),
    missing: found.flatMap(({ kind, names }) => (kind === "not-attached" ? names : [])),
  };
}

/** The tools that the prompt may name. They are searched, because the list of newest tools is limited. */
function useToolsNamedIn(prompt: string, newest: readonly ResourceEntity[] | undefined): ResourceEntity[] {
  const client = useClient();
  const [settled] = useDebouncedValue(prompt, SEARCH_DELAY_MS);
  const isWhole = newest === undefined || newest.length < CHOICES;
  const names = useMemo(() => (isWhole ? [] : namesIn(settled).slice(0, SEARCHED_NAMES)), [isWhole, settled]);
  const found = useQueries({ queries: names.map((name) => choicesQuery(client, TOOLS, name)) });
  return found.flatMap(({ data }) => data?.results ?? []);
}

/** A draft may have any JSON. */
function listOf<Entry>(list: Entry[] | undefined): Entry[] {
  return Array.isArray(list) ? list : [];
}
