import type { Assistant, AssistantDraft } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../../app/services.tsx";
import { assistantDraftQuery } from "./assistant-queries.ts";
import type { Draft } from "./use-draft.ts";

/** When another version goes live and nothing was changed here, the editor shows that version. A changed draft stays as it is. */
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
    // Not reaching the server is said by the banner, and this runs again with the next version it hears of.
    follow().catch(() => undefined);
  }, [isBehind, queryClient, client, assistant.id, store]);
}
