import type { FieldChange, FieldPath } from "@callwright/contract";
import { createListeners } from "../../data/listeners.ts";
import { type DraftEvent, type DraftState, draftReducer, type ServerDraft, startDraft, unsavedChanges } from "./draft-machine.ts";

/** The changed fields since `revision`. */
export interface DraftWrite {
  revision: number;
  changes: FieldChange[];
  baseVersion?: string;
}

/** How a save failed. `moved`: another tab changed the same fields. `unanswered`: nobody knows whether it was stored. */
type SaveFailure = "moved" | "refused" | "unanswered";

export interface DraftStoreOptions<Config extends object> {
  initial: ServerDraft<Config>;
  /** Writes the changes to the server. Resolves to the merged draft. */
  save: (write: DraftWrite) => Promise<ServerDraft<Config>>;
  /** Reads the draft from the server. */
  read: () => Promise<ServerDraft<Config>>;
  failureOf: (error: unknown) => SaveFailure;
  /** Invalid configurations are not sent. */
  isValid: (config: Config) => boolean;
  /** Debounce timer; returns its cancel function. */
  schedule: (callback: () => void) => () => void;
}

/** Runs the draft's state machine: autosaves after the last edit, one save at a time. */
export function createDraftStore<Config extends object>(options: DraftStoreOptions<Config>) {
  let state: DraftState<Config> = startDraft(options.initial);
  let running: Promise<void> | undefined;
  let callOff = () => {};
  const { subscribe, tell } = createListeners();

  const dispatch = (event: DraftEvent<Config>) => {
    state = draftReducer(state, event);
    callOff();
    if (state.phase === "edited") callOff = options.schedule(() => void save());
    tell();
  };

  const save = (): Promise<void> => {
    if (!running && options.isValid(state.config)) running = send();
    return running ?? Promise.resolve();
  };

  const send = async () => {
    const changes = unsavedChanges(state);
    const { seen, restoredBase } = state;
    dispatch({ type: "save-started" });
    const write = { revision: seen.revision, changes, ...(restoredBase !== undefined && { baseVersion: restoredBase }) };
    const outcome = await options
      .save(write)
      .then((saved): DraftEvent<Config> => ({ type: "save-succeeded", saved }))
      .catch(failed);
    running = undefined;
    dispatch(outcome);
  };

  const failed = async (cause: unknown): Promise<DraftEvent<Config>> => {
    const failure = options.failureOf(cause);
    const error = cause instanceof Error ? cause : new Error(String(cause));
    if (failure !== "moved") return { type: "save-failed", error, isAnswered: failure === "refused" };
    return options.read().then(
      (current): DraftEvent<Config> => ({ type: "save-refused", current }),
      (): DraftEvent<Config> => ({ type: "save-failed", error, isAnswered: true }),
    );
  };

  return {
    state: () => state,
    subscribe,
    edit: (change: (config: Config) => Config) => dispatch({ type: "edit", config: change(state.config) }),
    /** An edit made on `base`: changes of the draft since then are kept. */
    rewrite: (base: Config, config: Config) => dispatch({ type: "rewritten", base, config }),
    /** Takes over the draft as the server has it now. Unsaved edits are kept. */
    receive: (draft: ServerDraft<Config>) => dispatch({ type: "received", draft }),
    /** Decides which value of a clashing field stays. */
    resolve: (path: FieldPath, keep: "yours" | "theirs") => dispatch({ type: "resolved", path, keep }),
    /** Replaces the draft with the server's; unsaved edits are lost. */
    replace: (draft: ServerDraft<Config>) => dispatch({ type: "replaced", draft }),
    /** Restores a draft that was discarded in favor of `live`, and saves it. */
    restore: ({ config, seen }: DraftState<Config>, live: ServerDraft<Config>) =>
      dispatch({ type: "rewritten", base: live.config, config, baseVersion: seen.baseVersion }),
    /** Saves unsaved edits now. Resolves to whether everything is saved. */
    flush: async (): Promise<boolean> => {
      await running;
      if (state.phase === "edited" || state.phase === "failed") await save();
      return state.phase === "settled";
    },
  };
}
