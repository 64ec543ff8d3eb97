import { Button, Checkbox, Modal, NativeSelect, Stack, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
import type { useControlCall } from "./use-control-call.ts";

interface AddMessageProps {
  isEnabled: boolean;
  control: ReturnType<typeof useControlCall>;
}

/** Adds a message to the conversation that the caller does not hear. */
export function AddMessage({ isEnabled, control }: AddMessageProps) {
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button disabled={!isEnabled} onClick={open}>
        {t("supervise.addMessage")}
      </Button>
      {isOpen && isEnabled && <AddMessageDialog control={control} onClose={close} />}
    </>
  );
}

/** Roles that a person can write as; not tool results. */
const ROLES = ["system", "user", "assistant"] as const;

function AddMessageDialog({ control, onClose }: { control: AddMessageProps["control"]; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnedFocus();
  const [role, setRole] = useState<(typeof ROLES)[number]>("system");
  const [text, setText] = useState("");
  const [isAnswered, setAnswered] = useState(true);
  const content = text.trim();
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (content === "" || control.isPending) return;
    control.mutate(
      { type: "add-message", message: { role, content }, triggerResponseEnabled: isAnswered },
      { onSuccess: onClose },
    );
  };
  return (
    <Modal opened onClose={onClose} title={t("supervise.addTitle")}>
      <form onSubmit={add}>
        <Stack>
          <Text c="dimmed">{t("supervise.addBody")}</Text>
          <NativeSelect
            label={t("supervise.role")}
            value={role}
            data={ROLES.map((value) => ({ value, label: t(`supervise.roles.${value}`) }))}
            onChange={({ currentTarget }) => setRole(ROLES.find((each) => each === currentTarget.value) ?? "system")}
          />
          <Textarea
            label={t("supervise.message")}
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            maxLength={100_000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Checkbox
            label={t("supervise.answer")}
            checked={isAnswered}
            onChange={(event) => setAnswered(event.currentTarget.checked)}
          />
          <DialogActions onClose={onClose} type="submit" disabled={content === ""} loading={control.isPending}>
            {t("supervise.add")}
          </DialogActions>
          {control.error && (
            <Text role="alert" c="red">
              {t("supervise.failed", { reason: control.error.message })}
            </Text>
          )}
        </Stack>
      </form>
    </Modal>
  );
}
