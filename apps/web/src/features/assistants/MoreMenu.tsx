import type { Assistant } from "@callwright/contract";
import { ActionIcon, Button, Group, Menu, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { IconDots } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../app/services.tsx";
import { assistantKeys } from "./assistant-queries.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { useDeleteAssistants } from "./use-delete-assistants.tsx";
import type { Draft } from "./use-draft.ts";

/** Put it into a page, discard the draft, delete the assistant: what is rare and can be undone. */
export function MoreMenu({ assistant, draft, changed }: { assistant: Assistant; draft: Draft; changed: boolean }) {
  const { t } = useTranslation();
  const [asking, ask] = useDisclosure();
  const navigate = useNavigate();
  const deleteAssistants = useDeleteAssistants();
  const discard = useDiscardDraft(assistant, draft);
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t("editor.more")}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item renderRoot={(props) => <Link to="/assistants/$id/embed" params={{ id: assistant.id }} {...props} />}>
          {t("editor.embed")}
        </Menu.Item>
        <Menu.Item disabled={!changed} onClick={() => void discard()}>
          {t("editor.discard")}
        </Menu.Item>
        <Menu.Item color="red" onClick={ask.open}>
          {t("editor.delete")}
        </Menu.Item>
      </Menu.Dropdown>
      <DeleteDialog
        opened={asking}
        names={[assistant.name ?? t("assistants.unnamed")]}
        onClose={ask.close}
        onConfirm={async () => {
          await draft.store.flush();
          await navigate({ to: "/assistants" });
          await deleteAssistants([assistant.id]);
        }}
      />
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
    const notice = notifications.show({
      autoClose: 15_000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text span>{t("editor.discarded")}</Text>
          <Button
            size="compact-sm"
            onClick={() => {
              notifications.hide(notice);
              store.restore(discarded);
            }}
          >
            {t("app.undo")}
          </Button>
        </Group>
      ),
    });
  };
}
