import type { PartialLine } from "@callwright/contract";

/** Called when the partial lines of a call of this node have changed. */
export type LiveListener = (orgId: string, callId: string) => void;

type Role = PartialLine["role"];

/**
 * Lines without a change for this long are dropped. A caller's words become a turn within 3 s of silence; a long sentence of the assistant is
 * spoken within this.
 */
const FADE_MS = { user: 5_000, assistant: 30_000 } as const satisfies Record<Role, number>;

interface Kept {
  line: PartialLine;
  timer: NodeJS.Timeout;
}

/** Transcript lines that are still being spoken in calls of this node. Kept only in memory: finished lines are events. */
export function createLiveLines() {
  const calls = new Map<string, Map<Role, Kept>>();
  const listeners: LiveListener[] = [];
  const tell: LiveListener = (orgId, callId) => {
    for (const listener of listeners) listener(orgId, callId);
  };

  function drop(callId: string, role: Role): void {
    const kept = calls.get(callId);
    clearTimeout(kept?.get(role)?.timer);
    kept?.delete(role);
    if (kept?.size === 0) calls.delete(callId);
  }

  function keep(orgId: string, callId: string, line: PartialLine): void {
    const fade = () => {
      drop(callId, line.role);
      tell(orgId, callId);
    };
    const timer = setTimeout(fade, FADE_MS[line.role]);
    timer.unref();
    const kept = calls.get(callId) ?? new Map<Role, Kept>();
    calls.set(callId, kept.set(line.role, { line, timer }));
  }

  return {
    heard(orgId: string, callId: string, lines: readonly PartialLine[]) {
      for (const line of lines) {
        drop(callId, line.role);
        if (line.text.trim() !== "") keep(orgId, callId, line);
      }
      if (lines.length > 0) tell(orgId, callId);
    },
    /** Drops the lines of an ended call. */
    forget(orgId: string, callId: string) {
      const roles = [...(calls.get(callId)?.keys() ?? [])];
      for (const role of roles) drop(callId, role);
      if (roles.length > 0) tell(orgId, callId);
    },
    of: (callId: string): readonly PartialLine[] => [...(calls.get(callId)?.values() ?? [])].map(({ line }) => line),
    /** Calls `listener` on every change. */
    listen: (listener: LiveListener) => void listeners.push(listener),
  };
}
