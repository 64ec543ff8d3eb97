import type { PartialLine } from "@callwright/engine";

/** Whoever is asked what is being said in a call knows it for the calls of this node alone. */
export type LiveListener = (orgId: string, callId: string) => void;

/** What is being said in the calls of this node right now. It lives in memory alone: what has been said is an event. */
export interface LiveLines {
  heard(orgId: string, callId: string, lines: readonly PartialLine[]): void;
  /** The call is over. */
  forget(orgId: string, callId: string): void;
  of(callId: string): readonly PartialLine[];
  /** From now on tells whenever what is being said in a call has changed. */
  listen(listener: LiveListener): void;
}

type Role = PartialLine["role"];

/**
 * Words that are followed by nothing for this long were not the beginning of anything: a caller's become a turn within 3 s of silence, and a
 * long sentence of the assistant is spoken within this.
 */
const FADE_MS = { user: 5_000, assistant: 30_000 } as const satisfies Record<Role, number>;

interface Kept {
  line: PartialLine;
  timer: NodeJS.Timeout;
}

export function createLiveLines(): LiveLines {
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
    heard(orgId, callId, lines) {
      for (const line of lines) {
        drop(callId, line.role);
        if (line.text.trim() !== "") keep(orgId, callId, line);
      }
      if (lines.length > 0) tell(orgId, callId);
    },
    forget(orgId, callId) {
      const roles = [...(calls.get(callId)?.keys() ?? [])];
      for (const role of roles) drop(callId, role);
      if (roles.length > 0) tell(orgId, callId);
    },
    of: (callId) => [...(calls.get(callId)?.values() ?? [])].map(({ line }) => line),
    listen: (listener) => void listeners.push(listener),
  };
}
