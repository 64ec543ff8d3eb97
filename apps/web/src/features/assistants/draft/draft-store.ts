import type { CreateAssistant } from "@callwright/contract";
import { type DraftContent, type DraftEvent, type DraftState, draftReducer } from "./draft-machine.ts";

export interface DraftStoreOptions {
  initial: DraftContent;
  /** Writes the draft to the server. */
  save: (draft: DraftContent) => Promise<void>;
  /** Invalid configurations are not sent. */
  isValid: (config: CreateAssistant) => boolean;
  /** Debounce timer; returns its cancel function. */
  schedule: (callback: () => void) => () => void;
}

export interface DraftStore {
  state(): DraftState;
  subscribe(listener: () => void): () => void;
  edit(change: (config: CreateAssistant) => CreateAssistant): void;
  /** Replaces the draft with the server's; unsaved edits are lost. */
  replace(draft: DraftContent): void;
  /** Restores a discarded draft and saves it. */
  restore(draft: DraftContent): void;
  /** The draft was published as this version, which is the new base. */
  published(version: string): void;
  /** Saves unsaved edits now. Resolves to whether everything is saved. */
  flush(): Promise<boolean>;
}

/** Runs the draft's state machine: autosaves after the last edit, one save at a time. */
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
