import { createListeners } from "../../data/listeners.ts";
import type { Session } from "../../data/session.ts";

export interface PaletteState {
  opened: boolean;
  query: string;
}

/** State of the palette, outside React: it can be opened and typed into before the shell is rendered. */
export interface PaletteStore {
  state(): PaletteState;
  subscribe(listener: () => void): () => void;
  /** Does nothing while no user is signed in. Returns whether the palette is open. */
  open(): boolean;
  close(): void;
  setQuery(query: string): void;
}

const CLOSED: PaletteState = { opened: false, query: "" };

/** Closes by itself when the session ends. */
export function createPaletteStore(session: Pick<Session, "state" | "subscribe">): PaletteStore {
  let state = CLOSED;
  const { subscribe, tell } = createListeners();
  const become = (next: PaletteState) => {
    state = next;
    tell();
  };
  const isSignedIn = () => session.state().kind === "signed-in";
  session.subscribe(() => {
    if (state.opened && !isSignedIn()) become(CLOSED);
  });
  return {
    state: () => state,
    subscribe,
    open: () => {
      if (!state.opened && isSignedIn()) become({ opened: true, query: "" });
      return state.opened;
    },
    close: () => become(CLOSED),
    setQuery: (query) => become({ ...state, query }),
  };
}
