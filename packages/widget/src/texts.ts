import type { MicrophoneProblem } from "@callwright/call";
import type { WidgetPhase } from "./widget-events.ts";

/** The widget's own words, besides those that are options. */
export const TEXTS = {
  close: "Close",
  openRunning: (title: string) => `${title}, call in progress`,
  conversation: "Conversation",
  you: "You",
  assistant: "Assistant",
  write: "Message",
  send: "Send",
  mute: "Mute",
  unmute: "Unmute",
  endChat: "End chat",
  startOver: "Start over",
  again: "Try again",
  agree: "Agree",
  cancel: "Cancel",
  callStarted: "Call started",
  callEnded: "Call ended",
  typed: "typed",
  interrupted: "interrupted",
  replying: "The assistant is writing",
  offline: "You are offline. Your connection will be used again as soon as it is back.",
  interruptedConnection: "The connection was interrupted. Trying to get it back…",
  broken: "This widget is not set up",
  phase: {
    idle: "",
    "asking-microphone": "Asking for the microphone…",
    connecting: "Connecting…",
    listening: "Listening",
    speaking: "Speaking",
    ending: "Ending the call…",
    ended: "Call ended",
    failed: "The call did not start",
  } satisfies Record<WidgetPhase, string>,
  muted: "Muted",
  microphone: {
    blocked: "Your microphone is blocked. Allow it in the browser's address bar, or type.",
    missing: "No microphone was found. Connect one, or type.",
    busy: "Your microphone is used by another program. Close that program, or type.",
    insecure: "Browsers give a microphone only to pages on https. You can type.",
  } satisfies Record<MicrophoneProblem, string>,
  problem: {
    "server-unreachable": "The assistant cannot be reached. Check your network and try again.",
    "room-unreachable": "No connection to the call could be made. Check your network and try again.",
    "connection-lost": "The connection was lost.",
    "sound-blocked": "The browser holds the sound back. Click anywhere on the page to hear the assistant.",
  } as Record<string, string | undefined>,
  notAvailable: "The assistant is not available here at the moment.",
};

/** What went wrong, for the person in front of the page. What only the page's owner can mend is told whole to the page's `error` listeners. */
export function problemText({ code, message }: { code: string; message: string }): string {
  const isOwnersBusiness = code === "unauthorized" || code === "not-found" || code.startsWith("token-");
  return isOwnersBusiness ? TEXTS.notAvailable : (TEXTS.problem[code] ?? message);
}
