import { ApiError } from "@callwright/client";
import { useMemo, useState } from "react";
import { z } from "zod";
import { fieldNamesOf, jsonSchemaOf } from "../form/json-schema.ts";
import { type ConfigProblem, configProblems, serverProblems } from "../problems.ts";
import type { Resource } from "../resource.ts";
import { useProblemWords } from "../use-problem-words.ts";
import { type EditHistory, NO_EDITS, recordEdit, redoEdit, undoEdit } from "./edit-history.ts";
import {
  type Edits,
  editedNames,
  type Fields,
  problemsOfEdits,
  problemsOfEntries,
  rebased,
  withoutForeign,
  withoutUndefined,
} from "./edited-object.ts";

/** The server's validation errors, and the object that they belong to. */
interface Refusal {
  object: Fields;
  problems: readonly ConfigProblem[];
}

interface EditState {
  edits: Edits;
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
const NO_NAMES: ReadonlySet<string> = new Set();

/** An object in an editor: as loaded, as edited, and the problems. When `base` changes, unedited fields follow it. */
export function useEditedObject({ resource, base, initial = NOTHING, isStored }: EditedObjectOptions) {
  const words = useProblemWords();
  const [{ edits: known, history }, setState] = useState<EditState>(() => ({
    edits: { seen: base, object: withoutUndefined({ ...base, ...initial }) },
    history: NO_EDITS,
  }));
  const edits = useMemo(() => onBase(known, base), [known, base]);
  const { object } = edits;
  const edited = useMemo(() => editedNames(edits), [edits]);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const schema = resource.schema ?? ANYTHING;
  const names = useMemo(() => fieldNamesOf(jsonSchemaOf(schema)), [schema]);
  const baseProblems = useMemo(
    () => (isStored ? configProblems(schema, withoutForeign(base, names, NO_NAMES), words) : []),
    [schema, base, names, words, isStored],
  );
  const blocking = useMemo(() => {
    const problems = configProblems(schema, withoutForeign(object, names, edited), words);
    return isStored ? problemsOfEdits(problems, edited, baseProblems) : problems;
  }, [schema, object, names, edited, words, isStored, baseProblems]);
  const step = (move: typeof undoEdit) =>
    setState((now) => {
      const moved = move(now.history, onBase(now.edits, base).object);
      return { edits: { seen: base, object: moved.object }, history: moved.history };
    });
  const set = (next: Fields) => {
    const nowMs = Date.now();
    const after = withoutUndefined(next);
    setState((now) => ({
      edits: { seen: base, object: after },
      history: recordEdit(now.history, onBase(now.edits, base).object, after, nowMs),
    }));
  };
  const refused = refusal?.object === object ? refusal.problems : [];
  return {
    edits,
    object,
    isChanged: edited.size > 0,
    set,
    discard: () => set(base),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => step(undoEdit),
    redo: () => step(redoEdit),
    /** The sent object is stored. Later edits stay. It includes changes that others made before it was sent. */
    accept: (sent: Fields, stored: Fields) => {
      setTried(false);
      setState((now) => ({ ...now, edits: rebased({ seen: sent, object: onBase(now.edits, base).object }, stored) }));
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
      setRefusal({ object, problems: error instanceof ApiError ? serverProblems(error.problems, names) : [] }),
  };
}

function onBase(edits: Edits, base: Fields): Edits {
  return edits.seen === base ? edits : rebased(edits, base);
}

export type EditedObject = ReturnType<typeof useEditedObject>;

/** An object that a screen edits as a whole. */
export interface ObjectEditor extends Pick<EditedObject, "object" | "isChanged" | "canUndo" | "canRedo" | "undo" | "redo"> {
  /** Problems to show at the fields. */
  shown: readonly ConfigProblem[];
  all: readonly ConfigProblem[];
  /** `base`: the object from which `next` was made, if that may be older. */
  set: (next: Fields, base?: object) => void;
}
