import type { Transcriber } from "@callwright/contract";
import type { HearingTranscriber, Provider } from "../provider.ts";
import type { HostedTranscriber } from "./hosted-transcriber.ts";
import { assemblyAi } from "./services/assembly-ai.ts";
import { azure } from "./services/azure.ts";
import { cartesia } from "./services/cartesia.ts";
import { customTranscriber } from "./services/custom-transcriber.ts";
import { deepgram } from "./services/deepgram.ts";
import { elevenLabs } from "./services/elevenlabs.ts";
import { gladia } from "./services/gladia.ts";
import { google } from "./services/google.ts";
import { openAi } from "./services/openai.ts";
import { soniox } from "./services/soniox.ts";
import { speechmatics } from "./services/speechmatics.ts";
import { talkscriber } from "./services/talkscriber.ts";
import { xai } from "./services/xai.ts";

const HOSTED_TRANSCRIBERS: readonly HostedTranscriber[] = [
  assemblyAi,
  azure,
  cartesia,
  customTranscriber,
  deepgram,
  elevenLabs,
  gladia,
  google,
  openAi,
  soniox,
  speechmatics,
  talkscriber,
  xai,
];

/** The hosted transcribers, each as the transcriber of its provider. */
export const hostedTranscribers: readonly Provider[] = HOSTED_TRANSCRIBERS.map(({ provider, isOwnServer, open, ...part }) => ({
  id: provider,
  transcriber: {
    ...part,
    ...(isOwnServer ? {} : { key: "required" as const }),
    create: async (settings, context) => hearingBy(open(settings, context), settings),
  },
}));

/** Code for sound is loaded here, at the first call. */
async function hearingBy(opened: ReturnType<HostedTranscriber["open"]>, settings: Transcriber): Promise<HearingTranscriber> {
  if ("address" in opened) {
    const { HostedStt } = await import("./hosted-stt.ts");
    return { hearing: "hosted", stt: new HostedStt(opened) };
  }
  const { UtteranceStt } = await import("../utterances/utterance-stt.ts");
  const { service, recognizer } = opened;
  const { provider, model } = service;
  const stt = new UtteranceStt({
    label: `callwright.${provider}`,
    provider,
    model,
    recognizer,
    endsOnFailure: true,
    language: languageTag(settings.language ?? ""),
  });
  return { hearing: "hosted", stt };
}

/** Google's languages have English names, which the end-of-turn model knows, too. `Multilingual` is none. */
const languageTag = (language: string) => (language === "Multilingual" ? "" : language);

/** Transcribers that no server can run, with the reason. */
export const CLOSED_TRANSCRIBERS: Readonly<Record<string, string>> = {
  vapi: "The transcriber of vapi runs on the hosted platform alone. Choose another transcriber.",
};
