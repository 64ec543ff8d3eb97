import { ApiError, ServerUnreachableError } from "@callwright/client";
import type { AssistantDraft } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useServices } from "../../app/services.tsx";
import { assistantKeys } from "./assistant-queries.ts";
import { configProblems, serverProblems } from "./config-problems.ts";
import { createDraftStore } from "./draft-store.ts";
import { useProblemWords } from "./use-problem-words.ts";

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
      isValid: (config) => configProblems(config).length === 0,
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
    () => [...configProblems(state.config, words), ...serverProblems(refused?.problems ?? [])],
    [state.config, words, refused],
  );
  return { store, state, problems };
}

export type Draft = ReturnType<typeof useDraft>;
