import { ApiError, ServerUnreachableError } from "@callwright/client";
import { JSON_BODY_MAX_BYTES, type Draft as LoadedDraft, type Warning } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useServices } from "../../data/services.tsx";
import { fieldNamesOf, jsonSchemaOf } from "../form/json-schema.ts";
import { configProblems, serverProblems, warningsOf } from "../problems.ts";
import { useProblemWords } from "../use-problem-words.ts";
import { createDraftStore, type DraftWrite } from "./draft-store.ts";
import { draftQuery, rememberDraft, type VersionedKind, versionCalls } from "./versioned-kind.ts";

/** Autosave delay after the last key press. */
const AUTOSAVE_PAUSE_MS = 600;

/**
 * The user's draft of one thing, saved automatically, field by field. Every editor that saves by itself uses this hook: other tabs edit
 * the same draft, and `loaded` is the draft as the server has it now. Remount for another thing.
 */
export function useDraft<Config extends object>(kind: VersionedKind, id: string, loaded: LoadedDraft<Config>) {
  const { session, connection } = useServices();
  const queryClient = useQueryClient();
  const words = useProblemWords();
  const { schema } = kind;
  const [warnings, setWarnings] = useState(() => warningsOf(loaded));

  const [store] = useState(() =>
    createDraftStore<Config>({
      initial: loaded,
      isValid: (config) => configProblems(schema, config).length === 0,
      schedule: (callback) => {
        const timer = window.setTimeout(callback, AUTOSAVE_PAUSE_MS);
        return () => window.clearTimeout(timer);
      },
      save: async (write) => {
        const saved = await versionCalls<Config>(session.client, kind.path).saveDraft({ id, body: fitting(write) });
        rememberDraft(queryClient, kind.path, id, saved);
        setWarnings(warningsOf(saved));
        return saved;
      },
      read: () => queryClient.fetchQuery(draftQuery<Config>(session.client, kind.path, id)),
      failureOf: (error) => {
        if (!(error instanceof ApiError) || error.status >= 500) return "unanswered";
        return error.code === "draft-clash" ? "moved" : "refused";
      },
    }),
  );
  const state = useSyncExternalStore(store.subscribe, store.state);

  useEffect(() => store.receive(loaded), [store, loaded]);

  useEffect(
    () =>
      connection.subscribe(() => {
        const now = store.state();
        const wasAway = now.phase === "failed" && now.error instanceof ServerUnreachableError;
        if (wasAway && connection.state() === "up") void store.flush();
      }),
    [connection, store],
  );

  const refused = state.phase === "failed" && state.error instanceof ApiError ? state.error : undefined;
  const problems = useMemo(
    () => [
      ...configProblems(schema, state.config, words),
      ...serverProblems(refused?.problems ?? [], fieldNamesOf(jsonSchemaOf(schema))),
    ],
    [schema, state.config, words, refused],
  );
  /** Takes the warnings of another write of the same configuration. */
  const heed = (answer: { warnings?: readonly Warning[] | undefined }) => setWarnings(warningsOf(answer));
  return { store, state, problems, warnings, heed };
}

/** A body that would be too large goes without the old values. If the draft has moved, the server then refuses it and it is merged here. */
function fitting(write: DraftWrite): DraftWrite {
  const bytes = new TextEncoder().encode(JSON.stringify(write)).length;
  return bytes <= JSON_BODY_MAX_BYTES ? write : { ...write, changes: write.changes.map(({ from: _, ...change }) => change) };
}

export type EditedDraft<Config extends object> = ReturnType<typeof useDraft<Config>>;

/** A draft of any kind, for what does not edit it. */
export type AnyDraft = Pick<EditedDraft<object>, "state" | "problems" | "heed"> & {
  store: Pick<EditedDraft<object>["store"], "state" | "flush" | "resolve">;
};
