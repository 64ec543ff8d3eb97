import { type CallHook, passesFilters } from "../conversation/call-hook.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { runUnattendedHook } from "../conversation/unattended-hook.ts";
import type { MediaTransport } from "../media/media-transport.ts";
import type { NowMs } from "../model/call-clock.ts";
import type { CallListener } from "./call-listener.ts";
import type { Report } from "./call-reporter.ts";
import type { CallSound } from "./call-sound.ts";
import type { CallTools } from "./call-tools.ts";
import type { CallerLine } from "./caller-line.ts";
import type { Dialogue } from "./dialogue.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** The last message leaves within this, or never. */
const SEND_TIMEOUT_MS = 300;

interface ClosingCall extends Pick<EndingHooksOptions, "conversation" | "hooks" | "tools"> {
  ending: { endedReason: string; message?: string };
  /** From the join to the end. */
  durationMs: number;
  dialogue: Dialogue | undefined;
  sound: CallSound;
  report: Report;
  meter: UsageMeter;
  line: CallerLine;
  listener: CallListener;
  onReleased: () => void;
  log: (level: "info" | "error", message: string, detail?: Record<string, unknown>) => void;
  now: NowMs;
}

/** Closes the parts of an ended call in order; hooks run meanwhile, and the caller does not wait for them. Always reports the end and then the release, even when a step fails or hangs. */
export async function closeCall(call: ClosingCall): Promise<void> {
  const { ending, line, log } = call;
  const endedAtMs = Date.now();
  const step = <Result>(what: string, act: () => Promise<Result>) => closingStep(what, act, (message) => log("error", message));
  const silent = step("stop speaking", async () => call.dialogue?.close());
  const hooksRan = step("run its hooks", () => runEndingHooks({ ...call, endedReason: ending.endedReason }));
  await step("send its end", async () => {
    call.sound.stop();
    call.report({ type: "call-ending", endedReason: ending.endedReason });
    if (line.transport) await untilSent(line.transport, call.now);
  });
  await step("log its statistics", async () => {
    const stats = await line.transport?.stats();
    // A transport that the caller closed has no statistics.
    if (stats && stats.packetsReceived > 0) log("info", "Media of the call.", { ...stats });
  });
  await step("close its connection", async () => line.close());
  await hooksRan;
  // Before the end, which is the last event. Parts that are still being stopped have told what they used.
  await step("log its usage", async () => call.meter.flush());
  await step("log its end", async () => call.report({ type: "call-ended", ...ending }));
  const hasRecording = await step("close its recording", async () => call.sound.closeRecording(call.durationMs));
  await step("be reported", async () => call.listener.onEnded({ ...ending, endedAtMs, hasRecording: hasRecording ?? false }));
  await silent;
  call.onReleased();
}

/** Resolves when all texts are sent, or will not be. Closing the connection earlier would drop them. */
async function untilSent(transport: MediaTransport, now: NowMs): Promise<void> {
  const deadlineMs = now() + SEND_TIMEOUT_MS;
  while (transport.bufferedBytes > 0 && now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** A step that takes longer is abandoned. */
const STEP_MS = 5_000;

/** Runs one step of closing a call. Never fails and never hangs, so that the next steps run: reports the problem and answers undefined. */
async function closingStep<Result>(
  what: string,
  act: () => Promise<Result>,
  onProblem: (message: string) => void,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes longer than ${STEP_MS} ms`)), STEP_MS);
  });
  try {
    return await Promise.race([act(), tooLong]);
  } catch (error) {
    onProblem(`The ended call could not ${what}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** What the hooks of a call's end may take: less than `STEP_MS`. */
const ENDING_MAX_MS = 4_500;

interface EndingHooksOptions {
  hooks: readonly CallHook<"call.ending">[];
  endedReason: string;
  /** Undefined for a call that could not be set up. */
  conversation: Promise<Conversation | undefined>;
  tools: Pick<CallTools, "callOfHook">;
  report: Report;
  now: NowMs;
}

/** Runs the hooks of a call that has ended. Nothing is spoken, nothing brings the call back, and time is limited. */
async function runEndingHooks(options: EndingHooksOptions): Promise<void> {
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
