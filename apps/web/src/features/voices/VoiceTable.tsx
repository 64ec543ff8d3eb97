import type { CreateAssistant, LibraryVoice } from "@callwright/contract";
import { ActionIcon, Alert, Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../kit/table/DataTable.tsx";
import table from "../../kit/table/table.module.css";
import { useCopy } from "../../kit/use-copy.ts";
import { useMay } from "../../resource/use-may.ts";
import { PlayButton } from "../../resource/voice-preview/PlayButton.tsx";
import { usePreview } from "../../resource/voice-preview/use-preview.ts";
import { useSpeaksHere } from "../../resource/voice-preview/use-speaks-here.ts";
import { UseVoiceDialog } from "./UseVoiceDialog.tsx";
import classes from "./voice-table.module.css";

/** The voices of the library, with previews and the ids that assistants use. */
export function VoiceTable({ voices, said }: { voices: readonly LibraryVoice[]; said: string }) {
  const { t } = useTranslation();
  const { state, toggle } = usePreview(said);
  const speaksHere = useSpeaksHere();
  const may = useMay({ name: "Assistant" });
  const [used, setUsed] = useState<LibraryVoice>();
  /** A provider's own sample can be played from any server. */
  const isHeard = ({ provider, previewUrl }: LibraryVoice) => speaksHere(provider) || previewUrl !== undefined;
  return (
    <>
      {state.kind === "failed" && (
        <Alert color="yellow" variant="outline" m="lg" role="alert">
          {t("voices.hearFailed", { reason: state.reason })}
        </Alert>
      )}
      {used && <UseVoiceDialog name={nameOf(used)} voice={voiceOf(used)} onClose={() => setUsed(undefined)} />}
      <DataTable
        label={t("voices.title")}
        rows={voices}
        columns={[
          {
            id: "play",
            label: t("voices.preview"),
            isLabelHidden: true,
            className: classes.play,
            cell: (voice) =>
              isHeard(voice) && (
                <PlayButton
                  name={nameOf(voice)}
                  state={state.kind !== "silent" && state.id === voice.id ? state : undefined}
                  onToggle={() => toggle(voice)}
                />
              ),
          },
          { id: "name", label: t("voices.name"), className: classes.name, cell: nameOf },
          { id: "gender", label: t("voices.gender"), cell: ({ gender }) => gender && t(`voices.genders.${gender}`) },
          { id: "accent", label: t("voices.accent"), className: table.medium, cell: ({ accent }) => accent },
          { id: "language", label: t("voices.language"), className: table.medium, cell: ({ language }) => language },
          { id: "id", label: t("voices.id"), cell: (voice) => <VoiceId id={voice.providerId} name={nameOf(voice)} /> },
          ...(may("update")
            ? [
                {
                  id: "use",
                  label: t("voices.use"),
                  isLabelHidden: true,
                  cell: (voice: LibraryVoice) => (
                    <Button size="xs" aria-label={t("voices.useName", { name: nameOf(voice) })} onClick={() => setUsed(voice)}>
                      {t("voices.use")}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function voiceOf({ provider, providerId: voiceId, model }: LibraryVoice): NonNullable<CreateAssistant["voice"]> {
  const voice = { provider, voiceId, ...(model !== undefined && { model }) };
  return voice as NonNullable<CreateAssistant["voice"]>;
}

function nameOf({ name, slug, providerId }: LibraryVoice): string {
  return name ?? slug ?? providerId;
}

function VoiceId({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <div className={classes.id}>
      <code title={id}>{id}</code>
      <ActionIcon aria-label={t("voices.copyId", { name })} onClick={() => void copy(id)}>
        <Icon size={14} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
