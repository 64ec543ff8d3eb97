import { ENDED_REASONS } from "@callwright/contract";
import { callHooksOf, hooksOn, passesFilters } from "../conversation/call-hook.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { runUnattendedHook } from "../conversation/unattended-hook.ts";
import type { MediaTransport } from "../media/media-transport.ts";
import type { NowMs } from "../model/call-clock.ts";
import { within } from "../process/within.ts";
import type { CallScope } from "./call-scope.ts";
import type { CallSound } from "./call-sound.ts";
import type { CallerLink } from "./caller-link.ts";

/** The last message leaves within this, or never. */
const SEND_TIMEOUT_MS = 300;

interface ClosingCall {
  ending: { endedReason: string; message?: string };
  /** Undefined for a call that could not be set up. */
  conversation: Promise<Conversation | undefined>;
  sound: CallSound;
  link: CallerLink;
}

/** Closes the parts of an ended call in order; hooks run meanwhile, and the caller does not wait for them. Always reports the end and then the release, even when a step fails or hangs. */
export async function closeCall(scope: CallScope, { ending, conversation, sound, link }: ClosingCall): Promise<void> {
  const { host, log, now, report } = scope;
  const durationMs = scope.clock.nowMs;
  const endedAtMs = Date.now();
  const step = <Result>(what: string, act: () => Promise<Result>) => closingStep(what, act, (message) => log("error", message));
  const silent = step("stop speaking", async () => scope.dialogue?.close());
  const hooksRan = step("run its hooks", () => runEndingHooks(scope, conversation, ending.endedReason));
  await step("send its end", async () => {
    sound.stop();
    report({ type: "call-ending", endedReason: ending.endedReason });
    if (link.transport) await untilSent(link.transport, now);
  });
  await step("log its statistics", async () => {
    const stats = await link.transport?.stats();
    // A transport that the caller closed has no statistics.
    if (stats && stats.packetsReceived > 0) log("info", "Media of the call.", { ...stats });
  });
  // A caller who hung up hears nothing any more.
  if (ending.endedReason !== ENDED_REASONS.customerEndedCall)
    await step("wait for its last words", () => new Promise((resolve) => setTimeout(resolve, sound.underwayMs)));
  await step("close its connection", async () => link.close());
  await hooksRan;
  // The end is the last event. Parts that are still stopping have reported their usage.
  await step("log its usage", async () => scope.meter.flush());
  await step("log its end", async () => report({ type: "call-ended", ...ending }));
  const hasRecording = await step("close its recording", async () => sound.closeRecording(durationMs));
  await step("be reported", async () => host.listener.onEnded({ ...ending, endedAtMs, hasRecording: hasRecording ?? false }));
  await silent;
  host.onReleased();
}

/** Resolves when all texts are sent, or will not be. Closing the connection earlier would drop them. */
async function untilSent(transport: MediaTransport, now: NowMs): Promise<void> {
  const deadlineMs = now() + SEND_TIMEOUT_MS;
  while (transport.bufferedBytes > 0 && now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A longer step is abandoned. */
const STEP_MS = 5_000;

/** Runs one step of closing a call. Never fails and never hangs, so that the next steps run: reports the problem and answers undefined. */
async function closingStep<Result>(
  what: string,
  act: () => Promise<Result>,
  onProblem: (message: string) => void,
): Promise<Result | undefined> {
  try {
    return await within(STEP_MS, act(), () => {
      throw new Error(`it takes longer than ${STEP_MS} ms`);
    });
  } catch (error) {
    onProblem(`The ended call could not ${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Time limit of the hooks at a call's end: less than `STEP_MS`. */
const ENDING_MAX_MS = 4_500;

/** Runs the hooks of a call that has ended. They speak nothing, cannot continue the call, and have limited time. */
async function runEndingHooks(
  { spec, tools, report, now }: CallScope,
  conversing: Promise<Conversation | undefined>,
  endedReason: string,
): Promise<void> {
  const hooks = hooksOn(callHooksOf(spec.assistant), "call.ending").filter(({ hook }) => passesFilters(hook, endedReason));
  const conversation = hooks.length > 0 ? await conversing : undefined;
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
