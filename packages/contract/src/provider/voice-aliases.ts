import type { Voice } from "./voice.ts";

type Sound = "feminine" | "masculine";

/**
 * Names of voices that only the hosted platform has, with their sound. Other names of `hume`, `playht` and `vapi` count as feminine, too: no other
 * server has voices of these providers. https://github.com/VapiAI/docs (openapi.json, vapi-voices.mdx), read on 2026-11-29.
 */
const HOSTED_NAMES: Readonly<Record<string, Readonly<Record<Sound, readonly string[]>>>> = {
  "11labs": {
    feminine: ["marissa", "andrea", "sarah", "myra", "paula", "matilda"],
    masculine: ["burt", "phillip", "steve", "joseph", "ryan", "drew", "paul", "mrb", "mark"],
  },
  hume: { feminine: [], masculine: [] },
  playht: {
    feminine: ["jennifer", "melissa", "ruby", "donna"],
    masculine: ["will", "chris", "matt", "jack", "davis", "michael"],
  },
  vapi: {
    feminine: [
      ...["Savannah", "Emma", "Clara", "Layla", "Naina", "Zoe", "Mia", "Jess", "Leah", "Tara"],
      ...["Spencer", "Neha", "Paige", "Hana", "Lily", "Kylie"],
    ],
    masculine: [
      ...["Elliot", "Rohan", "Nico", "Kai", "Sagar", "Godfrey", "Neil", "Sid", "Gustavo", "Leo", "Zac", "Dan"],
      ...["Harry", "Cole"],
    ],
  },
};

/** The same voices at ElevenLabs, if known: its default voices and its library, by name, read on 2026-11-29. */
const ELEVENLABS_IDS: Readonly<Record<string, string>> = {
  burt: "4YYIPFl9wE5c4L2eu2Gb",
  sarah: "EXAVITQu4vr4xnSDxMaL",
  joseph: "Zlb1dXrM653N07WRdFW3",
  ryan: "wViXBPUzp2ZZixB1xQuM",
  drew: "29vD33N1CtxCmqQRPOHJ",
  paul: "5Q0t7uMcjvnagumLfvZi",
  matilda: "XrExE9yKIg1WjnnlVkGX",
  mark: "UgBBYS2sOqTuMpoF3BR0",
};

/** What speaks in place of a voice, the nearest first: default voices of their providers. The last needs no key. */
const STAND_INS: Readonly<Record<Sound, readonly Voice[]>> = {
  feminine: [
    { provider: "11labs", voiceId: "EXAVITQu4vr4xnSDxMaL" },
    { provider: "cartesia", voiceId: "f786b574-daa5-4673-aa0c-cbe3e8534c02" },
    { provider: "deepgram", voiceId: "aura-2-thalia-en" },
    { provider: "azure", voiceId: "emma" },
    { provider: "callwright", voiceId: "slt" },
  ],
  masculine: [
    { provider: "11labs", voiceId: "cjVigY5qzO86Huf0OWal" },
    { provider: "cartesia", voiceId: "a5136bf9-224c-4d76-b823-52bd5efcffcc" },
    { provider: "deepgram", voiceId: "aura-2-apollo-en" },
    { provider: "azure", voiceId: "andrew" },
    { provider: "callwright", voiceId: "rms" },
  ],
};
const ALL_STAND_INS = new Set(Object.values(STAND_INS).flat());

export interface HostedVoice {
  /** The id of the voice, or of the nearest one, at its own provider. Absent: the provider exists only on the hosted platform. */
  voiceId?: string;
  /** Whether `voiceId` is this very voice. */
  isSame: boolean;
  /** Replacement voices, the nearest first. The last one needs no key. */
  standIns: readonly Voice[];
}

/** The replacement of a voice of the hosted platform; undefined for a name of the provider itself. */
export function hostedVoice({ provider, voiceId = "" }: Pick<Voice, "provider" | "voiceId">): HostedVoice | undefined {
  const names = HOSTED_NAMES[provider];
  const isMasculine = names?.masculine.includes(voiceId) ?? false;
  if (!names || (provider === "11labs" && !isMasculine && !names.feminine.includes(voiceId))) return undefined;
  const standIns = STAND_INS[isMasculine ? "masculine" : "feminine"];
  if (provider !== "11labs") return { isSame: false, standIns };
  const id = ELEVENLABS_IDS[voiceId];
  return { voiceId: id ?? standIns[0]?.voiceId ?? "", isSame: id !== undefined, standIns };
}

/** Whether a voice replaces another one: it speaks only with a key. */
export const isStandIn = (voice: Voice): boolean => ALL_STAND_INS.has(voice);
