import { open } from "node:fs/promises";
import { registerMp3Encoder } from "@mediabunny/mp3-encoder";
import {
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  FilePathSource,
  Input,
  Mp3OutputFormat,
  Output,
  WAVE,
  WavOutputFormat,
} from "mediabunny";
import { z } from "zod";
import { limitProcess } from "../../../platform/isolation/process-limits.ts";
import { fileTarget } from "./file-target.ts";

/**
 * The process of `splitRecording`: reads the stereo WAV file of its first argument and writes files in the format of its second. The third
 * names them, the fourth is its time limit in milliseconds.
 */
const MEMORY_MAX_BYTES = 1024 * 1024 * 1024;
/** Speech at 16 kHz. */
const MP3_BITS_PER_CHANNEL = 32_000;
const CHANNELS = { stereo: 2, mono: 1, customer: 1, assistant: 1 } as const;

type Name = keyof typeof CHANNELS;
const Files = z.partialRecord(z.enum(["stereo", "mono", "customer", "assistant"]), z.string());
const Format = z.enum(["wav", "mp3"]);

/** One file that is written, sample by sample. */
async function openFile(name: Name, path: string, format: z.infer<typeof Format>) {
  const file = await open(path, "w", 0o600);
  const channels = CHANNELS[name];
  const output = new Output({
    format: format === "mp3" ? new Mp3OutputFormat() : new WavOutputFormat(),
    target: fileTarget(file),
  });
  const source = new AudioSampleSource(
    format === "mp3" ? { codec: "mp3", bitrate: MP3_BITS_PER_CHANNEL * channels } : { codec: "pcm-s16" },
  );
  output.addAudioTrack(source);
  await output.start();
  return {
    async add(left: Int16Array, right: Int16Array, { sampleRate, timestamp }: AudioSample) {
      const data = SOUND[name](left, right);
      const sample = new AudioSample({ data, format: "s16", numberOfChannels: channels, sampleRate, timestamp });
      await source.add(sample);
      sample.close();
    },
    async close() {
      await output.finalize();
      await file.close();
    },
  };
}

const SOUND: Record<Name, (left: Int16Array, right: Int16Array) => Int16Array> = {
  stereo: (left, right) => {
    const both = new Int16Array(left.length * 2);
    left.forEach((sample, index) => {
      both[index * 2] = sample;
      both[index * 2 + 1] = right[index] ?? 0;
    });
    return both;
  },
  // One side is mostly silent while the other speaks, so a sum keeps the loudness.
  mono: (left, right) => left.map((sample, index) => Math.max(-32_768, Math.min(32_767, sample + (right[index] ?? 0)))),
  customer: (left) => left,
  assistant: (_left, right) => right,
};

function channel(sample: AudioSample, planeIndex: number): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(sample.numberOfFrames);
  sample.copyTo(samples, { planeIndex, format: "s16-planar" });
  return samples;
}

async function split(path: string, format: z.infer<typeof Format>, files: z.infer<typeof Files>): Promise<void> {
  registerMp3Encoder();
  const input = new Input({ source: new FilePathSource(path), formats: [WAVE] });
  const track = await input.getPrimaryAudioTrack();
  if (track?.numberOfChannels !== 2) throw new Error("this is no stereo recording");
  const names = Files.keyType.options.filter((name) => files[name] !== undefined);
  const outputs = await Promise.all(names.map((name) => openFile(name, files[name] ?? "", format)));
  for await (const sample of new AudioSampleSink(track).samples()) {
    const [left, right] = [channel(sample, 0), channel(sample, 1)];
    await Promise.all(outputs.map((output) => output.add(left, right, sample)));
    sample.close();
  }
  await Promise.all(outputs.map((output) => output.close()));
}

const [source, format, files, limitMs] = process.argv.slice(2);
if (!source || !format || !files || !limitMs) throw new Error("split-recording-process is started by splitRecording");
limitProcess({ timeMs: Number(limitMs), memoryBytes: MEMORY_MAX_BYTES });
await split(source, Format.parse(format), Files.parse(JSON.parse(files)));
// The encoder keeps workers.
process.exit(0);
