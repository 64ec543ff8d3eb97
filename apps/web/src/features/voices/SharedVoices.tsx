import type { FoundVoice } from "@callwright/contract";
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMay } from "../../resource/use-may.ts";
import { voicesKey } from "./voices-key.ts";

const CloneVoiceDialog = lazy(async () => ({ default: (await import("./CloneVoiceDialog.tsx")).CloneVoiceDialog }));

const PROVIDER = "11labs";

/** Searches the voices that people share at ElevenLabs, and adds them to the organization's account there. */
export function SharedVoices() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const may = useMay({ name: "Assistant" });
  const [name, setName] = useState("");
  const search = useMutation({
    mutationFn: () => client.providers.searchVoices({ provider: PROVIDER, query: { name: name.trim() } }),
  });
  const add = useMutation({
    mutationFn: ({ voiceId, publicOwnerId = "", name: shown }: FoundVoice) =>
      client.providers.addVoices({ provider: PROVIDER, body: { ownerId: publicOwnerId, voiceId, name: shown.slice(0, 200) } }),
    onSuccess: async () => {
      await client.voiceLibrary.syncProviderVoices({ provider: PROVIDER });
      await queryClient.invalidateQueries({ queryKey: voicesKey(PROVIDER) });
    },
  });
  const [isCloning, setCloning] = useState(false);
  const failure = search.error ?? add.error;
  return (
    <Stack p="lg" gap="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") search.mutate();
        }}
      >
        <Group align="end" gap="xs">
          <TextInput
            label={t("voices.shared.label")}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={search.isPending} disabled={name.trim() === ""}>
            {t("voices.shared.search")}
          </Button>
          {may("update") && <Button onClick={() => setCloning(true)}>{t("voices.clone.open")}</Button>}
        </Group>
      </form>
      {isCloning && (
        <Suspense fallback={null}>
          <CloneVoiceDialog onClose={() => setCloning(false)} />
        </Suspense>
      )}
      {failure && (
        <Alert color="yellow" variant="outline" role="alert">
          {failure.message}
        </Alert>
      )}
      {search.data?.length === 0 && <Text role="status">{t("voices.noMatch")}</Text>}
      {search.data?.map((voice) => (
        <Group key={voice.voiceId} justify="space-between" wrap="nowrap">
          <Text size="sm">{[voice.name, voice.gender, voice.accent].filter(Boolean).join(" · ")}</Text>
          {may("update") && voice.publicOwnerId !== undefined && (
            <Button
              size="xs"
              aria-label={t("voices.shared.addName", { name: voice.name })}
              loading={add.isPending && add.variables.voiceId === voice.voiceId}
              disabled={add.isSuccess && add.variables.voiceId === voice.voiceId}
              onClick={() => add.mutate(voice)}
            >
              {t("voices.shared.add")}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
