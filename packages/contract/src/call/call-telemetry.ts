import type { Usage } from "../cost/usage.ts";
import type { ToolRun } from "../message/history.ts";
import type { Hearing } from "../provider/transcriber.ts";
import type { AgentStarted } from "./agent-started.ts";
import type { Turn } from "./turn.ts";

/** Data channel of the platform's messages, in the format of a Daily room. */
export const APP_CHANNEL = "app";
/** Data channel that only a direct room has: clocks, first audible samples, browser recognition, turns. */
export const TELEMETRY_CHANNEL = "telemetry";

/** Client to server on the telemetry channel, JSON. Times are the sender's `performance.now()`-like clock, milliseconds. */
export type ClientTelemetry =
  /** Answered with `pong` at once, to relate the two clocks. */
  | { type: "ping"; clientMs: number }
  /** The first audible sample after `speech-started` of this turn, on the call's clock as the client computes it. */
  | { type: "audible"; turn: number; atCallMs: number }
  /** Words from the browser's speech recognition (transcriber `browser`). */
  | { type: "recognized"; text: string; final: boolean };

/** Server to client on the telemetry channel, JSON. */
export type ServerTelemetry =
  | { type: "pong"; clientMs: number; callMs: number }
  /** The server sent the first frame of a spoken turn. The client now waits for the first audible sample. */
  | { type: "speech-started"; turn: number }
  /**
   * The assistant stopped early because the caller speaks or typed. The client can go silent at once and drop audio that still arrives.
   * After a false alarm, `speech-resumed` follows and the dropped audio is sent again. Otherwise another speech starts.
   */
  | { type: "speech-hushed"; turn: number }
  | { type: "speech-resumed"; turn: number }
  /**
   * What transcribes the caller, whether the call is recorded, how long it waits for a lost caller, and whether a sound may play behind
   * the assistant. Sent once on every connection, before `listening`.
   */
  | { type: "session"; hearing: Hearing; recording: boolean; waitsForCallerMs: number; hasBackgroundSound?: true }
  /** The caller joined on another connection and the call continues there. The last message of this connection. */
  | { type: "taken-over" }
  | { type: "turn"; turn: Turn }
  /** A tool was called, or has answered. Not for visitors. */
  | { type: "tool-run"; run: ToolRun; turn: number }
  /** An agent of a squad or a workflow begins. Repeated on a new connection. Not for visitors. */
  | { type: "agent"; agent: AgentStarted }
  /** The usage of the call so far. Not for visitors. */
  | { type: "usage"; usages: Usage[] }
  /** A part failed. `message` is shown to the user. */
  | { type: "failure"; part: "model" | "voice" | "transcriber" | "recording"; message: string };
