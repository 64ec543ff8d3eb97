import type { Model, Transcriber, Voice } from "@callwright/contract";
import { ProviderError } from "../../model/provider-error.ts";
import { within } from "../../process/within.ts";
import type { PartName, ProviderContext } from "../provider.ts";
import { createModel, createTranscriber, createVoice } from "../registry.ts";
import { checkModel } from "./check-model.ts";

/** What a short use of a provider's part showed. */
export interface ProviderCheck {
  /** From the request to the first token or sound. Of a transcriber: from the first sound of speech to the first word. */
  firstMs: number;
  /** From the cancellation to the end of the stream. */
  cancelMs: number;
  /** Whether a model called the tool that the question needs. Absent: voices, transcribers, and models that call no tools. */
  callsTool?: boolean;
}

/** The time as the checks see it. */
export interface CheckClock {
  nowMs(): number;
  /** Waits between two pieces of sound: services refuse sound that comes faster than real time. */
  wait(ms: number): Promise<void>;
}

/** Settings of an assistant's part, whose provider may be any. */
export type CheckedSettings = { provider: string } & Record<string, unknown>;

/** A check that takes longer has failed. */
const LIMIT_MS = 60_000;

/**
 * Uses a part of a provider as a call does: a short use, a tool call (models) and a cancellation. It costs a fraction of a cent. `settings` are those
 * of an assistant's part. Fails with a `ProviderError` that says which step failed.
 */
export async function checkProvider(
  part: PartName,
  settings: CheckedSettings,
  context: ProviderContext,
  clock: CheckClock,
): Promise<ProviderCheck> {
  const { provider } = settings;
  return within(LIMIT_MS, runCheck(part, settings, context, clock), () => {
    const message = `${provider} did not end in ${LIMIT_MS / 1000} s.`;
    throw new ProviderError(message, { provider, part, retryable: true });
  });
}

async function runCheck(part: PartName, settings: CheckedSettings, context: ProviderContext, clock: CheckClock) {
  if (part === "model") return checkModel(await createModel(settings as unknown as Model, context), settings.provider, clock);
  // Only here: the server, which imports this file, loads no library for sound.
  const { initializeLogger } = await import("@livekit/agents");
  // The framework's log carries transcripts.
  initializeLogger({ pretty: false, level: "silent" });
  if (part === "voice") {
    const { checkVoice } = await import("./check-voice.ts");
    return checkVoice(await createVoice(settings as unknown as Voice, context), clock);
  }
  const { stt } = await createTranscriber(settings as unknown as Transcriber, context);
  if (!stt) {
    const { provider } = settings;
    throw new ProviderError(`${provider} does not hear on this server.`, { provider, part, retryable: false });
  }
  const { checkTranscriber } = await import("./check-transcriber.ts");
  return checkTranscriber(stt, clock);
}
