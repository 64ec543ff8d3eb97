import { useState } from "react";
import { type EditHistory, NO_EDITS, recordEdit, redoEdit, undoEdit } from "../page/edit-history.ts";
import { type Fields, problemsOfEntries, withoutUndefined } from "../page/edited-object.ts";
import type { ObjectEditor } from "../page/use-edited-object.ts";
import type { EditedDraft } from "./use-draft.ts";

interface EditedDraftOptions {
  /** Does it differ from what is published? */
  isChanged: boolean;
  /** Problems of empty fields are shown, too. */
  isAsked: boolean;
}

/** A draft for screens that edit a whole object. Edits can be undone. */
export function useEditedDraft(draft: EditedDraft<Fields>, { isChanged, isAsked }: EditedDraftOptions): ObjectEditor {
  const [history, setHistory] = useState<EditHistory>(NO_EDITS);
  const { store, state, problems } = draft;
  const step = (move: typeof undoEdit) => {
    const moved = move(history, store.state().config);
    store.edit(() => moved.object);
    setHistory(moved.history);
  };
  return {
    object: state.config,
    isChanged,
    set: (next, base) => {
      const before = store.state().config;
      const after = withoutUndefined(next);
      if (base) store.rewrite({ ...base }, after);
      else store.edit(() => after);
      const nowMs = Date.now();
      setHistory((known) => recordEdit(known, before, store.state().config, nowMs));
    },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => step(undoEdit),
    redo: () => step(redoEdit),
    all: problems,
    shown: isAsked ? problems : problemsOfEntries(problems, state.config),
  };
}
