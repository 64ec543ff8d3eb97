import { randomUUID } from "node:crypto";
import { modelNameOf } from "@callwright/contract";
import { hostedService, socketAt } from "../hosted-service.ts";
import type { HostedTranscriber } from "../hosted-transcriber.ts";
import { listOf, numberOf, settingText, textOf } from "../json-fields.ts";
import type { JsonObject, ServiceMessage, ServiceProtocol } from "../streaming-transcriber.ts";

const PROVIDER = "talkscriber";
const BASE_URL = "https://api.talkscriber.com:9090";
/** An utterance ends after this silence. */
const SILENCE_SECONDS = 0.6;

/** Talkscriber. https://docs.talkscriber.com/docs/authentication and https://github.com/Talkscriber/ts-client-nodejs, read on 2026-11-24. */
export const talkscriber: HostedTranscriber = {
  provider: PROVIDER,
  settings: ["language"],
  open(settings, context) {
    const service = hostedService(PROVIDER, BASE_URL, modelNameOf("transcriber", settings), context);
    const language = settingText(settings.language) ?? "en";
    return {
      ...service,
      language,
      address: socketAt(service, "", {}),
      open: () =>
        protocol({
          uid: randomUUID(),
          multilingual: language === "multi",
          language,
          task: "transcribe",
          auth: service.apiKey,
          enable_turn_detection: true,
          turn_detection_timeout: SILENCE_SECONDS,
        }),
    };
  },
};

/** Each message has the latest segments, including ended ones. */
function protocol(config: JsonObject): ServiceProtocol {
  let endedAtSeconds = 0;
  return {
    first: [JSON.stringify(config)],
    awaitsReady: true,
    encode: (samples) => new Uint8Array(Float32Array.from(samples, (value) => value / 32_768).buffer),
    *read(message): Iterable<ServiceMessage> {
      const told = textOf(message.message);
      if (told === "SERVER_READY") yield { type: "ready" };
      else if (told === "UNAUTHORIZED") yield { type: "failed", status: 401, message: told };
      else if (message.status === "ERROR") yield { type: "failed", message: told };
      const segments = listOf(message.segments).filter(({ start }) => (numberOf(start) ?? 0) >= endedAtSeconds);
      for (const { text, end } of segments.filter(({ EOS }) => EOS === true)) {
        endedAtSeconds = Math.max(endedAtSeconds, numberOf(end) ?? 0);
        yield { type: "words", text: textOf(text), final: true };
      }
      const open = segments.filter(({ EOS }) => EOS !== true).map(({ text }) => textOf(text));
      if (open.length > 0) yield { type: "words", text: open.join(" "), final: false };
    },
  };
}
