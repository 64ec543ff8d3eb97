import { lintWorkflow, type Tool, variablesOfTool } from "@callwright/contract";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import type { ConfigProblem } from "../../../resource/problems.ts";
import { resourceKeys } from "../../../resource/resource-queries.ts";
import type { Graph } from "../graph/edit-graph.ts";

/**
 * What the form shows, and what keeps the workflow from running well. Unknown variables are reported once the
 * stored tools are read; `unset` are their names.
 */
export function useWorkflowProblems(
  workflow: Readonly<Record<string, unknown>>,
  graph: Graph,
  shown: readonly ConfigProblem[],
): { problems: readonly ConfigProblem[]; unset: readonly string[] } {
  const { t } = useTranslation();
  const given = useStoredVariables(graph);
  const { globalPrompt } = workflow;
  const { nodes, edges } = graph;
  return useMemo(() => {
    const whole = { nodes, edges, ...(typeof globalPrompt === "string" ? { globalPrompt } : {}) };
    const linted = lintWorkflow(whole, given ?? []).filter(({ problem }) => given !== undefined || problem !== "unknownVariable");
    const found = linted.filter(({ path }) => !shown.some((problem) => problem.path === path));
    return {
      problems: [
        ...shown,
        ...found.map(({ path, problem, name }) => ({ path, message: t(`workflows.problems.${problem}`, { name }) })),
      ],
      unset: [...new Set(linted.flatMap(({ problem, name }) => (problem === "unknownVariable" ? [name] : [])))],
    };
  }, [nodes, edges, globalPrompt, given, shown, t]);
}

/** The variables of the stored tools that nodes name. Undefined while they are read; a tool that cannot be read sets no variables. */
function useStoredVariables({ nodes }: Graph): readonly string[] | undefined {
  const client = useClient();
  const ids = useMemo(
    () => [
      ...new Set(
        nodes.flatMap((node) =>
          node.type === "conversation" ? (node.toolIds ?? []) : node.type === "tool" && node.toolId ? [node.toolId] : [],
        ),
      ),
    ],
    [nodes],
  );
  const queries = useQueries({
    queries: ids.map((id) => ({
      queryKey: resourceKeys.one("tools", id),
      queryFn: ({ signal }: { signal: AbortSignal }) => client.tools.get({ id, signal }),
      retry: false,
    })),
  });
  const isPending = queries.some((query) => query.isPending);
  const names = queries.flatMap(({ data }) => (data ? variablesOfTool(data as Tool) : [])).join("\n");
  return useMemo(() => (isPending ? undefined : names === "" ? [] : names.split("\n")), [isPending, names]);
}
