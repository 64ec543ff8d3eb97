import { lintLiquid, variableRoot } from "../message/liquid-lint.ts";
import { PLATFORM_VARIABLES } from "../message/template-variable.ts";
import type { CreateTool } from "../tool/tool.ts";
import type { VariableExtractionPlan } from "../tool/variable-extraction-plan.ts";
import type { CreateWorkflow } from "./workflow.ts";
import type { WorkflowNode } from "./workflow-graph.ts";

export const WORKFLOW_PROBLEMS = [
  "noStart",
  "twoStarts",
  "unreachable",
  "deadEnd",
  "noNode",
  "duplicateName",
  "edgeFromHangup",
  "unknownVariable",
  "noTool",
  "emptyPrompt",
] as const;

/** A reason why a workflow can get stuck or work differently than intended. */
export interface WorkflowProblem {
  /** Dotted path of the field: `nodes.2.prompt`. */
  path: string;
  problem: (typeof WORKFLOW_PROBLEMS)[number];
  /** Name of the node, or of the variable for `unknownVariable`. Empty for `noStart`. */
  name: string;
}

/** The part of a workflow that decides its path. Drafts may lack the rest. */
export type WorkflowGraph = Pick<CreateWorkflow, "nodes" | "edges"> & Partial<CreateWorkflow>;

/**
 * Checks a workflow beyond its schema. Problems are in the order of their nodes and edges; an empty list means that there are no problems.
 * `given` are the names of variables that stored tools or the start of the call set; default: no names.
 */
export function lintWorkflow(workflow: WorkflowGraph, given: readonly string[] = []): WorkflowProblem[] {
  return [...startProblems(workflow), ...nodeProblems(workflow), ...edgeProblems(workflow), ...variableProblems(workflow, given)];
}

function startProblems({ nodes }: WorkflowGraph): WorkflowProblem[] {
  const starts = nodes.flatMap(({ isStart, name }, index) => (isStart ? [{ path: `nodes.${index}.isStart`, name }] : []));
  if (starts.length === 0) return [{ path: "nodes", problem: "noStart", name: "" }];
  return starts.slice(1).map((start) => ({ ...start, problem: "twoStarts" }));
}

function nodeProblems({ nodes, edges }: WorkflowGraph): WorkflowProblem[] {
  const reached = reachedFrom(nodes, edges);
  const left = new Set(edges.map(({ from }) => from));
  return nodes.flatMap((node, index): WorkflowProblem[] => {
    const { name } = node;
    const at = (field: string, problem: WorkflowProblem["problem"]) => ({ path: `nodes.${index}${field}`, problem, name });
    const isDuplicate = nodes.findIndex((each) => each.name === name) < index;
    return [
      ...(isDuplicate ? [at(".name", "duplicateName")] : []),
      ...(node.type === "tool" && !node.tool && !node.toolId ? [at(".tool", "noTool")] : []),
      ...(node.type === "conversation" && !node.prompt?.trim() ? [at(".prompt", "emptyPrompt")] : []),
      ...(reached && !reached.has(name) ? [at("", "unreachable")] : []),
      ...(canStay(node) && !left.has(name) ? [at("", "deadEnd")] : []),
    ];
  });
}

/** Whether the conversation stays at a node without an edge. */
function canStay(node: WorkflowNode): boolean {
  if (node.type === "conversation") return !isGlobal(node);
  // These tools end the call or lead out of the workflow. A stored tool may do so.
  return node.type === "tool" && node.tool !== undefined && !["endCall", "transferCall", "handoff"].includes(node.tool.type);
}

/** Can the conversation enter this node from every other node? */
export function isGlobal(node: WorkflowNode): boolean {
  return node.type === "conversation" && node.globalNodePlan?.enabled === true;
}

/** The names of the nodes that a conversation can reach. Undefined without a start. */
function reachedFrom(nodes: WorkflowGraph["nodes"], edges: WorkflowGraph["edges"]): ReadonlySet<string> | undefined {
  if (!nodes.some(({ isStart }) => isStart)) return undefined;
  const reached = new Set(nodes.filter((node) => node.isStart || isGlobal(node)).map(({ name }) => name));
  const ways = new Map<string, string[]>();
  for (const { from, to } of edges) ways.set(from, [...(ways.get(from) ?? []), to]);
  for (const name of reached) for (const to of ways.get(name) ?? []) reached.add(to);
  return reached;
}

function edgeProblems({ nodes, edges }: WorkflowGraph): WorkflowProblem[] {
  const types = new Map(nodes.map(({ name, type }) => [name, type]));
  return edges.flatMap((edge, index): WorkflowProblem[] => [
    ...(["from", "to"] as const).flatMap((end) =>
      types.has(edge[end]) ? [] : [{ path: `edges.${index}.${end}`, problem: "noNode" as const, name: edge[end] }],
    ),
    ...(types.get(edge.from) === "hangup"
      ? [{ path: `edges.${index}.from`, problem: "edgeFromHangup" as const, name: edge.from }]
      : []),
  ]);
}

function variableProblems(workflow: WorkflowGraph, given: readonly string[]): WorkflowProblem[] {
  const known = new Set([...PLATFORM_VARIABLES, ...given, ...workflow.nodes.flatMap(variablesOfNode)]);
  return templatesOf(workflow).flatMap(([path, template]) =>
    lintLiquid(template ?? "")
      .needed.filter((name) => !known.has(variableRoot(name)))
      .map((name) => ({ path, problem: "unknownVariable" as const, name })),
  );
}

/** The names of the variables that a node sets, itself or by its inline tools. */
export function variablesOfNode(node: WorkflowNode): string[] {
  if (node.type === "hangup") return [];
  if (node.type === "tool") return node.tool ? variablesOfTool(node.tool) : [];
  return [...variablesOfPlan(node.variableExtractionPlan), ...(node.tools ?? []).flatMap(variablesOfTool)];
}

/** The names of the variables that a tool sets. */
export function variablesOfTool(tool: CreateTool): string[] {
  return "variableExtractionPlan" in tool ? variablesOfPlan(tool.variableExtractionPlan) : [];
}

function variablesOfPlan({ schema, aliases = [] }: VariableExtractionPlan = {}): string[] {
  return [...Object.keys(schema?.properties ?? {}), ...aliases.map(({ key }) => key)];
}

function templatesOf({ nodes, edges, globalPrompt }: WorkflowGraph): [path: string, template: string | undefined][] {
  return [
    ["globalPrompt", globalPrompt],
    ...nodes.flatMap((node, index): [string, string | undefined][] => {
      if (node.type === "conversation")
        return [
          [`nodes.${index}.prompt`, node.prompt],
          [`nodes.${index}.globalNodePlan.enterCondition`, node.globalNodePlan?.enterCondition],
        ];
      return node.type === "tool" && node.tool?.type === "apiRequest" ? [[`nodes.${index}.tool.url`, node.tool.url]] : [];
    }),
    ...edges.map(({ condition }, index): [string, string | undefined] => [`edges.${index}.condition.prompt`, condition?.prompt]),
  ];
}
