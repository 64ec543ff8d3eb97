import type { CallSnapshot } from "@callwright/call";
import type { ConversationProblem } from "../conversation/conversation.ts";
import type { ShownItem } from "../conversation/history.ts";
import type { OptionProblem } from "../options/read-options.ts";
import type { WidgetOptions } from "../options/widget-options.ts";
import type { WidgetState } from "../widget-events.ts";

/** The view's state and actions. */
export interface WidgetView {
  options: WidgetOptions;
  state: WidgetState;
  call: CallSnapshot;
  isCallRunning: boolean;
  isChatEnded: boolean;
  items: readonly ShownItem[];
  problem: ConversationProblem | undefined;
  /** Fatal problems. */
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

/** Typing is possible. In voice mode, only if speaking is not. */
export function mayType({ options, call, isCallRunning, isChatEnded }: WidgetView): boolean {
  if (options.mode === "voice") return isCallRunning && call.microphone?.status === "unavailable";
  return isCallRunning || !isChatEnded;
}

/** The transcript is shown. In voice mode, only if the page enables it or the visitor types. */
export function showsWords(view: WidgetView): boolean {
  return view.options.mode !== "voice" || view.options.voiceShowTranscript || mayType(view);
}
