import type { HookAction, PromptMessage, ToolCall } from "@callwright/contract";
import type { ToolRunner } from "./agent-tool.ts";
import type { Conversation } from "./conversation.ts";

export interface UnattendedHookOptions {
  conversation: Conversation;
  /** The call of an action's tool, by the action's position, with its runner. */
  callOf(position: number): { call: ToolCall; runner: ToolRunner };
  /** Milliseconds of a clock. */
  now(): number;
  /** After this time, no action begins, and no tool is waited for. */
  deadlineMs: number;
  onAdded(message: PromptMessage): void;
}

/** Runs the actions of a hook, one after the other, without speech: at the end of a call, at the start of a chat session. */
export async function runUnattendedHook(
  actions: readonly Exclude<HookAction, { type: "say" }>[],
  { conversation, callOf, now, deadlineMs, onAdded }: UnattendedHookOptions,
): Promise<void> {
  for (const [position, action] of actions.entries()) {
    const leftMs = deadlineMs - now();
    if (leftMs <= 0) return;
    if (action.type === "message.add") {
      conversation.add(action.message);
      onAdded(action.message);
      continue;
    }
    const { call, runner } = callOf(position);
    for await (const _unheard of conversation.act(call, withoutClient(runner, leftMs), new AbortController().signal));
  }
}

function withoutClient(runner: ToolRunner, leftMs: number): ToolRunner {
  return {
    tools: runner.tools.map((tool) => ({
      ...tool,
      timeoutMs: Math.min(tool.timeoutMs, leftMs),
      ...(tool.action === "client" && { action: "unavailable" as const, reason: "No client is there to run this tool." }),
    })),
    run: (...run) => runner.run(...run),
  };
}
