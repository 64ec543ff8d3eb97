import { createListeners } from "./listeners.ts";
import type { Session } from "./session.ts";

export interface PaletteState {
  opened: boolean;
  query: string;
}

const CLOSED: PaletteState = { opened: false, query: "" };

export type PaletteStore = ReturnType<typeof createPaletteStore>;

/**
 * State of the palette, outside React: it can be opened and typed into before the shell is rendered. Closes by itself when the session
 * ends.
 */
export function createPaletteStore(session: Pick<Session, "state" | "subscribe">) {
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
    /** Does nothing while no user is signed in. Returns whether the palette is open. */
    open: () => {
      if (!state.opened && isSignedIn()) become({ opened: true, query: "" });
      return state.opened;
    },
    close: () => become(CLOSED),
    setQuery: (query: string) => become({ ...state, query }),
  };
}
