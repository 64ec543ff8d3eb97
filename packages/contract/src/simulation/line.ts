import { z } from "zod";
import { optionalFields } from "../wire/objects.ts";

/** Sounds behind a caller. `television` and `talker` speak words. */
export const LINE_BACKGROUNDS = ["cafe", "street", "television", "talker"] as const;
export type LineBackground = (typeof LINE_BACKGROUNDS)[number];

/** What a field means that a line leaves out. */
export const LINE_DEFAULTS = {
  background: { sound: "cafe", snrDb: 15 },
  loss: { share: 0.03, burstPackets: 1 },
  jitter: { meanMs: 20, bufferMs: 60 },
  band: "mu-law",
  clippingDb: 0,
  levelDb: 0,
  echo: { levelDb: -24, delayMs: 120 },
  drop: { atSeconds: 15, forSeconds: 3 },
} as const;
const { background, loss, jitter, band, clippingDb, levelDb, echo, drop } = LINE_DEFAULTS;

/**
 * The line of a simulated caller: how its sound suffers on the way to the agent. Without a field, that impairment is absent; an empty line is a good
 * telephone. Speech has 26 dB below full scale (the nominal level of ITU-T P.830), so that decibels mean the same for every voice.
 */
export const Line = optionalFields({
  background: optionalFields({
    sound: z.enum(LINE_BACKGROUNDS).meta({
      title: "Sound",
      default: background.sound,
      description: "cafe (people and cups), street (cars), television (with speech), talker (one person who talks beside).",
    }),
    snrDb: z.number().min(-10).max(40).meta({
      title: "Speech over background",
      unit: "dB",
      default: background.snrDb,
      description: "How much louder the caller is. 20 is a quiet room, 5 a loud one; at 0 both are equally loud.",
    }),
  }).meta({ title: "Background" }),
  loss: optionalFields({
    share: z.number().min(0).max(0.5).meta({
      title: "Lost packets",
      default: loss.share,
      description: "Share of the packets of 20 ms that are lost, from 0 to 0.5. 0.01 is a good network, 0.1 a bad one.",
    }),
    burstPackets: z.number().min(1).max(50).meta({
      title: "Mean length of a burst",
      unit: "packets",
      default: loss.burstPackets,
      description: "How many packets of 20 ms are lost in a row, on average.",
    }),
  }).meta({ title: "Packet loss" }),
  jitter: optionalFields({
    meanMs: z.number().min(0).max(500).meta({
      title: "Mean delay of a packet",
      unit: "ms",
      default: jitter.meanMs,
      description: "Delays are exponentially distributed, over the fastest packet. A late packet holds up those behind it.",
    }),
    bufferMs: z.number().int().min(0).max(500).multipleOf(10).meta({
      title: "Jitter buffer",
      unit: "ms",
      default: jitter.bufferMs,
      description: "The sound is played this much later, in steps of 10 ms. A packet that is later still is lost.",
    }),
  }).meta({ title: "Jitter" }),
  band: z.enum(["wide", "mu-law", "narrow"]).meta({
    title: "Band",
    default: band,
    description: "wide (16 kHz), mu-law (a telephone: 8 kHz in G.711 µ-law), narrow (an old one: µ-law from 300 to 3400 Hz).",
  }),
  clippingDb: z.number().min(0).max(40).meta({
    title: "Overdriven microphone",
    unit: "dB",
    default: clippingDb,
    description:
      "The sound is amplified by this, cut at full scale, and played as loud as before. Speech is audibly cut from 15 dB on.",
  }),
  levelDb: z.number().min(-50).max(20).meta({
    title: "Level",
    unit: "dB",
    default: levelDb,
    description: "Of all that the microphone hears. −20 is a quiet caller.",
  }),
  echo: optionalFields({
    levelDb: z.number().min(-60).max(0).meta({
      title: "Level",
      unit: "dB",
      default: echo.levelDb,
      description: "How loud the agent's own voice comes back, of its level on the line.",
    }),
    delayMs: z.number().int().min(0).max(1000).meta({ title: "Delay", unit: "ms", default: echo.delayMs }),
  }).meta({ title: "Echo of the agent" }),
  drop: optionalFields({
    atSeconds: z.number().min(0).max(3600).meta({
      title: "Begins",
      unit: "s",
      default: drop.atSeconds,
      description: "After the call was answered.",
    }),
    forSeconds: z.number().min(0).max(60).meta({
      title: "Lasts",
      unit: "s",
      default: drop.forSeconds,
      description: "Neither side hears the other meanwhile.",
    }),
  }).meta({ title: "Drop and return" }),
});
export type Line = z.infer<typeof Line>;

/** A line that people know, under the key by which settings name it. */
interface KnownLine {
  key: string;
  label: string;
  line: Line;
}

/** The line of callers for whom none is chosen: a call over the internet. A telephone hides words of the built-in voices from recognizers. */
export const DEFAULT_LINE: Line = { band: "wide" };

/** The gallery of lines. */
export const LINES: readonly KnownLine[] = [
  { key: "clean", label: "Clean telephone", line: {} },
  {
    key: "street",
    label: "Mobile on the street",
    line: { background: { sound: "street", snrDb: 10 }, loss: { share: 0.01, burstPackets: 2 } },
  },
  { key: "cafe", label: "Café", line: { background: { sound: "cafe", snrDb: 10 } } },
  { key: "television", label: "Television behind", line: { background: { sound: "television", snrDb: 20 } } },
  { key: "talker", label: "Someone talking beside", line: { background: { sound: "talker", snrDb: 20 } } },
  { key: "speakerphone", label: "Speakerphone with echo", line: { echo: { levelDb: -20, delayMs: 180 }, levelDb: -8 } },
  {
    key: "bad-mobile",
    label: "Bad mobile network",
    line: { loss: { share: 0.06, burstPackets: 3 }, jitter: { meanMs: 20, bufferMs: 80 } },
  },
  {
    key: "old-telephone",
    label: "Old telephone",
    line: { band: "narrow", clippingDb: 15, levelDb: -6, background: { sound: "street", snrDb: 25 } },
  },
];

/** A line of a suite or a run: a key of the gallery, or a line of its own. */
export const ChosenLine = z.union([
  z.string().refine((key) => LINES.some((line) => line.key === key), {
    error: `must be one of ${LINES.map(({ key }) => key).join(", ")}, or a line of its own`,
  }),
  Line,
]);
export type ChosenLine = z.infer<typeof ChosenLine>;

/** Undefined for an unknown key, and without a line. */
export function lineOf(chosen: ChosenLine | undefined): Line | undefined {
  return typeof chosen === "string" ? LINES.find(({ key }) => key === chosen)?.line : chosen;
}
