import { firstVoiceOf } from "@callwright/contract";
import { expect, test } from "vitest";
import { VOICE_SERVICES } from "../hosted-voice/services.ts";
import type { PartName, ProviderContext } from "../provider.ts";
import { startFakeModelServer } from "../testing/fake-model-server.ts";
import { startFakeTranscriberServer } from "../testing/fake-transcriber-server.ts";
import { startFakeVoiceServer } from "../testing/fake-voice-server.ts";
import { fakeContext, MODEL_SERVICES } from "../testing/model-services.ts";
import { fakeTranscriber, TRANSCRIBER_SERVICES } from "../testing/transcriber-services.ts";
import { VOICE_DIALECTS } from "../testing/voice-dialects.ts";
import { type CheckedSettings, checkProvider } from "./check-provider.ts";

const KEY = "sk-right-and-secret-0123456789";
const WEATHER = { id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' };
const SOUND = Int16Array.from({ length: 12_000 }, (_, index) => index - 6_000);

const check = (part: PartName, settings: CheckedSettings, context: ProviderContext) => {
  let now = 0;
  return checkProvider(part, settings, context, { nowMs: () => now++, wait: async () => undefined });
};
const times = (values: object) => ({ firstMs: expect.any(Number), cancelMs: expect.any(Number), ...values });

test.each(MODEL_SERVICES)("the model of $name answers, calls a tool and is interrupted", async (service) => {
  const { provider, dialect, model, callsTools = true } = service;
  const server = await startFakeModelServer(dialect, { apiKey: KEY });
  const context = fakeContext(service, KEY, server.url);
  const interrupted = { kind: "hang-after", words: ["One", ", two"] } as const;
  try {
    server.reply(
      { kind: "words", words: ["One."] },
      ...(callsTools ? [{ kind: "words", words: [WEATHER] } as const] : []),
      interrupted,
    );
    expect(await check("model", { provider, model }, context)).toEqual(times(callsTools ? { callsTool: true } : {}));
    expect(server.requests).toHaveLength(callsTools ? 3 : 2);
    await expect.poll(() => server.abandoned).toBe(1);
    if (callsTools) {
      server.reply({ kind: "words", words: ["It is sunny."] });
      expect(await check("model", { provider, model }, context)).toMatchObject({ callsTool: false });
    }
    server.reply({ kind: "error", status: 500, message: `oops ${KEY}` });
    const failed = check("model", { provider, model }, context);
    await expect(failed).rejects.toThrow(`${provider} answered with status 500. It said: oops [key]`);
    await expect(failed).rejects.not.toThrow(KEY);
  } finally {
    await server.close();
  }
});

const HOSTED_VOICES = VOICE_SERVICES.filter(({ ownServer }) => !ownServer).map(({ provider }) => provider);
test.each(HOSTED_VOICES)("the voice of %s speaks and is interrupted", async (provider) => {
  const dialect = VOICE_DIALECTS[provider];
  if (!dialect) throw new Error(`${provider} has no dialect.`);
  const server = await startFakeVoiceServer(dialect, KEY);
  const context = { keys: { [provider]: KEY }, urls: { [provider]: server.url } };
  const settings = { ...firstVoiceOf(provider), cachingEnabled: false };
  try {
    const sound = { kind: "sound", samples: SOUND } as const;
    server.reply(sound, sound, { kind: "hang-after", samples: SOUND });
    expect(await check("voice", settings, context)).toEqual(times({}));
    await expect.poll(() => server.abandoned).toBeGreaterThan(0);
    server.reply({ kind: "error", status: 403, message: `no ${KEY}` });
    const failed = check("voice", settings, context);
    await expect(failed).rejects.toThrow(/does not let this key use/);
    await expect(failed).rejects.not.toThrow(KEY);
  } finally {
    await server.close();
  }
});

test.each(TRANSCRIBER_SERVICES)("the transcriber of $name hears and is interrupted", async (service) => {
  const { streaming, byUtterance } = service;
  const dialects = streaming ? { streaming } : byUtterance && { byUtterance };
  if (!dialects) throw new Error(`${service.name} has no dialect.`);
  const server = await startFakeTranscriberServer(dialects, KEY);
  const { settings, context } = fakeTranscriber(service, KEY, server.url);
  try {
    server.do({ kind: "hears", texts: ["What are your opening hours?"] });
    expect(await check("transcriber", settings, context)).toEqual(times({}));
    await expect.poll(() => server.openConnections).toBe(0);
    server.do({ kind: "refuses", status: 403, message: `no ${KEY}` });
    const failed = check("transcriber", settings, context);
    await expect(failed).rejects.toMatchObject({ part: "transcriber" });
    await expect(failed).rejects.not.toThrow(KEY);
  } finally {
    await server.close();
  }
});
