import { expect, it } from "vitest";
import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import { BeepDetector } from "./beep-detector.ts";
import { KeyDetector } from "./key-detector.ts";
import { keyTones } from "./key-tones.ts";
import { throughMuLaw } from "./mu-law.ts";
import { officeSound } from "./office-sound.ts";
import { ringTone } from "./ring-tone.ts";

const tone = (hz: number, ms: number) =>
  Int16Array.from({ length: (SAMPLE_RATE * ms) / 1000 }, (_, at) =>
    throughMuLaw(Math.round(6_000 * Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE))),
  );
const silence = new Int16Array(SAMPLE_RATE / 2);

function beepsIn(...sounds: Int16Array[]): number {
  let beeps = 0;
  const detector = new BeepDetector(() => {
    beeps += 1;
  });
  for (const sound of sounds)
    for (let at = 0; at < sound.length; at += FRAME_SAMPLES) detector.push(sound.subarray(at, at + FRAME_SAMPLES));
  return beeps;
}

it("finds beeps of mailboxes when they are over", () => {
  for (const hz of [440, 850, 1_000, 1_400, 2_000])
    for (const ms of [200, 500]) expect([hz, ms, beepsIn(silence, tone(hz, ms), silence)]).toEqual([hz, ms, 1]);
  expect(beepsIn(silence, tone(1_000, 500))).toBe(0);
});

it("takes no keys, ring tones, offices or short tones for beeps", async () => {
  expect(beepsIn(keyTones("1w5w#"), ringTone(), silence, await officeSound(), tone(1_000, 100), silence)).toBe(0);
});

it("makes the tones of keys that a telephone hears", () => {
  const heard: string[] = [];
  const keys = new KeyDetector((key) => heard.push(key));
  const sound = keyTones("12w*#d");
  for (let at = 0; at < sound.length; at += FRAME_SAMPLES) keys.push(sound.subarray(at, at + FRAME_SAMPLES));
  expect(heard.join("")).toBe("12*#D");
  expect([",", "p", "w", "W"].map((pause) => keyTones(pause).length / SAMPLE_RATE)).toEqual([0.5, 0.5, 0.5, 1]);
});
