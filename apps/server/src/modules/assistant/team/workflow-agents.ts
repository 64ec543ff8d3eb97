import { type CreateAssistant, type CreateWorkflow, invalid, type WorkflowNode } from "@callwright/contract";
import { DEFAULT_MODEL, type Way } from "@callwright/engine/conversation";
import type { AgentConfig } from "../../tool/run/agents/agent-config.ts";
import { toolWord } from "../../tool/run/agents/tool-word.ts";
import { NO_VISITOR_TOOLS, type VisitorTools } from "../../tool/run/visitor-tools.ts";
import { UniqueNames } from "./unique-names.ts";

/** Tells models that would otherwise speak before their node. */
const HOW_TO_MOVE =
  "Speak only about this step of the conversation. When the condition of a function that begins with go_to is met, call it without saying anything before.";

type ConversationNode = Extract<WorkflowNode, { type: "conversation" }>;

/** The nodes of a workflow as agents, the start first. Fails with `validation-failed` if there is not exactly one start. */
export function workflowAgents(workflow: CreateWorkflow, { isOfVisitor }: { isOfVisitor: boolean }): AgentConfig[] {
  const { nodes } = workflow;
  const starts = nodes.filter(({ isStart }) => isStart);
  if (starts.length !== 1) throw invalid(`workflow.nodes must have one node with isStart, and has ${starts.length}`);
  const ofVisitor: VisitorTools = isOfVisitor ? { model: true, appended: 0, hooks: true } : NO_VISITOR_TOOLS;
  const ordered = [...starts, ...nodes.filter(({ isStart }) => !isStart)];
  return ordered.map((node) => {
    const ways = waysOf(workflow, node);
    const returns = node.type === "conversation" && node.globalNodePlan?.enabled === true && ways.every(isGlobal);
    return {
      name: node.name,
      assistant: assistantOf(workflow, node),
      assistantId: null,
      ofVisitor,
      ways,
      node: { type: node.type, ...(returns && { returns }) },
    };
  });
}

const isGlobal = ({ edge }: Way) => edge?.index === undefined;

/** The fields that all nodes share: limits, recording, hooks and messages of the call. */
export function workflowAssistant(workflow: CreateWorkflow): CreateAssistant {
  const { nodes: _nodes, edges: _edges, globalPrompt: _globalPrompt, model, voicemailDetection, ...fields } = workflow;
  return {
    ...fields,
    ...(model && { model: model as CreateAssistant["model"] }),
    ...(voicemailDetection && { voicemailDetection }),
  } as CreateAssistant;
}

function assistantOf(workflow: CreateWorkflow, node: WorkflowNode): CreateAssistant {
  const { voice, transcriber, startSpeakingPlan, stopSpeakingPlan, server } = workflow;
  const shared = { voice, transcriber, startSpeakingPlan, stopSpeakingPlan, server };
  const own = {
    ...(node.type === "conversation" && { voice: node.voice ?? voice, transcriber: node.transcriber ?? transcriber }),
    ...(node.type === "hangup" && { endCallMessage: node.messagePlan?.firstMessage }),
  };
  const fields = Object.fromEntries(Object.entries({ ...shared, ...own }).filter(([, value]) => value !== undefined));
  return { name: node.name, ...fields, model: modelOf(workflow, node) };
}

function modelOf(workflow: CreateWorkflow, node: WorkflowNode): CreateAssistant["model"] {
  const model = (node.type === "conversation" ? node.model : undefined) ?? workflow.model ?? DEFAULT_MODEL;
  const own = (model.messages ?? []).filter(({ content }) => (content ?? "").trim() !== "");
  const messages = [...own, ...promptOf(workflow, node).map((content) => ({ role: "system" as const, content }))];
  return { ...model, messages, ...toolsOf(node) } as CreateAssistant["model"];
}

/** A node without a prompt decides at once where to go. */
function promptOf({ globalPrompt = "" }: CreateWorkflow, node: WorkflowNode): string[] {
  if (node.type !== "conversation") return [globalPrompt].filter((text) => text.trim() !== "");
  const { prompt = "" } = node;
  if (prompt.trim() === "") return [];
  return [globalPrompt, prompt, HOW_TO_MOVE].filter((text) => text.trim() !== "");
}

function toolsOf(node: WorkflowNode): Pick<NonNullable<CreateAssistant["model"]>, "tools" | "toolIds"> {
  if (node.type === "conversation")
    return { ...(node.tools && { tools: node.tools }), ...(node.toolIds && { toolIds: node.toolIds }) };
  if (node.type !== "tool") return {};
  return { ...(node.tool && { tools: [node.tool] }), ...(!node.tool && node.toolId && { toolIds: [node.toolId] }) };
}

function waysOf({ nodes, edges }: CreateWorkflow, node: WorkflowNode): Way[] {
  const names = new UniqueNames();
  const toolName = (to: string) => names.take(`go_to_${toolWord(to)}`).replaceAll(" ", "_");
  const extract = node.type === "conversation" ? node.variableExtractionPlan : undefined;
  const context = { type: "all" } as const;
  const own = edges.flatMap(({ from, to, condition }, index): Way[] => {
    if (from !== node.name) return [];
    const edge = { index, ...(condition && condition.prompt.trim() !== "" && { condition: condition.prompt }) };
    return [{ tool: toolName(to), to, context, edge, ...(extract && { extract }) }];
  });
  if (node.type !== "conversation") return own;
  const globals = nodes.filter((each): each is ConversationNode => isOpenGlobal(each) && each.name !== node.name);
  return [
    ...own,
    ...globals.map(({ name, globalNodePlan }): Way => {
      return { tool: toolName(name), to: name, context, edge: { condition: globalNodePlan?.enterCondition ?? "" } };
    }),
  ];
}

/** Without a condition, no conversation enters the node. */
function isOpenGlobal(node: WorkflowNode): boolean {
  return (
    node.type === "conversation" &&
    node.globalNodePlan?.enabled === true &&
    (node.globalNodePlan.enterCondition ?? "").trim() !== ""
  );
}
