import { useState } from "react";
import type { Running } from "../../kit/canvas/running.ts";

export interface RunStart {
  mode: "talk" | "chat" | "phone";
  /** Name of the node or member that starts. Default: the first one. */
  startAt?: string | undefined;
}

export interface StartedRun extends RunStart {
  /** Another number is another conversation. */
  count: number;
  /** Variables that the conversation needs at its start. */
  names: readonly string[];
  variableValues?: Record<string, unknown> | undefined;
}

/**
 * The conversation beside a canvas.
 *
 * ```
 *   begin ──needs variables──▶ asked ── give ──▶ started ── close ──▶ nothing
 *      └──────needs no variables──────────────────▲  └─ begin, again ─▶ another conversation
 * ```
 */
export function useCanvasRun() {
  const [asked, setAsked] = useState<RunStart & { names: readonly string[] }>();
  const [started, setStarted] = useState<StartedRun>();
  const [state, setState] = useState<{ running: Running | undefined; isOver: boolean }>(NOT_STARTED);
  const start = (run: Omit<StartedRun, "count">) => {
    setAsked(undefined);
    // The Handset waits for somebody to call.
    setState({ ...NOT_STARTED, isOver: run.mode === "phone" });
    setStarted((before) => ({ ...run, count: (before?.count ?? 0) + 1 }));
  };
  return {
    asked,
    started,
    /** Where the conversation is, and what it extracted. */
    running: state.running,
    /** A conversation goes on. */
    isLive: started !== undefined && !state.isOver,
    /** Another start would hang up. */
    isCalling: started !== undefined && started.mode !== "chat" && !state.isOver,
    begin: (run: RunStart, names: readonly string[]) =>
      names.length > 0 ? setAsked({ ...run, names }) : start({ ...run, names }),
    /** Starts the requested conversation with values for its variables. */
    give: (variableValues: Record<string, unknown>) => asked && start({ ...asked, variableValues }),
    again: () => started && start(started),
    cancel: () => setAsked(undefined),
    report: (running: Running | undefined, isOver: boolean) => setState({ running, isOver }),
    close: () => {
      setStarted(undefined);
      setState(NOT_STARTED);
    },
  };
}

const NOT_STARTED = { running: undefined, isOver: false };

export type CanvasRun = ReturnType<typeof useCanvasRun>;
