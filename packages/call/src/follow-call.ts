import type { CallController } from "./call-controller.ts";
import type { CallChange } from "./call-snapshot.ts";

/** Converts a call's events to snapshot changes. Transcript times start when the server is ready. */
export function followCall(call: CallController, onChange: (change: CallChange) => void, nowMs = () => performance.now()): void {
  let startedAtMs: number | undefined;
  const atMs = () => (startedAtMs === undefined ? 0 : nowMs() - startedAtMs);
  call.on("state", (to, created) => {
    if (to === "connected") startedAtMs = nowMs();
    onChange({ type: "moved", to, callId: created?.id, nowMs: nowMs() });
  });
  call.on("message", (message) => onChange({ type: "said", input: { from: "message", message, atMs: atMs() } }));
  call.on("telemetry", (message) => onChange({ type: "said", input: { from: "telemetry", message, atMs: atMs() } }));
  call.on("microphone", (microphone) => onChange({ type: "microphone", microphone }));
  call.on("network-connection", ({ event }) => onChange({ type: "connection", isInterrupted: event === "interrupted" }));
  call.on("speech-start", () => onChange({ type: "audible" }));
  call.on("call-start-failed", ({ error: message, code }) =>
    onChange({ type: "not-started", problem: { name: "Error", code, message } }),
  );
  call.on("error", ({ type, error }) => {
    if (type === "daily-error" || type === "transcriber-error") onChange({ type: "problem", problem: error });
  });
}
