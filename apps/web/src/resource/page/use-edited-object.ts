import { ApiError } from "@callwright/client";
import { useMemo, useState } from "react";
import { z } from "zod";
import { fieldNamesOf, jsonSchemaOf } from "../form/json-schema.ts";
import { type ConfigProblem, configProblems, serverProblems } from "../problems.ts";
import type { Resource } from "../resource.ts";
import { useProblemWords } from "../use-problem-words.ts";
import { type EditHistory, NO_EDITS, recordEdit, redoEdit, undoEdit } from "./edit-history.ts";
import {
  type Changes,
  changesOf,
  changesSince,
  type Fields,
  problemsOfChanges,
  problemsOfEntries,
  withChanges,
  withoutForeign,
} from "./edited-object.ts";

/** The server's validation errors, and the changes that they belong to. */
interface Refusal {
  changes: Changes;
  problems: readonly ConfigProblem[];
}

interface EditState {
  changes: Changes;
  history: EditHistory;
}

interface EditedObjectOptions {
  resource: Resource;
  /** The object as loaded. */
  base: Fields;
  /** Initial changes. */
  initial?: Fields;
  isStored: boolean;
}

const ANYTHING = z.unknown();
const NOTHING: Fields = {};

/**
 * An object in an editor: as loaded, the changes since, and the problems. When `base` changes, unedited fields follow it.
 */
export function useEditedObject({ resource, base, initial = NOTHING, isStored }: EditedObjectOptions) {
  const words = useProblemWords();
  const [{ changes, history }, setState] = useState<EditState>(() => ({
    changes: changesOf(base, withChanges(base, initial)),
    history: NO_EDITS,
  }));
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const schema = resource.schema ?? ANYTHING;
  const known = useMemo(() => fieldNamesOf(jsonSchemaOf(schema)), [schema]);
  const object = useMemo(() => withChanges(base, changes), [base, changes]);
  const baseProblems = useMemo(
    () => (isStored ? configProblems(schema, withoutForeign(base, known, NOTHING), words) : []),
    [schema, base, known, words, isStored],
  );
  const blocking = useMemo(() => {
    const problems = configProblems(schema, withoutForeign(object, known, changes), words);
    return isStored ? problemsOfChanges(problems, changes, baseProblems) : problems;
  }, [schema, object, known, changes, words, isStored, baseProblems]);
  const step = (move: typeof undoEdit) =>
    setState((now) => {
      const moved = move(now.history, withChanges(base, now.changes));
      return { changes: changesOf(base, moved.object), history: moved.history };
    });
  const set = (next: Fields) => {
    const nowMs = Date.now();
    setState((now) => ({
      changes: changesOf(base, next),
      history: recordEdit(now.history, withChanges(base, now.changes), next, nowMs),
    }));
  };
  const refused = refusal?.changes === changes ? refusal.problems : [];
  return {
    object,
    changes,
    isChanged: Object.keys(changes).length > 0,
    set,
    discard: () => set(base),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => step(undoEdit),
    redo: () => step(redoEdit),
    /** Marks changes as saved. Changes made meanwhile stay. */
    accept: (saved: Changes, stored: Fields) => {
      setTried(false);
      setState((now) => ({ ...now, changes: changesOf(stored, { ...stored, ...changesSince(saved, now.changes) }) }));
    },
    /** The problems that block a save. */
    blocking,
    /** All problems, including the server's. */
    all: [...blocking, ...refused],
    /** The problems to show at the fields. */
    shown: [...(isTried ? blocking : problemsOfEntries(blocking, object)), ...refused],
    /** Reports empty fields from now on. */
    showAll: () => setTried(true),
    refuse: (error: unknown) =>
      setRefusal({ changes, problems: error instanceof ApiError ? serverProblems(error.problems, known) : [] }),
  };
}

export type EditedObject = ReturnType<typeof useEditedObject>;
