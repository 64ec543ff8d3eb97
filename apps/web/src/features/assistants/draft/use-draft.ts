import { ApiError, ServerUnreachableError } from "@callwright/client";
import { type AssistantDraft, CreateAssistant, type Warning } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useServices } from "../../../data/services.tsx";
import { fieldNamesOf, jsonSchemaOf } from "../../../resource/form/json-schema.ts";
import { type ConfigProblem, configProblems, serverProblems, warningsOf } from "../../../resource/problems.ts";
import { useProblemWords } from "../../../resource/use-problem-words.ts";
import { assistantKeys } from "../assistant-queries.ts";
import { createDraftStore } from "./draft-store.ts";

/** Autosave delay after the last key press. */
const AUTOSAVE_PAUSE_MS = 600;

/** The user's draft of one assistant, saved automatically. Takes the initial draft; remount for another assistant. */
export function useDraft(initial: AssistantDraft) {
  const { session, connection } = useServices();
  const queryClient = useQueryClient();
  const words = useProblemWords();
  const { assistantId } = initial;
  const [warnings, setWarnings] = useState(() => warningsOf(initial));

  const [store] = useState(() =>
    createDraftStore({
      initial,
      isValid: (config) => configProblems(CreateAssistant, config).length === 0,
      schedule: (callback) => {
        const timer = window.setTimeout(callback, AUTOSAVE_PAUSE_MS);
        return () => window.clearTimeout(timer);
      },
      save: async (body) => {
        const saved = await session.client.saveAssistantDraft({ id: assistantId, body });
        queryClient.setQueryData(assistantKeys.draft(assistantId), saved);
        setWarnings(warningsOf(saved));
      },
    }),
  );
  const state = useSyncExternalStore(store.subscribe, store.state);

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
    () => [...configProblems(CreateAssistant, state.config, words), ...draftProblems(refused?.problems ?? [])],
    [state.config, words, refused],
  );
  /** Takes the warnings of another write of the same configuration. */
  const heed = (answer: { warnings?: Warning[] | undefined }) => setWarnings(warningsOf(answer));
  return { store, state, problems, warnings, heed };
}

const FIELDS = fieldNamesOf(jsonSchemaOf(CreateAssistant));

/** The body of a draft has the assistant in `config`. */
function draftProblems(entries: readonly string[]): ConfigProblem[] {
  return serverProblems(
    entries.map((entry) => entry.replace(/^config[. ]/, "")),
    FIELDS,
  );
}

export type Draft = ReturnType<typeof useDraft>;
