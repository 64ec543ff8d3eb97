import { NAME_MAX_CHARACTERS } from "@callwright/contract";
import { Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../data/services.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";

/** Creates an organization and enters it. */
export function CreateOrgDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
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
  return (
    <FormDialog
      title={t("organization.newTitle")}
      action={t("organization.create")}
      isReady={name !== ""}
      isPending={create.isPending}
      failure={create.error && t("organization.failed", { reason: create.error.message })}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Text>{t("organization.newBody")}</Text>
      <TextInput
        label={t("resource.name")}
        required
        maxLength={NAME_MAX_CHARACTERS}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
