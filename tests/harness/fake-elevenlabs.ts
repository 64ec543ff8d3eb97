import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { FakeDictionaries } from "../../apps/server/src/testing/fake-dictionaries.ts";

/** ElevenLabs as far as journeys need it: a voice that hums, the list of voices, making one from recordings, shared voices, and dictionaries. */
export interface FakeElevenLabs {
  readonly url: string;
  /** What was spoken, in order, with the voice and the model. */
  readonly spoken: readonly { voiceId: string; text: string; model: string }[];
  /** Bodies of the requests to make a voice. */
  readonly clones: readonly string[];
  readonly dictionaries: FakeDictionaries;
  /** Refuses the next requests to make a voice with these words. */
  refuseClones(message: string | undefined): void;
  close(): Promise<void>;
}

const SAMPLE_RATE = 24_000;
/** The frequency of its voices, in Hz. */
export const HUM_HZ = 1000;
const HUM_SECONDS = 1.5;
const HUM_PEAK = 12_000;

const HUM = Buffer.from(
  Int16Array.from({ length: SAMPLE_RATE * HUM_SECONDS }, (_, index) =>
    Math.round(HUM_PEAK * Math.sin((2 * Math.PI * HUM_HZ * index) / SAMPLE_RATE)),
  ).buffer,
);

/** A shared voice of another user. */
export const SHARED = { public_owner_id: "owner", voice_id: "shared", name: "Ada", gender: "female" };

/** Requests without the key are refused. */
export async function startFakeElevenLabs(apiKey: string): Promise<FakeElevenLabs> {
  const spoken: FakeElevenLabs["spoken"][number][] = [];
  const clones: string[] = [];
  const voices = [{ voice_id: "EXAVITQu4vr4xnSDxMaL", name: "Sarah", category: "premade", labels: { gender: "female" } }];
  const dictionaries = new FakeDictionaries();
  let refusal: string | undefined;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://fake");
    const body = await bodyOf(request);
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.headers["xi-api-key"] !== apiKey) return answer(401, { detail: { message: "Invalid API key" } });
    const voiceId = /^\/v1\/text-to-speech\/([^/]+)\/stream$/.exec(pathname)?.[1];
    if (voiceId !== undefined) {
      const { text, model_id: model } = JSON.parse(body.toString()) as { text: string; model_id: string };
      spoken.push({ voiceId, text, model });
      return response.writeHead(200, { "content-type": "audio/pcm" }).end(HUM);
    }
    if (pathname === "/v2/voices") return answer(200, { voices, has_more: false });
    if (pathname === "/v1/shared-voices") return answer(200, { voices: [SHARED], has_more: false });
    if (pathname === `/v1/voices/add/${SHARED.public_owner_id}/${SHARED.voice_id}`) {
      const { new_name: name } = JSON.parse(body.toString()) as { new_name: string };
      voices.push({ voice_id: SHARED.voice_id, name, category: "professional", labels: { gender: SHARED.gender } });
      return answer(200, { voice_id: SHARED.voice_id });
    }
    if (pathname === "/v1/voices/add") {
      if (refusal !== undefined) return answer(400, { detail: { message: refusal } });
      const form = body.toString("latin1");
      clones.push(form);
      const name = /name="name"\r\n\r\n(.*?)\r\n/.exec(form)?.[1] ?? "";
      voices.push({ voice_id: "cloned", name, category: "cloned", labels: { gender: "female" } });
      return answer(200, { voice_id: "cloned", requires_verification: false });
    }
    const found = dictionaries.answer(request.method, pathname, body.length > 0 ? JSON.parse(body.toString()) : {});
    if (found) return answer(found.status, found.body);
    return answer(404, { detail: { message: `Unknown address ${pathname}` } });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoken,
    clones,
    dictionaries,
    refuseClones(message) {
      refusal = message;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
