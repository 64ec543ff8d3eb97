import type { Voice, VoiceProvider } from "@callwright/contract";
import { z } from "zod";
import { azureSpeechUrl } from "../../azure-speech.ts";
import { CatalogText, genderOf, known, languageName, type VoiceCatalog } from "../../voice-catalog/voice-catalog.ts";
import type { VoiceService } from "../voice-service.ts";

/** Short names of the contract. */
const VOICES: Readonly<Record<string, string>> = {
  andrew: "en-US-AndrewMultilingualNeural",
  brian: "en-US-BrianMultilingualNeural",
  emma: "en-US-EmmaMultilingualNeural",
};

const AzureVoices = z.array(
  z.object({
    ShortName: z.string(),
    DisplayName: CatalogText,
    Gender: CatalogText,
    Locale: z.string(),
    LocaleName: CatalogText,
    Status: CatalogText,
    StyleList: z.array(z.string()).nullish(),
  }),
);

const catalog: VoiceCatalog = {
  source: "https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech#get-a-list-of-voices, 2026-11-24",
  async list(ask) {
    const voices = AzureVoices.parse(await ask({ path: "/cognitiveservices/voices/list" }));
    return voices
      .filter(({ Status }) => Status !== "Deprecated")
      .map(({ ShortName, DisplayName, Gender, Locale, LocaleName, StyleList }) => ({
        voiceId: ShortName,
        name: DisplayName ?? ShortName,
        isPublic: true,
        languageCode: Locale,
        ...known({
          gender: genderOf(Gender),
          // "English (United Kingdom)"
          accent: /\(([^()]+)\)$/.exec(LocaleName ?? "")?.[1],
          language: languageName(Locale.split("-")[0]),
          description: StyleList?.join(", "),
        }),
      }));
  },
};

const azureSpeech = (
  provider: VoiceProvider,
  settings: readonly string[],
  spoken: (text: string, voice: Voice) => string,
): VoiceService => ({
  provider,
  source: "https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech, 2026-11-24",
  settings,
  baseUrl: (_voice, context) => azureSpeechUrl("tts", provider, context),
  headers: (key) => ({ "ocp-apim-subscription-key": key }),
  keyCheck: {
    source: "https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech",
    path: "/cognitiveservices/voices/list",
  },
  catalog,
  request: (text, { voice }) => ({
    path: "/cognitiveservices/v1",
    headers: {
      "content-type": "application/ssml+xml",
      "x-microsoft-outputformat": "raw-24khz-16bit-mono-pcm",
      "user-agent": "callwright",
    },
    body: document(spoken(text, voice), voice.voiceId),
  }),
});

/** Azure Speech, with the voices of its gallery. */
export const azureVoice = azureSpeech("azure", ["speed"], (text, voice) => atSpeed(escaped(text), voice));

/** Azure Speech, with the styles and roles of Microsoft's voices. */
export const microsoftVoice = azureSpeech("microsoft", ["style", "styleDegree", "role", "speed"], (text, voice) =>
  withStyle(atSpeed(escaped(text), voice), voice),
);

function document(spoken: string, voiceId: string): string {
  const name = VOICES[voiceId] ?? voiceId;
  const language = /^[a-z]{2,3}-[A-Z]{2}/.exec(name)?.[0] ?? "en-US";
  return (
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="http://www.w3.org/2001/mstts" ' +
    `xml:lang="${language}"><voice name="${escaped(name)}">${spoken}</voice></speak>`
  );
}

function atSpeed(spoken: string, { speed }: Voice): string {
  return typeof speed === "number" ? `<prosody rate="${speed}">${spoken}</prosody>` : spoken;
}

function withStyle(spoken: string, { style, styleDegree, role }: Voice): string {
  const attributes = Object.entries({ style, styledegree: styleDegree, role }).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escaped(String(value))}"`],
  );
  return attributes.length === 0 ? spoken : `<mstts:express-as${attributes.join("")}>${spoken}</mstts:express-as>`;
}

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
