import type { Assistant, AssistantDraft } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../../../data/services.tsx";
import { assistantDraftQuery } from "../assistant-queries.ts";
import type { Draft } from "./use-draft.ts";

/** Shows a newly published version if the draft is unchanged. A changed draft is kept. */
export function useFollowPublished(assistant: Assistant, loaded: AssistantDraft, { store, state }: Draft): void {
  const client = useClient();
  const queryClient = useQueryClient();
  const isBehind = state.phase === "settled" && !loaded.isDirty && state.baseVersion !== assistant.latestVersion;
  useEffect(() => {
    if (!isBehind) return;
    const follow = async () => {
      const before = store.state();
      const fresh = await queryClient.fetchQuery(assistantDraftQuery(client, assistant.id));
      if (store.state() === before) store.replace(fresh);
    };
    // The banner shows connection errors, and the next published version runs this again.
    follow().catch(() => undefined);
  }, [isBehind, queryClient, client, assistant.id, store]);
}
