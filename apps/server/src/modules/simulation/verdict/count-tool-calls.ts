import type { ScorerCheck, SimulationMetrics, TestTurn } from "@callwright/contract";
import { hasArguments } from "../../tool/run/tested-tools.ts";

type ToolCounts = Pick<SimulationMetrics, "toolCallsRight" | "toolCallsWrong" | "toolCallsMissing">;

/** A call in a conversation, with its turn, from 1. */
export interface CallInTurn {
  name: string;
  arguments: Record<string, unknown>;
  turn: number;
}

export const callsIn = (turns: readonly TestTurn[]): CallInTurn[] =>
  turns.flatMap(({ toolCalls }, index) => toolCalls.map((call) => ({ ...call, turn: index + 1 })));

/** The calls of a tool that have these arguments, and the others of the tool. */
export function fittingCalls(
  { toolName, arguments: wanted = {} }: { toolName: string; arguments?: Record<string, unknown> | undefined },
  calls: readonly CallInTurn[],
): { fitting: CallInTurn[]; others: CallInTurn[] } {
  const own = calls.filter(({ name }) => name === toolName);
  const fits = (call: CallInTurn) => hasArguments(call.arguments, wanted);
  return { fitting: own.filter(fits), others: own.filter((call) => !fits(call)) };
}

/** Counts the calls of the tools that checks name. Each call counts once: wrong if a check forbids it, else right if one wants it. */
export function countToolCalls(checks: readonly ScorerCheck[], turns: readonly TestTurn[]): ToolCounts {
  const calls = callsIn(turns);
  const [right, wrong] = [new Set<CallInTurn>(), new Set<CallInTurn>()];
  const unlike: CallInTurn[] = [];
  let [missing, isNamed] = [0, false];
  for (const check of checks) {
    if (!("toolName" in check)) continue;
    isNamed = true;
    const { fitting, others } = fittingCalls(check, calls);
    if (check.type === "tool-not-called") {
      for (const call of fitting) wrong.add(call);
      continue;
    }
    const times = check.type === "tool-called-times" ? check.times : 1;
    const isExact = check.type === "tool-called-times";
    for (const [index, call] of fitting.entries()) (isExact && index >= times ? wrong : right).add(call);
    missing += Math.max(0, times - fitting.length);
    unlike.push(...others);
  }
  for (const call of wrong) right.delete(call);
  for (const call of unlike) if (!right.has(call)) wrong.add(call);
  return isNamed ? { toolCallsRight: right.size, toolCallsWrong: wrong.size, toolCallsMissing: missing } : {};
}
