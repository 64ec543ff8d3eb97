import { type CreateAssistant, type Ending, withSuccessors } from "@callwright/contract";
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
import { useEndingSentence } from "../../../resource/catalog/use-ending-warnings.ts";
import type { Draft } from "../draft/use-draft.ts";
import { ChangeList } from "../versions/ChangeList.tsx";
import { configDiff } from "../versions/config-diff.ts";

interface SuccessorDialogProps {
  ending: Ending;
  draft: Draft;
  onClose: () => void;
}

/** Shows what the successor of an ending model changes in the draft, and makes the change. */
export function SuccessorDialog({ ending, draft, onClose }: SuccessorDialogProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const sentenceOf = useEndingSentence();
  const { config } = draft.state;
  const change = (current: CreateAssistant) => withSuccessors(current, [ending]);
  return (
    <Modal opened size="lg" onClose={onClose} title={t("catalog.changeTitle", { name: ending.name })}>
      <Stack>
        <Text c="dimmed">{sentenceOf(ending)}</Text>
        <ChangeList changes={configDiff(config, change(config))} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button
            variant="filled"
            onClick={() => {
              draft.store.edit(change);
              onClose();
            }}
            data-autofocus
          >
            {t("catalog.change")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
