import { Checkbox, FileInput, Text, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { voicesKey } from "./voices-key.ts";

const PROVIDER = "11labs";
const NAME_MAX_CHARACTERS = 200;
const DESCRIPTION_MAX_CHARACTERS = 500;

/** Makes a voice at ElevenLabs from recordings of a person who agreed to it. */
export function CloneVoiceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [files, setFiles] = useState<File[]>([]);
  const [hasConsent, setConsent] = useState(false);
  const [isTried, setTried] = useState(false);
  const clone = useMutation({
    mutationFn: () => {
      const said = description.trim();
      return client.providers.cloneElevenLabsVoice({
        body: { name: name.trim(), files, ...(said !== "" && { description: said }) },
      });
    },
    onSuccess: async () => {
      notifications.show({ message: t("voices.clone.made", { name: name.trim() }) });
      onClose();
      // Reads the provider's list again, for every tab.
      await client.voiceLibrary.syncProviderVoices({ provider: PROVIDER });
    },
    meta: { changes: [voicesKey(PROVIDER)] },
  });
  const missing = {
    name: name.trim() === "" ? t("voices.clone.nameMissing") : undefined,
    files: files.length === 0 ? t("voices.clone.filesMissing") : undefined,
    consent: hasConsent ? undefined : t("voices.clone.consentMissing"),
  };
  const errorOf = (field: keyof typeof missing) => (isTried ? missing[field] : undefined);
  return (
    <FormDialog
      title={t("voices.clone.title")}
      closeOnClickOutside={false}
      action={t("voices.clone.make")}
      isPending={clone.isPending}
      failure={clone.error?.message}
      noValidate
      onSubmit={() => {
        setTried(true);
        if (Object.values(missing).every((each) => each === undefined)) clone.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm">{t("voices.clone.about")}</Text>
      <TextInput
        label={t("voices.name")}
        data-autofocus
        withAsterisk
        maxLength={NAME_MAX_CHARACTERS}
        value={name}
        error={errorOf("name")}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FileInput
        label={t("voices.clone.files")}
        description={t("voices.clone.filesHint")}
        withAsterisk
        multiple
        clearable
        clearButtonProps={{ "aria-label": t("voices.clone.clearFiles") }}
        accept="audio/*"
        value={files}
        error={errorOf("files")}
        onChange={setFiles}
      />
      <Textarea
        label={t("voices.clone.description")}
        autosize
        minRows={2}
        maxLength={DESCRIPTION_MAX_CHARACTERS}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <Checkbox
        label={t("voices.clone.consent")}
        checked={hasConsent}
        error={errorOf("consent")}
        onChange={(event) => setConsent(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
