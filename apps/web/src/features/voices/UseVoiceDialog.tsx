import { type CreateAssistant, fieldChanges, LIST_LIMIT } from "@callwright/contract";
import { NativeSelect, Skeleton, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { rememberDraft } from "../../resource/versions/versioned-kind.ts";
import { withVoice } from "../assistants/settings/replaced-voice.ts";

interface Props {
  name: string;
  /** The voice in the form of the assistant's field. */
  voice: NonNullable<CreateAssistant["voice"]>;
  onClose: () => void;
}

/** Gives an assistant the voice, in the user's draft, and opens it. */
export function UseVoiceDialog({ name, voice, onClose }: Props) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const assistants = useQuery({
    queryKey: [...resourceKeys.all("assistants"), "for-voice"],
    queryFn: ({ signal }) => client.assistants.list({ query: { limit: LIST_LIMIT.default }, signal }),
  });
  const id = chosen ?? assistants.data?.[0]?.id;
  const use = useMutation({
    mutationFn: async (assistantId: string) => {
      const draft = await client.assistants.getDraft({ id: assistantId });
      const { revision, config } = draft;
      const changes = fieldChanges(config, { ...config, voice: withVoice(config.voice, voice) });
      return changes.length === 0 ? draft : client.assistants.saveDraft({ id: assistantId, body: { revision, changes } });
    },
    onSuccess: async (draft, assistantId) => {
      rememberDraft(queryClient, "assistants", assistantId, draft);
      await navigate({ to: "/assistants/$id", params: { id: assistantId } });
    },
  });
  return (
    <FormDialog
      title={t("voices.local.useTitle", { name })}
      action={t("voices.local.useConfirm")}
      isReady={id !== undefined}
      isPending={use.isPending}
      failure={(assistants.error ?? use.error)?.message}
      onSubmit={() => id !== undefined && use.mutate(id)}
      onClose={onClose}
    >
      {assistants.isPending && <Skeleton h={36} />}
      {assistants.data?.length === 0 && <Text>{t("voices.local.noAssistant")}</Text>}
      {id !== undefined && (
        <NativeSelect
          label={t("voices.local.assistant")}
          data-autofocus
          value={id}
          data={(assistants.data ?? []).map((each) => ({ value: each.id, label: each.name ?? t("assistants.unnamed") }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <Text size="sm" c="dimmed">
        {t("voices.local.useHint")}
      </Text>
    </FormDialog>
  );
}
