import type { Assistant } from "@callwright/contract";
import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconDots } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { DeleteDialog } from "../../resource/list/DeleteDialog.tsx";
import { showUndo } from "../../resource/list/show-undo.tsx";
import { assistantKeys } from "./assistant-queries.ts";
import { useDeleteAssistants, useDeleteWords } from "./use-delete-assistants.ts";
import type { Draft } from "./use-draft.ts";

/** Discard the draft, delete the assistant: what is rare and can be undone. */
export function MoreMenu({ assistant, draft, changed }: { assistant: Assistant; draft: Draft; changed: boolean }) {
  const { t } = useTranslation();
  const [asking, ask] = useDisclosure();
  const navigate = useNavigate();
  const deleteAssistants = useDeleteAssistants();
  const words = useDeleteWords();
  const name = assistant.name ?? t("assistants.unnamed");
  const discard = useDiscardDraft(assistant, draft);
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t("editor.more")}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!changed} onClick={() => void discard()}>
          {t("editor.discard")}
        </Menu.Item>
        <Menu.Item color="red" onClick={ask.open}>
          {t("editor.delete")}
        </Menu.Item>
      </Menu.Dropdown>
      {asking && (
        <DeleteDialog
          title={words.title([name])}
          body={words.body}
          onClose={ask.close}
          onConfirm={async () => {
            await draft.store.flush();
            await navigate({ to: "/assistants" });
            await deleteAssistants([{ id: assistant.id, name }]);
          }}
        />
      )}
    </Menu>
  );
}

/** Back to what is live; the notice can bring the draft back. */
function useDiscardDraft(assistant: Assistant, { store }: Draft) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  return async () => {
    const discarded = store.state();
    try {
      const live = await client.discardAssistantDraft({ id: assistant.id });
      queryClient.setQueryData(assistantKeys.draft(assistant.id), live);
      store.replace(live);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("editor.discardFailed", { reason }) });
      return;
    }
    showUndo({ message: t("editor.discarded"), label: t("app.undo"), onUndo: () => store.restore(discarded) });
  };
}
