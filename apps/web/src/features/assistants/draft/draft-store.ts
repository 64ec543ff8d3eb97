import type { CreateAssistant, FieldChange, FieldPath } from "@callwright/contract";
import { createListeners } from "../../../data/listeners.ts";
import { type DraftEvent, type DraftState, draftReducer, type ServerDraft, startDraft, unsavedChanges } from "./draft-machine.ts";

/** The changed fields since `revision`. */
export interface DraftWrite {
  revision: number;
  changes: FieldChange[];
  baseVersion?: string;
}

/** How a save failed. `moved`: another tab changed the same fields. `unanswered`: nobody knows whether it was stored. */
type SaveFailure = "moved" | "refused" | "unanswered";

export interface DraftStoreOptions {
  initial: ServerDraft;
  /** Writes the changes to the server. Resolves to the merged draft. */
  save: (write: DraftWrite) => Promise<ServerDraft>;
  /** Reads the draft from the server. */
  read: () => Promise<ServerDraft>;
  failureOf: (error: unknown) => SaveFailure;
  /** Invalid configurations are not sent. */
  isValid: (config: CreateAssistant) => boolean;
  /** Debounce timer; returns its cancel function. */
  schedule: (callback: () => void) => () => void;
}

/** Runs the draft's state machine: autosaves after the last edit, one save at a time. */
export function createDraftStore(options: DraftStoreOptions) {
  let state: DraftState = startDraft(options.initial);
  let running: Promise<void> | undefined;
  let callOff = () => {};
  const { subscribe, tell } = createListeners();

  const dispatch = (event: DraftEvent) => {
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
      .then((saved): DraftEvent => ({ type: "save-succeeded", saved }))
      .catch(failed);
    running = undefined;
    dispatch(outcome);
  };

  const failed = async (cause: unknown): Promise<DraftEvent> => {
    const failure = options.failureOf(cause);
    const error = cause instanceof Error ? cause : new Error(String(cause));
    if (failure !== "moved") return { type: "save-failed", error, isAnswered: failure === "refused" };
    return options.read().then(
      (current): DraftEvent => ({ type: "save-refused", current }),
      (): DraftEvent => ({ type: "save-failed", error, isAnswered: true }),
    );
  };

  return {
    state: () => state,
    subscribe,
    edit: (change: (config: CreateAssistant) => CreateAssistant) => dispatch({ type: "edit", config: change(state.config) }),
    /** An edit made on `base`: changes of the draft since then are kept. */
    rewrite: (base: CreateAssistant, config: CreateAssistant) => dispatch({ type: "rewritten", base, config }),
    /** Takes over the draft as the server has it now. Unsaved edits are kept. */
    receive: (draft: ServerDraft) => dispatch({ type: "received", draft }),
    /** Decides which value of a clashing field stays. */
    resolve: (path: FieldPath, keep: "yours" | "theirs") => dispatch({ type: "resolved", path, keep }),
    /** Replaces the draft with the server's; unsaved edits are lost. */
    replace: (draft: ServerDraft) => dispatch({ type: "replaced", draft }),
    /** Restores a draft that was discarded in favor of `live`, and saves it. */
    restore: ({ config, seen }: DraftState, live: ServerDraft) =>
      dispatch({ type: "rewritten", base: live.config, config, baseVersion: seen.baseVersion }),
    /** Saves unsaved edits now. Resolves to whether everything is saved. */
    flush: async (): Promise<boolean> => {
      await running;
      if (state.phase === "edited" || state.phase === "failed") await save();
      return state.phase === "settled";
    },
  };
}
