import type { CreateAssistant } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import type { PartName } from "../../../data/capabilities.ts";
import { humanValue } from "../../../kit/field-names.ts";
import { partOf } from "../settings/part-settings.ts";

const NAME_MAX = 16;
const ID_START = 8;

/** A short text for a part of an assistant: "Groq · llama-3.3-70b-versatile". */
export function usePartLabel(): (part: PartName, config: CreateAssistant) => string {
  const { t } = useTranslation();
  return (part, config) => {
    const { provider, model, voiceId } = partOf(config, part);
    const isBuiltIn = provider === "callwright";
    const name = isBuiltIn ? t(`editor.builtInProviders.${part}`) : humanValue(String(provider));
    const details = part === "voice" ? [voiceName(voiceId), model] : isBuiltIn ? [] : [model];
    return [name, ...details.filter((each) => typeof each === "string" && each !== "")].join(" · ");
  };
}

/** Names are short. The beginning of an id distinguishes equal names. */
function voiceName(voiceId: unknown): string | undefined {
  if (typeof voiceId !== "string") return undefined;
  return voiceId.length > NAME_MAX ? `${voiceId.slice(0, ID_START)}…` : voiceId;
}
