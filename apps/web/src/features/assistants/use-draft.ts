import { ApiError, ServerUnreachableError } from "@callwright/client";
import { type AssistantDraft, CreateAssistant } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useServices } from "../../app/services.tsx";
import { fieldNamesOf, jsonSchemaOf } from "../../resource/form/json-schema.ts";
import { type ConfigProblem, configProblems, serverProblems } from "../../resource/problems.ts";
import { useProblemWords } from "../../resource/use-problem-words.ts";
import { assistantKeys } from "./assistant-queries.ts";
import { createDraftStore } from "./draft-store.ts";

/** How long after the last key press a draft is saved. */
const AUTOSAVE_PAUSE_MS = 600;

/** The caller's draft of one assistant, saved by itself. Takes the draft it starts with; mount it anew for another assistant. */
export function useDraft(initial: AssistantDraft) {
  const { session, connection } = useServices();
  const queryClient = useQueryClient();
  const words = useProblemWords();
  const { assistantId } = initial;

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
  return { store, state, problems };
}

const FIELDS = fieldNamesOf(jsonSchemaOf(CreateAssistant));

/** In the body of a draft the assistant is `config`. */
function draftProblems(entries: readonly string[]): ConfigProblem[] {
  return serverProblems(
    entries.map((entry) => entry.replace(/^config[. ]/, "")),
    FIELDS,
  );
}

export type Draft = ReturnType<typeof useDraft>;
