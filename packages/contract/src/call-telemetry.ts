import type { Hearing } from "./transcriber.ts";
import type { Turn } from "./turn.ts";

/** Data channel of the platform's own messages, exactly as a Daily room carries them. */
export const APP_CHANNEL = "app";
/** Data channel of what only a direct room has: clocks, first audible samples, browser recognition, turns. */
export const TELEMETRY_CHANNEL = "telemetry";

/** Client to server on the telemetry channel, JSON. Times are the sender's `performance.now()`-like clock, milliseconds. */
export type ClientTelemetry =
  /** Echoed at once as `pong`; the round trip relates the two clocks. */
  | { type: "ping"; clientMs: number }
  /** The first audible sample after `speech-started` of this turn, on the call's clock as the client computes it. */
  | { type: "audible"; turn: number; atCallMs: number }
  /** Words recognised by the browser itself (transcriber `browser`). */
  | { type: "recognised"; text: string; final: boolean };

/** Server to client on the telemetry channel, JSON. */
export type ServerTelemetry =
  | { type: "pong"; clientMs: number; callMs: number }
  /** The first frame of a spoken turn left the server. Arms the client's first-audible-sample detector. */
  | { type: "speech-started"; turn: number }
  /**
   * The assistant stopped before the end of what it says: the caller speaks, or has typed. What is still on its way need not be played, so a
   * client can be silent at once. `speech-resumed` follows when it was a false alarm, and repeats what was on its way; else another speech starts.
   */
  | { type: "speech-hushed"; turn: number }
  | { type: "speech-resumed"; turn: number }
  /**
   * Who hears the caller in this call, whether it is recorded, and how long it waits for a caller whose connection is lost. Sent once on
   * every connection, before `listening`.
   */
  | { type: "session"; hearing: Hearing; recording: boolean; waitsForCallerMs: number }
  /** The caller has joined on another connection, where the call goes on. The last message of this one. */
  | { type: "taken-over" }
  | { type: "turn"; turn: Turn }
  /** A part failed; the sentence is for people. */
  | { type: "failure"; part: "model" | "voice" | "transcriber" | "recording"; message: string };
