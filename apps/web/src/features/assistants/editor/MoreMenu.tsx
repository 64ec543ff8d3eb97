import type { Assistant } from "@callwright/contract";
import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { useDiscardDraft } from "../draft/use-discard-draft.ts";
import type { Draft } from "../draft/use-draft.ts";
import { useDeleteAssistants, useDeleteWords } from "../use-delete-assistants.ts";

/** Rare actions: discard the draft, delete the assistant. */
export function MoreMenu({ assistant, draft, changed }: { assistant: Assistant; draft: Draft; changed: boolean }) {
  const { t } = useTranslation();
  const [asking, ask] = useDisclosure();
  const navigate = useNavigate();
  const deleteAssistants = useDeleteAssistants();
  const words = useDeleteWords();
  const name = assistant.name ?? t("assistants.unnamed");
  const discardDraft = useDiscardDraft(assistant.id);
  const discard = async () => {
    await draft.store.flush();
    const discarded = draft.store.state();
    await discardDraft({
      revision: discarded.seen.revision,
      onDiscarded: draft.store.replace,
      onUndo: (live) => draft.store.restore(discarded, live),
    });
  };
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
        <ConfirmDialog
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
