import { type Ending, withSuccessors } from "@callwright/contract";
import { Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
import { useEndingSentence } from "../../../resource/catalog/use-ending-warnings.ts";
import { ChangeList } from "../../../resource/versions/ChangeList.tsx";
import { configDiff } from "../../../resource/versions/config-diff.ts";
import { useFieldLabel } from "../settings/use-field-label.ts";

interface SuccessorDialogProps {
  ending: Ending;
  config: object;
  onChange: (change: <Config extends object>(config: Config) => Config) => void;
  onClose: () => void;
}

/** Shows what the successor of an ending model changes in a configuration, and makes the change. */
export function SuccessorDialog({ ending, config, onChange, onClose }: SuccessorDialogProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const sentenceOf = useEndingSentence();
  const labelOf = useFieldLabel();
  const change = <Config extends object>(current: Config) => withSuccessors(current, [ending]);
  return (
    <Modal opened size="lg" onClose={onClose} title={t("catalog.changeTitle", { name: ending.name })}>
      <Stack>
        <Text c="dimmed">{sentenceOf(ending)}</Text>
        <ChangeList changes={configDiff(config, change(config))} labelOf={labelOf} />
        <DialogActions
          onClose={onClose}
          onClick={() => {
            onChange(change);
            onClose();
          }}
          data-autofocus
        >
          {t("catalog.change")}
        </DialogActions>
      </Stack>
    </Modal>
  );
}
