import type { CreateAssistant } from "@callwright/contract";
import { type DraftContent, type DraftEvent, type DraftState, draftReducer } from "./draft-machine.ts";

export interface DraftStoreOptions {
  initial: DraftContent;
  /** Writes the draft to the server. */
  save: (draft: DraftContent) => Promise<void>;
  /** What the server would refuse is not sent. */
  isValid: (config: CreateAssistant) => boolean;
  /** Calls back after a while without typing; answers how to call it off. */
  schedule: (callback: () => void) => () => void;
}

export interface DraftStore {
  state(): DraftState;
  subscribe(listener: () => void): () => void;
  edit(change: (config: CreateAssistant) => CreateAssistant): void;
  /** Takes a draft from the server; what was typed before is gone. */
  replace(draft: DraftContent): void;
  /** Brings back a draft that was discarded; it is saved again. */
  restore(draft: DraftContent): void;
  /** The draft went live as this version; what is typed from now on is based on it. */
  published(version: string): void;
  /** Saves what is not saved yet, at once. Answers whether everything is on the server now. */
  flush(): Promise<boolean>;
}

/** Runs the draft's state machine: saves by itself a moment after the last edit, one save at a time. */
export function createDraftStore(options: DraftStoreOptions): DraftStore {
  let state: DraftState = { phase: "settled", config: options.initial.config, baseVersion: options.initial.baseVersion };
  let running: Promise<void> | undefined;
  let callOff = () => {};
  const listeners = new Set<() => void>();

  const dispatch = (event: DraftEvent) => {
    state = draftReducer(state, event);
    callOff();
    if (state.phase === "edited") callOff = options.schedule(() => void save());
    for (const listener of listeners) listener();
  };

  const save = (): Promise<void> => {
    if (!running && options.isValid(state.config)) running = send();
    return running ?? Promise.resolve();
  };

  const send = async () => {
    const { config: sent, baseVersion } = state;
    dispatch({ type: "save-started" });
    const outcome = await options.save({ config: sent, baseVersion }).then(
      (): DraftEvent => ({ type: "save-succeeded", sent }),
      (error: unknown): DraftEvent => ({
        type: "save-failed",
        sent,
        error: error instanceof Error ? error : new Error(String(error)),
      }),
    );
    running = undefined;
    dispatch(outcome);
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit: (change) => dispatch({ type: "edit", config: change(state.config) }),
    replace: (draft) => dispatch({ type: "replaced", draft }),
    restore: (draft) => dispatch({ type: "restored", draft }),
    published: (version) => dispatch({ type: "published", version }),
    flush: async () => {
      await running;
      if (state.phase === "edited" || state.phase === "failed") await save();
      return state.phase === "settled";
    },
  };
}
