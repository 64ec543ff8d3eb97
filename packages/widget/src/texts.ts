import type { MicrophoneProblem } from "@callwright/call";
import type { WidgetPhase } from "./widget-events.ts";

/** The widget's texts that are not options. */
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
  replying: "The assistant is typing",
  offline: "You are offline. The call resumes when you are back online.",
  interruptedConnection: "Connection interrupted. Reconnecting…",
  broken: "This widget is not set up",
  phase: {
    idle: "",
    "asking-microphone": "Waiting for the microphone…",
    connecting: "Connecting…",
    listening: "Listening",
    speaking: "Speaking",
    ending: "Ending the call…",
    ended: "Call ended",
    failed: "The call did not start",
  } satisfies Record<WidgetPhase, string>,
  muted: "Muted",
  microphone: {
    blocked: "Your microphone is blocked. Allow it in the address bar, or type.",
    missing: "No microphone found. Connect one, or type.",
    busy: "Another app is using your microphone. Close it, or type.",
    insecure: "The microphone needs an https page. You can type instead.",
  } satisfies Record<MicrophoneProblem, string>,
  problem: {
    "server-unreachable": "The assistant cannot be reached. Check your network and try again.",
    "room-unreachable": "Could not connect to the call. Check your network and try again.",
    "connection-lost": "The connection was lost.",
    "at-capacity": "All lines are busy. Try again in a few minutes, or write.",
    "chats-at-capacity": "Many people are writing right now. Try again in a moment.",
    "rate-limited": "That was too often. Try again in a minute.",
    "sound-blocked": "Your browser blocked the sound. Click anywhere to hear the assistant.",
  } as Record<string, string | undefined>,
  notAvailable: "The assistant is not available right now.",
};

/** The error text for the visitor. Details that only the page's owner can fix go to the `error` listeners. */
export function problemText({ code, message }: { code: string; message: string }): string {
  const isOwnersBusiness = code === "unauthorized" || code === "not-found" || code.startsWith("token-");
  return isOwnersBusiness ? TEXTS.notAvailable : (TEXTS.problem[code] ?? message);
}
