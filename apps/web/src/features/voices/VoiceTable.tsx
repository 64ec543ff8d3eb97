import type { LibraryVoice } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../kit/table/DataTable.tsx";
import table from "../../kit/table/table.module.css";
import { useCopy } from "../../kit/use-copy.ts";
import { PlayButton } from "./PlayButton.tsx";
import { usePreview } from "./use-preview.ts";
import classes from "./voice-table.module.css";

/** The voices of the library, with previews and the ids that assistants use. */
export function VoiceTable({ voices, said }: { voices: readonly LibraryVoice[]; said: string }) {
  const { t } = useTranslation();
  const { state, toggle } = usePreview(said);
  return (
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
      ]}
    />
  );
}

function nameOf({ name, slug, providerId }: LibraryVoice): string {
  return name ?? slug ?? providerId;
}

/** Offline voices are spoken by this server; others have a sample of their provider at most. */
function isHeard({ provider, previewUrl }: LibraryVoice): boolean {
  return provider === "callwright" || previewUrl !== undefined;
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
