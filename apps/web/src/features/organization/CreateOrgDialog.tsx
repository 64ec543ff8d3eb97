import { NAME_MAX_CHARACTERS } from "@callwright/contract";
import { Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../kit/Failure.tsx";
import { useServices } from "../../data/services.tsx";
import { DialogActions } from "../../kit/DialogActions.tsx";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";

/** Creates an organization and enters it. */
export function CreateOrgDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnedFocus();
  const { session } = useServices();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const name = text.trim();
  const create = useMutation({
    mutationFn: async () => {
      await session.createOrg(name);
      notifications.show({ message: t("organization.created", { name }) });
      onClose();
      await navigate({ to: "/" });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== "") create.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t("organization.newTitle")}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{t("organization.newBody")}</Text>
          <TextInput
            label={t("organization.fields.name.label")}
            required
            maxLength={NAME_MAX_CHARACTERS}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Failure>{create.error && t("organization.failed", { reason: create.error.message })}</Failure>
          <DialogActions onClose={onClose} type="submit" loading={create.isPending} disabled={name === ""}>
            {t("organization.create")}
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  );
}
