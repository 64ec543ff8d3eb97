import type { LibraryVoice } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopy, IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../app/use-copy.ts";
import table from "../../resource/list/table.module.css";
import type { PreviewState } from "./preview.ts";
import { usePreview } from "./use-preview.ts";
import classes from "./voice-table.module.css";

/** Voices with what they are called, how they sound, and the id an assistant takes. */
export function VoiceTable({ voices, said }: { voices: readonly LibraryVoice[]; said: string }) {
  const { t } = useTranslation();
  const { state, toggle } = usePreview(said);
  return (
    <div className={table.scroller}>
      <table className={table.table} aria-label={t("voices.title")}>
        <thead className={table.head}>
          <tr>
            <th scope="col" className={classes.play}>
              <span className="visually-hidden">{t("voices.preview")}</span>
            </th>
            <th scope="col">{t("voices.name")}</th>
            <th scope="col">{t("voices.gender")}</th>
            <th scope="col" className={table.medium}>
              {t("voices.accent")}
            </th>
            <th scope="col" className={table.medium}>
              {t("voices.language")}
            </th>
            <th scope="col">{t("voices.id")}</th>
          </tr>
        </thead>
        <tbody className={table.body}>
          {voices.map((voice) => {
            const { id, gender, accent, language, providerId } = voice;
            const name = nameOf(voice);
            return (
              <tr key={id} className={table.row}>
                <td className={classes.play}>
                  {isHeard(voice) && (
                    <PlayButton
                      name={name}
                      state={state.kind !== "silent" && state.id === id ? state : undefined}
                      onToggle={() => toggle(voice)}
                    />
                  )}
                </td>
                <td className={classes.name}>{name}</td>
                <td>{gender && t(`voices.genders.${gender}`)}</td>
                <td className={table.medium}>{accent}</td>
                <td className={table.medium}>{language}</td>
                <td>
                  <VoiceId id={providerId} name={name} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function nameOf({ name, slug, providerId }: LibraryVoice): string {
  return name ?? slug ?? providerId;
}

/** Offline voices speak here; others have at most a sample of their provider's. */
function isHeard({ provider, previewUrl }: LibraryVoice): boolean {
  return provider === "callwright" || previewUrl !== undefined;
}

interface PlayButtonProps {
  name: string;
  /** Absent: another voice is heard, or none. */
  state: Exclude<PreviewState, { kind: "silent" }> | undefined;
  onToggle: () => void;
}

function PlayButton({ name, state, onToggle }: PlayButtonProps) {
  const { t } = useTranslation();
  const isFailed = state?.kind === "failed";
  const isOn = state !== undefined && !isFailed;
  const Icon = isFailed ? IconAlertTriangle : isOn ? IconPlayerStop : IconPlayerPlay;
  return (
    <ActionIcon
      aria-label={t(isOn ? "voices.stop" : "voices.hear", { name })}
      title={isFailed ? t("voices.hearFailed", { reason: state.reason }) : undefined}
      onClick={onToggle}
    >
      <Icon size={15} aria-hidden="true" />
    </ActionIcon>
  );
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
