import { OFFLINE_VOICES, type Voice } from "@callwright/contract";
import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { InstallProgress } from "../../resource/local-speech/InstallProgress.tsx";
import {
  isInstalled,
  megabytes,
  useLocalSpeech,
  useLocalSpeechActions,
  voicesOf,
} from "../../resource/local-speech/local-speech.ts";

interface Props {
  /** Of the assistant. Undefined: the server's default. */
  voice: Voice | undefined;
  /** The frame of a notice. */
  notice: (content: ReactNode) => ReactNode;
}

/** If flite speaks: offers to install a natural voice, or to use the installed one. Otherwise nothing. */
export function NaturalVoiceOffer({ voice, notice }: Props) {
  const isFlite = !voice || (voice.provider === "callwright" && OFFLINE_VOICES.some(({ id }) => id === voice.voiceId));
  const { data } = useLocalSpeech(isFlite);
  const { t } = useTranslation();
  const [wasOffered, setOffered] = useState(false);
  if (!isFlite || !data) return null;
  const installed = voicesOf(data).find(isInstalled);
  const offered = voicesOf(data).find(({ isRecommended, languages }) => isRecommended && languages[0] === "en");
  if (installed) {
    const text = wasOffered ? "voices.local.offerInstalled" : "voices.local.offerChoose";
    return notice(t(text, { name: installed.name }));
  }
  if (!offered || data.refusal !== undefined) return null;
  return notice(<Offer id={offered.id} onOffer={() => setOffered(true)} />);
}

function Offer({ id, onOffer }: { id: string; onOffer: () => void }) {
  const { t } = useTranslation();
  const voice = voicesOf(useLocalSpeech().data).find((each) => each.id === id);
  const { install } = useLocalSpeechActions(id);
  if (!voice) return null;
  const { state } = voice;
  if (state.status === "installing") return <InstallProgress name={voice.name} state={state} />;
  const failure = state.status === "failed" ? state.reason : install.error?.message;
  return (
    <Group gap={8}>
      {failure ?? t("voices.local.offer")}
      <Button
        size="compact-xs"
        loading={install.isPending}
        onClick={() => {
          onOffer();
          install.mutate();
        }}
      >
        {failure === undefined ? t("voices.local.offerInstall", { amount: megabytes(voice.bytes) }) : t("app.retry")}
      </Button>
    </Group>
  );
}
