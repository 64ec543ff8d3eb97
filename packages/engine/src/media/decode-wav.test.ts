import { expect, it } from "vitest";
import { wavOf } from "../testing/wav-of.ts";
import { decodeWav } from "./decode-wav.ts";

it.each([8_000, 11_025, 16_000, 44_100, 48_000])("brings two channels at %i Hz to the call's format", async (sampleRate) => {
  const stereo = new Int16Array(2 * sampleRate * 2).map((_, index) => (index % 2 === 0 ? 3000 : 1000));
  const decoded = await decodeWav(wavOf(stereo, { sampleRate, channels: 2 }), 120);
  expect(decoded.length / 16_000).toBeCloseTo(2, 1);
  expect(Math.abs((decoded[16_000] ?? 0) - 2000)).toBeLessThan(20);
});

it("takes the beginning of a long sound, and a file whose header was never corrected", async () => {
  const file = wavOf(new Int16Array(5 * 16_000).fill(7));
  expect(await decodeWav(file, 2)).toHaveLength(2 * 16_000);
  file.writeUInt32LE(0xff_ff_ff_ff, 40);
  expect(await decodeWav(file, 120)).toHaveLength(5 * 16_000);
});

it("refuses files that are no WAV files or are broken", async () => {
  const file = wavOf(new Int16Array(100));
  const withField = (offset: number, value: number) => {
    const broken = Buffer.from(file);
    broken.writeUInt16LE(value, offset);
    return broken;
  };
  const broken = [Buffer.alloc(0), Buffer.from("ID3 an MP3 file"), file.subarray(0, 40), file.subarray(0, 30)];
  for (const each of [...broken, withField(20, 3), withField(22, 6), withField(22, 0), withField(34, 24)])
    await expect(decodeWav(each, 120)).rejects.toThrow(
      "it is neither an MP3 file nor a WAV file of 16-bit PCM with one or two channels",
    );
  await expect(decodeWav(withField(24, 100), 120)).rejects.toThrow("it has 100 samples per second");
});
