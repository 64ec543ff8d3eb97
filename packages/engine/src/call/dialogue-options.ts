import type { CreateAssistant } from "@callwright/contract";
import type { PhoneAct } from "../conversation/phone-act.ts";
import type { CallClock } from "../model/call-clock.ts";
import type { CallParts } from "./call-parts.ts";
import type { Report } from "./call-reporter.ts";

export interface DialogueOptions {
  assistant: CreateAssistant;
  /** The first message waits for `open`. Default false. */
  opensLater?: boolean;
  parts: CallParts;
  clock: CallClock;
  report: Report;
  /** 10 ms of the assistant, silence included. */
  onFrame(pcm: Int16Array): void;
  /** Caller or assistant began or stopped speaking, or the caller typed. */
  onActivity(): void;
  /** The call is over. */
  onEnd(endedReason: string, message?: string): void;
  /** Default: there is no telephone. */
  onPhoneAct?(act: PhoneAct): void;
  /** For the host's log: ids and causes, never words. */
  onProblem(message: string): void;
}
