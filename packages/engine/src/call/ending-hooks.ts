import { type CallHook, passesFilters } from "../conversation/call-hook.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { runUnattendedHook } from "../conversation/unattended-hook.ts";
import type { NowMs } from "../model/call-clock.ts";
import type { Report } from "./call-reporter.ts";
import type { CallTools } from "./call-tools.ts";

/** What the hooks of a call's end may take: less than a step of closing, see `closing-step.ts`. */
const ENDING_MAX_MS = 4_500;

export interface EndingHooksOptions {
  hooks: readonly CallHook<"call.ending">[];
  endedReason: string;
  /** Undefined for a call that could not be set up. */
  conversation: Promise<Conversation | undefined>;
  tools: Pick<CallTools, "callOfHook">;
  report: Report;
  now: NowMs;
}

/** Runs the hooks of a call that has ended. Nothing is spoken, nothing brings the call back, and time is limited. */
export async function runEndingHooks(options: EndingHooksOptions): Promise<void> {
  const { endedReason, tools, report, now } = options;
  const hooks = options.hooks.filter(({ hook }) => passesFilters(hook, endedReason));
  const conversation = hooks.length > 0 ? await options.conversation : undefined;
  if (!conversation) return;
  const deadlineMs = now() + ENDING_MAX_MS;
  await Promise.all(
    hooks.map(({ hook, index, label }) => {
      report({ type: "hook-fired", on: label, actions: hook.do.map(({ type }) => type) });
      return runUnattendedHook(hook.do, {
        conversation,
        callOf: (position) => tools.callOfHook(`${index}.${position}`),
        now,
        deadlineMs,
        onAdded: ({ role, content }) => report({ type: "message-added", role, content: content ?? "" }),
      });
    }),
  );
}
