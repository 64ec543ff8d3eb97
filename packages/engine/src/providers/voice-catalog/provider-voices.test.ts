import { afterAll, expect, it } from "vitest";
import { bodyOf, startLocalServer } from "../../testing/local-server.ts";
import { VOICE_SERVICES } from "../hosted-voice/services.ts";
import { listCatalogVoices } from "./provider-voices.ts";

const KEY = "sk-secret-0123456789";
const never = new AbortController().signal;
type Answer = { status?: number; body: unknown };
let answers: Record<string, Answer> = {};
const asked: { path: string; key: boolean; body: string }[] = [];
/** Answers as the documents under `source` of each catalog do. */
const server = await startLocalServer(async (request, response) => {
  asked.push({
    path: request.url ?? "",
    key: Object.values(request.headers)
      .flat()
      .some((value) => value?.includes(KEY)),
    body: String(await bodyOf(request)),
  });
  const { status = 200, body: answer } = answers[request.url ?? ""] ?? { status: 404, body: "no such page" };
  response.writeHead(status).end(typeof answer === "string" ? answer : JSON.stringify(answer));
});
afterAll(server.close);

const list = (provider: string, replies: Record<string, Answer>) => {
  answers = replies;
  return listCatalogVoices(
    provider,
    { keys: {}, urls: { [provider]: server.url }, orgKeys: { [provider]: { apiKey: KEY } } },
    never,
  );
};

const AZURE = {
  "/cognitiveservices/voices/list": {
    body: [
      {
        ShortName: "en-GB-SoniaNeural",
        DisplayName: "Sonia",
        Gender: "Female",
        Locale: "en-GB",
        LocaleName: "English (United Kingdom)",
        Status: "GA",
        StyleList: ["cheerful", "sad"],
      },
      { ShortName: "en-US-OldNeural", Locale: "en-US", Status: "Deprecated" },
    ],
  },
};
const SONIA = {
  voiceId: "en-GB-SoniaNeural",
  name: "Sonia",
  isPublic: true,
  gender: "female",
  accent: "United Kingdom",
  language: "English",
  languageCode: "en-GB",
  description: "cheerful, sad",
};

const ROWS: Record<string, { replies: Record<string, Answer>; voices: object[] }> = {
  "11labs": {
    replies: {
      "/v2/voices?page_size=100": {
        body: {
          voices: [
            {
              voice_id: "EXAV",
              name: "Sarah",
              category: "premade",
              labels: { gender: "female", accent: "american", language: "en" },
              description: "Calm",
              preview_url: "https://a.example/s.mp3",
              created_at_unix: null,
            },
          ],
          has_more: true,
          next_page_token: "t2",
        },
      },
      "/v2/voices?page_size=100&next_page_token=t2": {
        body: {
          voices: [{ voice_id: "own", name: "Ada", category: "cloned", labels: null, created_at_unix: 1700000000 }],
          has_more: false,
        },
      },
    },
    voices: [
      {
        voiceId: "EXAV",
        name: "Sarah",
        isPublic: true,
        gender: "female",
        accent: "american",
        language: "English",
        languageCode: "en",
        description: "Calm",
        previewUrl: "https://a.example/s.mp3",
      },
      { voiceId: "own", name: "Ada", isPublic: false, createdAt: "2023-11-14T22:13:20.000Z" },
    ],
  },
  azure: { replies: AZURE, voices: [SONIA] },
  microsoft: { replies: AZURE, voices: [SONIA] },
  cartesia: {
    replies: {
      "/voices?limit=100": {
        body: {
          data: [
            { id: "v1", name: "Katie", gender: "feminine", language: "de", is_public: true, created_at: "2025-01-02T03:04:05Z" },
          ],
          has_more: true,
        },
      },
      "/voices?limit=100&starting_after=v1": { body: { data: [{ id: "v2", name: "Mine", is_public: false }], has_more: false } },
    },
    voices: [
      {
        voiceId: "v1",
        name: "Katie",
        isPublic: true,
        gender: "female",
        language: "German",
        languageCode: "de",
        createdAt: "2025-01-02T03:04:05.000Z",
      },
      { voiceId: "v2", name: "Mine", isPublic: false },
    ],
  },
  deepgram: {
    replies: {
      "/v1/models": {
        body: {
          stt: [],
          tts: [
            {
              name: "thalia",
              canonical_name: "aura-2-thalia-en",
              architecture: "aura-2",
              languages: ["en", "en-US"],
              metadata: { accent: "American", sample: "https://a.example/t.wav", tags: ["clear", "feminine"] },
            },
          ],
        },
      },
    },
    voices: [
      {
        voiceId: "aura-2-thalia-en",
        name: "Thalia",
        isPublic: true,
        gender: "female",
        accent: "American",
        language: "English",
        languageCode: "en",
        description: "aura-2, clear, feminine",
        previewUrl: "https://a.example/t.wav",
      },
    ],
  },
  inworld: {
    replies: {
      "/voices/v1/voices": {
        body: {
          voices: [
            {
              voiceId: "Loretta",
              displayName: "Loretta",
              langCode: "EN_US",
              gender: "female",
              description: "Folksy",
              source: "SYSTEM",
            },
          ],
          nextPageToken: "",
        },
      },
    },
    voices: [
      {
        voiceId: "Loretta",
        name: "Loretta",
        isPublic: true,
        gender: "female",
        language: "English",
        languageCode: "en-US",
        description: "Folksy",
      },
    ],
  },
  lmnt: {
    replies: {
      "/v1/ai/voice/list": {
        body: [
          { id: "morgan", name: "Morgan", owner: "system", state: "ready", gender: "F", description: "UK" },
          { id: "x", name: "X", owner: "me", state: "training" },
        ],
      },
    },
    voices: [{ voiceId: "morgan", name: "Morgan", isPublic: true, gender: "female", description: "UK" }],
  },
  minimax: {
    replies: {
      "/get_voice": {
        body: {
          system_voice: [{ voice_id: "Calm_Woman", voice_name: "Calm Woman", description: ["Calm."] }],
          voice_cloning: [{ voice_id: "mine" }],
          base_resp: { status_code: 0 },
        },
      },
    },
    voices: [
      { voiceId: "Calm_Woman", name: "Calm Woman", isPublic: true, description: "Calm." },
      { voiceId: "mine", name: "mine", isPublic: false },
    ],
  },
  "smallest-ai": {
    replies: {
      "/waves/v1/lightning-v3.1/get_voices": {
        body: {
          voices: [
            {
              voiceId: "devansh",
              displayName: "Devansh",
              tags: {
                language: ["hindi", "english"],
                accent: "indian",
                gender: "male",
                age: "young",
                emotions: [],
                usecases: [],
              },
            },
          ],
        },
      },
    },
    voices: [
      {
        voiceId: "devansh",
        name: "Devansh",
        isPublic: true,
        gender: "male",
        accent: "indian",
        language: "Hindi, English",
        description: "young",
      },
    ],
  },
  "rime-ai": {
    replies: {
      "/data/voices/voice_details.json": {
        body: [
          {
            speaker: "luna",
            gender: "Female",
            age: "Young Adult",
            dialect: "American",
            modelId: "arcana",
            language: "English",
            lang: "eng",
          },
        ],
      },
    },
    voices: [
      {
        voiceId: "luna",
        name: "Luna",
        model: "arcana",
        isPublic: true,
        gender: "female",
        accent: "American",
        language: "English",
        languageCode: "eng",
        description: "arcana, Young Adult",
      },
    ],
  },
};

it.each(Object.entries(ROWS))("voices of %s are listed, page by page", async (provider, { replies, voices }) => {
  const before = asked.length;
  expect(await list(provider, replies)).toEqual(voices);
  const requests = asked.slice(before);
  expect(requests.map(({ path }) => path)).toEqual(Object.keys(replies));
  expect(requests.every(({ key }) => key)).toBe(true);
});

it("every catalog is tested; OpenAI's voices need no request", async () => {
  const listed = VOICE_SERVICES.filter(({ catalog }) => catalog).map(({ provider }) => provider);
  expect(listed.sort()).toEqual([...Object.keys(ROWS), "openai"].sort());
  expect((await list("openai", {})).map(({ voiceId }) => voiceId)).toContain("marin");
});

it.each([
  [401, "no key", false, /refused the key\. Add a credential/],
  [429, "slow down", true, /limit of requests\. It said: slow down/],
  [500, `oops ${KEY}`, true, /status 500\. It said: oops \[key\]$/],
  [200, "<html>", true, /not understood/],
  [200, '{"voices":"none"}', true, /not understood/],
])("an answer of %i is a sentence", async (status, body, retryable, message) => {
  await expect(list("11labs", { "/v2/voices?page_size=100": { status, body } })).rejects.toMatchObject({
    retryable,
    message: expect.stringMatching(message),
  });
});

it("MiniMax refuses with status 200; without a key no request is sent", async () => {
  const refused = { base_resp: { status_code: 1004, status_msg: "login fail" } };
  await expect(list("minimax", { "/get_voice": { body: refused } })).rejects.toThrow(/refused the request\. It said: login fail/);
  const before = asked.length;
  await expect(listCatalogVoices("lmnt", { keys: {}, urls: { lmnt: server.url } }, never)).rejects.toThrow(/lmnt needs a key/);
  expect(asked.length).toBe(before);
});
