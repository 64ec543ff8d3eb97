import type { Assistant, AssistantDraft } from "@callwright/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../../app/services.tsx";
import { assistantDraftQuery } from "./assistant-queries.ts";
import type { DraftStore } from "./draft-store.ts";

/** When another version goes live and nothing was changed here, the editor shows that version. A changed draft stays as it is. */
export function useFollowPublished(assistant: Assistant, draft: AssistantDraft, store: DraftStore): void {
  const client = useClient();
  const queryClient = useQueryClient();
  const isBehind = !draft.isDirty && draft.baseVersion !== assistant.latestVersion;
  useEffect(() => {
    if (!isBehind) return;
    const follow = async () => {
      const fresh = await queryClient.fetchQuery(assistantDraftQuery(client, assistant.id));
      if (store.state().phase === "settled") store.replace(fresh.config);
    };
    // Not reaching the server is said by the banner, and this runs again with the next version it hears of.
    follow().catch(() => undefined);
  }, [isBehind, queryClient, client, assistant.id, store]);
}
