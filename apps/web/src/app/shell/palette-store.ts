import type { Session } from "../session.ts";

export interface PaletteState {
  opened: boolean;
  query: string;
}

/** The palette, outside of React: it is opened and typed into before there is a shell that could show it. */
export interface PaletteStore {
  state(): PaletteState;
  subscribe(listener: () => void): () => void;
  /** Does nothing while nobody is signed in: there is nothing to find then. Answers whether it is open. */
  open(): boolean;
  close(): void;
  setQuery(query: string): void;
}

const CLOSED: PaletteState = { opened: false, query: "" };

/** Closes by itself when the session ends. */
export function createPaletteStore(session: Pick<Session, "state" | "subscribe">): PaletteStore {
  let state = CLOSED;
  const listeners = new Set<() => void>();
  const become = (next: PaletteState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const isSignedIn = () => session.state().kind === "signed-in";
  session.subscribe(() => {
    if (state.opened && !isSignedIn()) become(CLOSED);
  });
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => {
      if (!state.opened && isSignedIn()) become({ opened: true, query: "" });
      return state.opened;
    },
    close: () => become(CLOSED),
    setQuery: (query) => become({ ...state, query }),
  };
}
