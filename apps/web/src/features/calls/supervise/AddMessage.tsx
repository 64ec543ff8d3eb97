import { Button, Checkbox, NativeSelect, Text, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../kit/FormDialog.tsx";
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
  const [role, setRole] = useState<(typeof ROLES)[number]>("system");
  const [text, setText] = useState("");
  const [isAnswered, setAnswered] = useState(true);
  const content = text.trim();
  const add = () =>
    control.mutate(
      { type: "add-message", message: { role, content }, triggerResponseEnabled: isAnswered },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={t("supervise.addTitle")}
      action={t("supervise.add")}
      isReady={content !== ""}
      isPending={control.isPending}
      failure={control.error && t("supervise.failed", { reason: control.error.message })}
      onSubmit={add}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
