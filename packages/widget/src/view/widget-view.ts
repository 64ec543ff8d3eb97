import type { CallSnapshot } from "@callwright/call";
import type { Problem } from "../conversation/conversation.ts";
import type { HistoryItem } from "../conversation/history.ts";
import type { OptionProblem } from "../options/read-options.ts";
import type { WidgetOptions } from "../options/widget-options.ts";
import type { WidgetState } from "../widget-events.ts";

/** All that the view shows, and what its controls do. */
export interface WidgetView {
  options: WidgetOptions;
  state: WidgetState;
  call: CallSnapshot;
  isCallRunning: boolean;
  isChatEnded: boolean;
  items: readonly HistoryItem[];
  problem: Problem | undefined;
  /** What makes the widget unusable. */
  fatal: readonly OptionProblem[];
  isOpen: boolean;
  /** Consent is required and not given. */
  needsConsent: boolean;
  draft: string;
  open(): void;
  close(): void;
  agree(): void;
  refuse(): void;
  startCall(): void;
  endCall(): void;
  toggleMuted(): void;
  retryMicrophone(): void;
  endChat(): void;
  startOver(): void;
  retry(messageId: string): void;
  changeDraft(text: string): void;
  send(): void;
}

/** May the person type? In voice mode only when speaking is not possible. */
export function mayType({ options, call, isCallRunning, isChatEnded }: WidgetView): boolean {
  if (options.mode === "voice") return isCallRunning && call.microphone?.status === "unavailable";
  return isCallRunning || !isChatEnded;
}

/** Are the words of the conversation shown? In voice mode when the page wants it, or when they are typed. */
export function showsWords(view: WidgetView): boolean {
  return view.options.mode !== "voice" || view.options.voiceShowTranscript || mayType(view);
}
