import { ApiError } from "@callwright/client";
import { useMemo, useState } from "react";
import { z } from "zod";
import { fieldNamesOf, jsonSchemaOf } from "../form/json-schema.ts";
import { type ConfigProblem, configProblems, serverProblems } from "../problems.ts";
import type { Resource } from "../resource.ts";
import { useProblemWords } from "../use-problem-words.ts";
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

/** What the server refused, and of which changes. */
interface Refusal {
  changes: Changes;
  problems: readonly ConfigProblem[];
}

interface EditedObjectOptions {
  resource: Resource;
  /** What it was made of. */
  base: Fields;
  /** Changes to begin with. */
  initial?: Fields;
  isStored: boolean;
}

const ANYTHING = z.unknown();
const NOTHING: Fields = {};

/**
 * An object in the making: what it was made of, what was changed since, and what is wrong with it. `base` may change under it: fields
 * that nobody touched follow.
 */
export function useEditedObject({ resource, base, initial = NOTHING, isStored }: EditedObjectOptions) {
  const words = useProblemWords();
  const [changes, setChanges] = useState<Changes>(() => changesOf(base, withChanges(base, initial)));
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const schema = resource.schema ?? ANYTHING;
  const known = useMemo(() => fieldNamesOf(jsonSchemaOf(schema)), [schema]);
  const object = useMemo(() => withChanges(base, changes), [base, changes]);
  const blocking = useMemo(() => {
    const problems = configProblems(schema, withoutForeign(object, known, changes), words);
    return isStored ? problemsOfChanges(problems, changes) : problems;
  }, [schema, object, known, changes, words, isStored]);
  const refused = refusal?.changes === changes ? refusal.problems : [];
  return {
    object,
    changes,
    isChanged: Object.keys(changes).length > 0,
    set: (next: Fields) => setChanges(changesOf(base, next)),
    discard: () => setChanges({}),
    /** The server has these now. What was changed while it was asked stays changed. */
    accept: (saved: Changes, stored: Fields) => {
      setTried(false);
      setChanges((now) => changesOf(stored, { ...stored, ...changesSince(saved, now) }));
    },
    /** Everything that keeps it from being saved. */
    blocking,
    /** All of it, and what the server refused. */
    all: [...blocking, ...refused],
    /** What to show at the fields. */
    shown: [...(isTried ? blocking : problemsOfEntries(blocking, object)), ...refused],
    /** From now on empty fields count. */
    showAll: () => setTried(true),
    refuse: (error: unknown) =>
      setRefusal({ changes, problems: error instanceof ApiError ? serverProblems(error.problems, known) : [] }),
  };
}

export type EditedObject = ReturnType<typeof useEditedObject>;
