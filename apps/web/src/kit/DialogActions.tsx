import { Button, type ButtonProps, type ElementProps, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface DialogActionsProps extends ButtonProps, ElementProps<"button", keyof ButtonProps> {
  onClose: () => void;
  /** Label of the other button. Default: "Cancel". */
  cancel?: string;
  /** The focus begins at the cancel button. */
  startsAtCancel?: boolean;
}

/** The last line of a dialog: cancel, and the button for what the dialog is about. */
export function DialogActions({ onClose, cancel, startsAtCancel, ...action }: DialogActionsProps) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      <Button onClick={onClose} data-autofocus={startsAtCancel || undefined}>
        {cancel ?? t("app.cancel")}
      </Button>
      <Button variant="filled" {...action} />
    </Group>
  );
}
