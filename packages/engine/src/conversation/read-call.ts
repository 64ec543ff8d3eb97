import { parseArguments, type ToolCall } from "@callwright/contract";
import type { ModelPart } from "../model/language-model.ts";
import type { AgentTool } from "./agent-tool.ts";
import { readArguments } from "./tool-arguments.ts";

export type ModelCall = Extract<ModelPart, { type: "tool-call" }>;

/** A call with its checked arguments. */
export interface StepCall {
  call: ToolCall;
  /** Why the tool cannot be run with these arguments, as a sentence for the model. */
  problem?: string;
}

/** A call as a model wrote it. The arguments of broken JSON are empty ones. */
export function readModelCall({ id, name, arguments: json }: ModelCall, tools: readonly AgentTool[]): StepCall {
  const read = parseArguments(json);
  if (!read) return { call: { id, name, arguments: {} }, problem: "The arguments were not a JSON object. Call the tool again." };
  return readCall({ id, name, arguments: read }, tools);
}

/** Checks the arguments of a call, and converts them to the tool's schema if that is unambiguous. */
export function readCall(call: ToolCall, tools: readonly AgentTool[]): StepCall {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool)
    return { call, problem: `There is no tool '${call.name}'. The tools are: ${tools.map(({ name }) => name).join(", ")}.` };
  if (!IS_CHECKED[tool.action]) return { call };
  const read = readArguments(tool.parameters, call.arguments);
  if ("given" in read) return { call: { ...call, arguments: read.given } };
  const problem = `The tool was not run, because its arguments do not fit. ${read.problems.join("; ")}. Call it again with arguments that fit; ask the caller for what you do not know.`;
  return { call, problem };
}

/** Actions whose arguments a tool reads. */
const IS_CHECKED: Record<AgentTool["action"], boolean> = {
  run: true,
  client: true,
  handoff: false,
  "end-call": false,
  unavailable: false,
};
