import { lintLiquid, variableRoot } from "../message/liquid-lint.ts";
import { PLATFORM_VARIABLES } from "../message/template-variable.ts";
import { isGlobal, variablesOfNode, type WorkflowGraph } from "./lint-workflow.ts";
import type { WorkflowNode } from "./workflow-graph.ts";

/**
 * The variables that a conversation needs if it starts at this node: those that a path from there uses before a node sets them. Tools of conversation
 * nodes and stored tools are not searched.
 */
export function variablesNeededFrom(workflow: WorkflowGraph, start: string): string[] {
  const { nodes, edges } = workflow;
  const known = new Set(nodes.flatMap(variablesOfNode));
  const globals = nodes.filter(isGlobal);
  const steps = new Map(
    nodes.map((node) => {
      const own = edges.filter(({ from }) => from === node.name);
      const entered = node.type === "conversation" ? globals : [];
      const conditions = [
        ...own.map(({ condition }) => condition?.prompt),
        ...entered.map((each) => (each.type === "conversation" ? each.globalNodePlan?.enterCondition : undefined)),
      ];
      const step = {
        uses: [...namesIn(templateOf(node, workflow), known), ...parametersOf(node).filter((name) => known.has(name))],
        sets: variablesOfNode(node),
        asks: conditions.flatMap((text = "") => namesIn(text, known)),
        next: [...own.map(({ to }) => to), ...entered.map(({ name }) => name)],
      };
      return [node.name, step] as const;
    }),
  );
  const isNeeded = (variable: string) => {
    const reached = new Set([start]);
    for (const name of reached) {
      const step = steps.get(name);
      if (step?.uses.includes(variable)) return true;
      if (!step || step.sets.includes(variable)) continue;
      if (step.asks.includes(variable)) return true;
      for (const next of step.next) reached.add(next);
    }
    return false;
  };
  const used = new Set([...steps.values()].flatMap(({ uses, asks }) => [...uses, ...asks]));
  return [...used].filter(isNeeded);
}

/** All templates that are rendered when a node starts, as one text. */
function templateOf(node: WorkflowNode, { globalPrompt = "" }: WorkflowGraph): string {
  if (node.type === "conversation") return `${globalPrompt}\n${node.prompt ?? ""}\n${JSON.stringify(node.model ?? "")}`;
  if (node.type === "hangup") return node.messagePlan?.firstMessage ?? "";
  if (!node.tool) return "";
  const { variableExtractionPlan: _, ...tool } = { variableExtractionPlan: undefined, ...node.tool };
  return JSON.stringify(tool);
}

/** The names of a tool's parameters, which variables with these names fill. */
function parametersOf(node: WorkflowNode): string[] {
  if (node.type !== "tool" || !node.tool) return [];
  const parameters = "function" in node.tool ? node.tool.function?.parameters : undefined;
  const body = node.tool.type === "apiRequest" ? node.tool.body : undefined;
  return [parameters, body].flatMap((schema) => Object.keys(schema?.properties ?? {}));
}

/** The variables of a template: those that nodes set, also if only a tag reads them, and others without a default. */
function namesIn(template: string, known: ReadonlySet<string>): string[] {
  const { pieces, needed } = lintLiquid(template);
  const liquid = pieces.filter(({ kind }) => kind === "variable" || kind === "tag").map(({ text }) => text);
  const words = liquid.flatMap((text) => text.match(/[\p{L}_][\p{L}\p{N}_-]*/gu) ?? []);
  const isOfPlatform = (name: string) => PLATFORM_VARIABLES.some((each) => each === variableRoot(name));
  return [...new Set([...words.filter((name) => known.has(name)), ...needed.filter((name) => !isOfPlatform(name))])];
}
