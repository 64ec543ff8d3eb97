import type { z } from "zod";
import type { CatalogEntry, SourceFile } from "./catalog-entry.ts";

/**
 * The natural voices and recognizers that can be installed: those with a license that allows it, and a published digest for every file.
 * `npm run voices:verify` downloads each file and compares its digest.
 */

const RELEASES = "https://github.com/k2-fsa/sherpa-onnx/releases/download";
const MEGABYTE = 1_000_000;

type Entry = z.input<typeof CatalogEntry>;

/** An archive of a release of sherpa-onnx: `tts-models` are voices, `asr-models` are recognizers. */
function archive(
  name: string,
  bytes: number,
  sha256: string,
  unpackedMaxBytes: number,
  release: "tts-models" | "asr-models" = "tts-models",
): Entry["sources"][number] {
  const file = `${name}.tar.bz2`;
  return { files: [{ name: file, url: `${RELEASES}/${release}/${file}`, bytes, sha256 }], unpackedMaxBytes };
}

interface PiperVoice {
  id: string;
  name: string;
  /** As Piper names it: language, voice and quality. */
  piper: string;
  language: string;
  speakers?: number;
  license: Entry["license"];
  isRecommended?: boolean;
  sample: string;
  bytes: number;
  sha256: string;
}

/** A voice of Piper, as sherpa-onnx packs it: the model, its tokens and espeak-ng's data. */
function piper({ piper: full, bytes, sha256, language, speakers = 1, ...voice }: PiperVoice): Entry {
  return {
    kind: "voice",
    ...voice,
    family: "Piper",
    languages: [language],
    scripts: ["Latin"],
    speakers,
    model: { kind: "vits", model: `${full}.onnx`, tokens: "tokens.txt", dataDir: "espeak-ng-data" },
    sources: [archive(`vits-piper-${full}-int8`, bytes, sha256, 120 * MEGABYTE)],
  };
}

const CC_BY = { name: "CC-BY-4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
const CC0 = { name: "CC0-1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/" };
const MIT = { name: "MIT", url: "https://github.com/rhasspy/piper/blob/master/LICENSE.md" };
const APACHE = { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" };

const SUPERTONIC = "sherpa-onnx-supertonic-3-tts-int8-2026-05-11";
const SUPERTONIC_FILES = `https://huggingface.co/csukuangfj2/${SUPERTONIC}/resolve/cca5a0e6c96e1d2c720986bf7e75fcc81dee3ae4`;

const supertonicFile = (name: string, bytes: number, sha256: string): SourceFile => ({
  name,
  bytes,
  sha256,
  url: `${SUPERTONIC_FILES}/${name}`,
});

export const BUILT_IN_CATALOG: readonly Entry[] = [
  piper({
    id: "libritts-r",
    name: "LibriTTS-R",
    piper: "en_US-libritts_r-medium",
    language: "en",
    speakers: 904,
    license: { ...MIT, note: "Trained on LibriTTS-R, which is CC-BY-4.0: name it where you publish its sound." },
    isRecommended: true,
    sample: "Good morning, how can I help you today?",
    bytes: 23_398_348,
    sha256: "7e4552e239988f4896872822b56e99e0e9e00958164e3f6bdf5ee14391fbe829",
  }),
  piper({
    id: "ljspeech",
    name: "LJ Speech",
    piper: "en_US-ljspeech-medium",
    language: "en",
    license: { ...MIT, note: "Trained on LJ Speech, which is in the public domain." },
    sample: "Good morning, how can I help you today?",
    bytes: 21_090_429,
    sha256: "24dc3bd77dd48c291e52c297878d3437c9492f245d823d7f6a06c4bbb67f4b6b",
  }),
  {
    kind: "voice",
    id: "kitten-nano",
    name: "Kitten nano",
    family: "KittenTTS",
    languages: ["en"],
    scripts: ["Latin"],
    speakers: 8,
    license: APACHE,
    sample: "Good morning, how can I help you today?",
    model: { kind: "kitten", model: "model.int8.onnx", voices: "voices.bin", tokens: "tokens.txt", dataDir: "espeak-ng-data" },
    sources: [
      archive(
        "kitten-nano-en-v0_8-int8",
        31_220_690,
        "6fa5be852612ce761094ba74ee6123b4fc4acfefa79bf64dc63acae4a83af2fd",
        160 * MEGABYTE,
      ),
    ],
  },
  {
    kind: "voice",
    id: "supertonic-3",
    name: "Supertonic 3",
    family: "Supertonic",
    languages: [
      ...["en", "ko", "ja", "ar", "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hi", "hr", "hu"],
      ...["id", "it", "lt", "lv", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "tr", "uk", "vi"],
    ],
    scripts: ["Latin", "Hangul", "Han", "Hiragana", "Katakana", "Arabic", "Cyrillic", "Greek", "Devanagari"],
    speakers: 10,
    license: {
      name: "OpenRAIL-M",
      url: "https://huggingface.co/Supertone/supertonic-3/blob/main/LICENSE",
      note: "Its license limits what it may be used for. Pass these limits on to those who use it.",
    },
    sample: "Good morning, how can I help you today?",
    model: {
      kind: "supertonic",
      durationPredictor: "duration_predictor.int8.onnx",
      textEncoder: "text_encoder.int8.onnx",
      vectorEstimator: "vector_estimator.int8.onnx",
      vocoder: "vocoder.int8.onnx",
      ttsJson: "tts.json",
      unicodeIndexer: "unicode_indexer.bin",
      voiceStyle: "voice.bin",
    },
    sources: [
      {
        files: [
          supertonicFile(
            "duration_predictor.int8.onnx",
            3_700_147,
            "c3eb91414d5ff8a7a239b7fe9e34e7e2bf8a8140d8375ffb14718b1c639325db",
          ),
          supertonicFile(
            "text_encoder.int8.onnx",
            36_416_150,
            "c7befd5ea8c3119769e8a6c1486c4edc6a3bc8365c67621c881bbb774b9902ff",
          ),
          supertonicFile(
            "vector_estimator.int8.onnx",
            78_400_833,
            "20cd86fa5c6effedfda0e7cffe5b0569ca401c440a0c3a1d72bf39286c0db3fd",
          ),
          supertonicFile("vocoder.int8.onnx", 25_991_073, "e923d60f53f95eb1ce235f1dc33ec56d9c057823c96fa6f8acf98f32b0da6152"),
          supertonicFile("tts.json", 8_253, "42078d3aef1cd43ab43021f3c54f47d2d75ceb4e75f627f118890128b06a0d09"),
          supertonicFile("unicode_indexer.bin", 262_144, "8402ca48e5189a8950138580b0fff64db6f072f24ac07cd54ba8b2fbb9883b30"),
          supertonicFile("voice.bin", 517_168, "67d5209b0ee8ce6c74105ffbe12fe6a7628aea3b4ba2fcb308a4a67938a93ce8"),
        ],
      },
      // The makers' own copy, in case the first address disappears.
      archive(SUPERTONIC, 128_774_318, "82fa96f91c4ef8abaae3a14a3f4153facf88bed821d1f7331cec2700f432c427", 300 * MEGABYTE),
    ],
  },
  {
    kind: "voice",
    id: "kokoro",
    name: "Kokoro",
    family: "Kokoro",
    languages: ["en", "zh"],
    scripts: ["Latin", "Han"],
    speakers: 53,
    license: { ...APACHE, note: "For machines with many cores: on two, it is slower than speech." },
    sample: "Good morning, how can I help you today?",
    model: {
      kind: "kokoro",
      model: "model.onnx",
      voices: "voices.bin",
      tokens: "tokens.txt",
      dataDir: "espeak-ng-data",
      lexicon: ["lexicon-us-en.txt", "lexicon-zh.txt"],
    },
    sources: [
      archive(
        "kokoro-multi-lang-v1_0",
        349_906_910,
        "c5f7e2d2caf082bc1d20fb70334a61d99d20b484500aad32e7cf84c128ea3298",
        900 * MEGABYTE,
      ),
    ],
  },
  piper({
    id: "thorsten",
    name: "Thorsten",
    piper: "de_DE-thorsten-medium",
    language: "de",
    license: CC0,
    isRecommended: true,
    sample: "Guten Morgen, wie kann ich Ihnen helfen?",
    bytes: 20_949_833,
    sha256: "07e240b7b9c1fc9211d5a69512f8cbe11b3286c2ed79c15c076ac6ed427fdf13",
  }),
  piper({
    id: "davefx",
    name: "DaveFX",
    piper: "es_ES-davefx-medium",
    language: "es",
    license: CC0,
    isRecommended: true,
    sample: "Buenos días, ¿en qué puedo ayudarle?",
    bytes: 21_171_632,
    sha256: "8bb8ac1cefb727caec9bd9c6c3185c673c8b42c53bd29bb25d5a7715dac37125",
  }),
  piper({
    id: "siwis",
    name: "SIWIS",
    piper: "fr_FR-siwis-medium",
    language: "fr",
    license: { ...CC_BY, note: "Name it where you publish its sound." },
    isRecommended: true,
    sample: "Bonjour, comment puis-je vous aider ?",
    bytes: 20_914_888,
    sha256: "3909cff9b3cfd4820c66aa13bf554315c82e34899c161f0b446ece372bc4b5ec",
  }),
  {
    kind: "recognizer",
    id: "moonshine-base",
    name: "Moonshine base",
    family: "Moonshine",
    languages: ["en"],
    license: { name: "MIT", url: "https://github.com/moonshine-ai/moonshine/blob/main/LICENSE" },
    isRecommended: true,
    model: { kind: "moonshine", encoder: "encoder_model.ort", mergedDecoder: "decoder_model_merged.ort", tokens: "tokens.txt" },
    sources: [
      archive(
        "sherpa-onnx-moonshine-base-en-quantized-2026-02-27",
        111_266_225,
        "43232c1d13013d37317163baec3135bd771a186a4356f28c889bab453bb0e891",
        300 * MEGABYTE,
        "asr-models",
      ),
    ],
  },
  {
    kind: "recognizer",
    id: "parakeet-v3",
    name: "Parakeet v3",
    family: "NVIDIA NeMo",
    languages: [
      ...["en", "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "it"],
      ...["lt", "lv", "mt", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sv", "uk"],
    ],
    license: { ...CC_BY, note: "It finds out by itself which of its languages is spoken." },
    isRecommended: true,
    model: {
      kind: "nemo-transducer",
      encoder: "encoder.int8.onnx",
      decoder: "decoder.int8.onnx",
      joiner: "joiner.int8.onnx",
      tokens: "tokens.txt",
    },
    sources: [
      archive(
        "sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8",
        487_170_055,
        "5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf",
        800 * MEGABYTE,
        "asr-models",
      ),
    ],
  },
];
