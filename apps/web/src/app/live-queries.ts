import type { ChangeResource } from "@callwright/contract";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { orgKeys } from "../data/org-queries.ts";
import type { Refresh } from "../data/realtime/change-bridge.ts";
import { assistantKeys } from "../features/assistants/assistant-queries.ts";
import { callKeys } from "../features/calls/call-queries.ts";
import { refreshCalls } from "../features/calls/refresh-calls.ts";
import { campaignKeys } from "../features/campaigns/campaign-keys.ts";
import { erasureKeys } from "../features/erasure/erasure-keys.ts";
import { handsetKeys } from "../features/handset/handset-queries.ts";
import { keySetsKey } from "../features/key-sets/key-sets-key.ts";
import { refreshOverview } from "../features/overview/overview-queries.ts";
import { suiteRunKeys } from "../features/simulations/suite-run-keys.ts";
import { tokenKeys } from "../features/tokens/token-queries.ts";
import { toolRunKeys } from "../features/tools/tool-run-queries.ts";
import { webhookKeys } from "../features/webhooks/webhook-queries.ts";
import { priceKeys } from "../resource/costs/price-queries.ts";
import { viewKeys } from "../resource/list/view-queries.ts";
import { resourceKeys } from "../resource/resource-queries.ts";
import { versionKeys } from "../resource/versions/versioned-kind.ts";

/** The queries to refetch when a resource changes, so that every open screen updates without a reload. */
export const LIVE_QUERIES: Readonly<Record<ChangeResource, Refresh>> = {
  assistant: versioned("assistants", (queryClient, ids) =>
    refetch(queryClient, [
      resourceKeys.all("assistants"),
      ...(ids === "all" ? [assistantKeys.anyOne] : ids.map(assistantKeys.one)),
    ]),
  ),
  "assistant-draft": drafts("assistants"),
  // Tools run in calls and chats.
  call: whole(
    handsetKeys.ringing,
    whole(toolRunKeys.all, (queryClient, ids) => Promise.all([refreshCalls(queryClient, ids), refreshOverview(queryClient)])),
  ),
  "call-note": whole(callKeys.anyNotes),
  campaign: whole(campaignKeys.all, things("campaigns")),
  // The campaign itself contains all of its contacts, and is read when its status changes.
  "campaign-contact": (queryClient) => refetch(queryClient, [campaignKeys.all, resourceKeys.lists("campaigns")]),
  chat: whole(toolRunKeys.all, things("chats")),
  credential: things("credentials"),
  erasure: whole(erasureKeys.all),
  file: things("files"),
  invitation: whole(orgKeys.all),
  "key-set": whole(keySetsKey),
  "knowledge-base": things("knowledge-bases"),
  member: whole(orgKeys.all),
  org: whole(orgKeys.all),
  "phone-number": things("phone-numbers"),
  price: whole(priceKeys.all),
  // No screen shows them.
  "provider-resource": async () => {},
  "saved-view": whole(viewKeys.all),
  session: things("sessions"),
  squad: versioned("squads", things("squads")),
  "squad-draft": drafts("squads"),
  "structured-output": things("structured-outputs"),
  template: whole(["pinned-templates"], things("templates")),
  personality: things("personalities"),
  // Pairs of a scenario and a caller: no screen shows them but in the results of runs.
  simulation: async () => {},
  "test-suite": things("simulations"),
  "test-suite-run": whole(suiteRunKeys.all),
  "test-suite-test": things("suite-tests"),
  token: whole(tokenKeys.all),
  tool: things("tools"),
  "webhook-delivery": whole(webhookKeys.all),
  workflow: versioned("workflows", things("workflows")),
  "workflow-draft": drafts("workflows"),
};

/** Resources with generated screens. */
function things(path: string): Refresh {
  return async (queryClient, ids) => {
    if (ids === "all") return refetch(queryClient, [resourceKeys.all(path)]);
    const details = ids.map((id) => resourceKeys.one(path, id));
    await refetch(queryClient, [resourceKeys.lists(path), resourceKeys.choices(path), ...details]);
  };
}

type VersionedPath = Parameters<typeof versionKeys.anyDraft>[0];

/** Nouns with versions. A draft without changes shows the live version, so a new version changes it, too. */
function versioned(path: VersionedPath, published: Refresh): Refresh {
  return async (queryClient, ids) => {
    const keys =
      ids === "all"
        ? [versionKeys.anyVersions(path), versionKeys.anyDraft(path)]
        : ids.flatMap((id) => [versionKeys.versions(path, id), versionKeys.draft(path, id)]);
    await Promise.all([published(queryClient, ids), refetch(queryClient, keys)]);
  };
}

/** Drafts. An editor merges its unsaved edits into the draft. */
function drafts(path: VersionedPath): Refresh {
  return (queryClient, ids) => {
    const own = ids === "all" ? [versionKeys.anyDraft(path)] : ids.map((id) => versionKeys.draft(path, id));
    return refetch(queryClient, [versionKeys.anyOthersDrafts(path), ...own]);
  };
}

/** Every query whose key starts with `key`, whatever changed. */
function whole(key: QueryKey, besides?: Refresh): Refresh {
  return (queryClient, ids) => Promise.all([refetch(queryClient, [key]), besides?.(queryClient, ids)]);
}

async function refetch(queryClient: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
