import { ApiError, ServerUnreachableError } from "@callwright/client";
import { type AssistantDraft, CreateAssistant, JSON_BODY_MAX_BYTES, type Warning } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useServices } from "../../../data/services.tsx";
import { fieldNamesOf, jsonSchemaOf } from "../../../resource/form/json-schema.ts";
import { configProblems, serverProblems, warningsOf } from "../../../resource/problems.ts";
import { useProblemWords } from "../../../resource/use-problem-words.ts";
import { assistantDraftQuery, rememberDraft } from "../assistant-queries.ts";
import { createDraftStore, type DraftWrite } from "./draft-store.ts";

/** Autosave delay after the last key press. */
const AUTOSAVE_PAUSE_MS = 600;

/**
 * The user's draft of one assistant, saved automatically, field by field. Every editor that saves by itself uses this hook: other tabs
 * edit the same draft, and `loaded` is the draft as the server has it now. Remount for another assistant.
 */
export function useDraft(loaded: AssistantDraft) {
  const { session, connection } = useServices();
  const queryClient = useQueryClient();
  const words = useProblemWords();
  const { assistantId } = loaded;
  const [warnings, setWarnings] = useState(() => warningsOf(loaded));

  const [store] = useState(() =>
    createDraftStore({
      initial: loaded,
      isValid: (config) => configProblems(CreateAssistant, config).length === 0,
      schedule: (callback) => {
        const timer = window.setTimeout(callback, AUTOSAVE_PAUSE_MS);
        return () => window.clearTimeout(timer);
      },
      save: async (write) => {
        const saved = await session.client.assistants.saveDraft({ id: assistantId, body: fitting(write) });
        rememberDraft(queryClient, saved);
        setWarnings(warningsOf(saved));
        return saved;
      },
      read: () => queryClient.fetchQuery(assistantDraftQuery(session.client, assistantId)),
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
    () => [...configProblems(CreateAssistant, state.config, words), ...serverProblems(refused?.problems ?? [], FIELDS)],
    [state.config, words, refused],
  );
  /** Takes the warnings of another write of the same configuration. */
  const heed = (answer: { warnings?: Warning[] | undefined }) => setWarnings(warningsOf(answer));
  return { store, state, problems, warnings, heed };
}

const FIELDS = fieldNamesOf(jsonSchemaOf(CreateAssistant));

/** A body that would be too large goes without the old values. If the draft has moved, the server then refuses it and it is merged here. */
function fitting(write: DraftWrite): DraftWrite {
  const bytes = new TextEncoder().encode(JSON.stringify(write)).length;
  return bytes <= JSON_BODY_MAX_BYTES ? write : { ...write, changes: write.changes.map(({ from: _, ...change }) => change) };
}

export type Draft = ReturnType<typeof useDraft>;
