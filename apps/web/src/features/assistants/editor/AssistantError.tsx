import { ApiError, ServerUnreachableError } from "@callwright/client";
import { type CreateAssistant, type Draft, fieldChanges } from "@callwright/contract";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ErrorComponentProps, getRouteApi, useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { RouteError } from "../../../resource/page/RouteError.tsx";
import { useDiscardDraft } from "../../../resource/versions/use-discard-draft.ts";
import { versionKeys } from "../../../resource/versions/versioned-kind.ts";
import { ASSISTANT_KIND } from "../assistant-kind.ts";

const route = getRouteApi("/shell/assistants/$id");

/** The editor's error page. A broken draft would survive a reload, so it can be discarded or repaired as JSON here. */
export function AssistantError(props: ErrorComponentProps) {
  const isOfServer = props.error instanceof ApiError || props.error instanceof ServerUnreachableError;
  return <RouteError {...props} actions={isOfServer ? undefined : <WaysOut />} />;
}

function WaysOut() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const client = useClient();
  const queryClient = useQueryClient();
  const discardDraft = useDiscardDraft<CreateAssistant>(ASSISTANT_KIND, id);
  const discard = () => {
    const draft = queryClient.getQueryData<Draft<CreateAssistant>>(versionKeys.draft("assistants", id));
    const restore = async ({ revision, config }: Draft<CreateAssistant>) => {
      const changes = draft ? fieldChanges(config, draft.config) : [];
      if (draft && changes.length > 0)
        await client.assistants.saveDraft({ id, body: { revision, changes, baseVersion: draft.baseVersion } });
      await router.invalidate();
    };
    return discardDraft({
      revision: draft?.revision,
      onDiscarded: () => void router.invalidate(),
      onUndo: (live) => void restore(live),
    });
  };
  return (
    <>
      <Button onClick={() => void discard()}>{t("editor.discard")}</Button>
      {tab !== "json" && (
        <Button onClick={() => void navigate({ search: (search) => ({ ...search, tab: "json" }) })}>
          {t("editor.openJson")}
        </Button>
      )}
    </>
  );
}
