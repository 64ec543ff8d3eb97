import { type FileHandle, open } from "node:fs/promises";
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  Output,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { limitProcess } from "../../../platform/isolation/process-limits.ts";
import { fileTarget } from "./file-target.ts";

/** An hour of video was rewritten in 230 MB. */
const MEMORY_MAX_BYTES = 1024 * 1024 * 1024;

/**
 * The process of `makeSeekable`: reads the WebM file of its first argument and writes that of its second, for at most the milliseconds
 * of its third. A malicious file may keep its reader busy forever; a process of its own limits the harm.
 */

async function rewrite(path: string, file: FileHandle): Promise<void> {
  const input = new Input({ source: new FilePathSource(path), formats: [WEBM] });
  const output = new Output({ format: new WebMOutputFormat(), target: fileTarget(file) });
  try {
    const copies: (() => Promise<void>)[] = [];
    for (const track of await input.getTracks()) copies.push(await copyTrack(track, output));
    await output.start();
    await Promise.all(copies.map((copy) => copy()));
    await output.finalize();
  } finally {
    input.dispose();
  }
}

/** Fails when the track cannot be copied: a recording with less in it is not the same recording. */
async function copyTrack(track: InputTrack, output: Output): Promise<() => Promise<void>> {
  const copy = track.isVideoTrack() ? await copyVideo(track, output) : track.isAudioTrack() && (await copyAudio(track, output));
  if (!copy) throw new Error(`track ${track.id} cannot be copied`);
  return copy;
}

async function copyVideo(track: InputVideoTrack, output: Output): Promise<(() => Promise<void>) | undefined> {
  const decoderConfig = await track.getDecoderConfig();
  if (!track.codec || !decoderConfig) return undefined;
  const source = new EncodedVideoPacketSource(track.codec);
  output.addVideoTrack(source);
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig });
    source.close();
  };
}

async function copyAudio(track: InputAudioTrack, output: Output): Promise<(() => Promise<void>) | undefined> {
  const decoderConfig = await track.getDecoderConfig();
  if (!track.codec || !decoderConfig) return undefined;
  const source = new EncodedAudioPacketSource(track.codec);
  output.addAudioTrack(source);
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig });
    source.close();
  };
}

const [source, target, limitMs] = process.argv.slice(2);
if (!source || !target || !limitMs) throw new Error("rewrite-webm is started by makeSeekable");
limitProcess({ timeMs: Number(limitMs), memoryBytes: MEMORY_MAX_BYTES });
const file = await open(target, "w", 0o600);
await rewrite(source, file);
await file.close();
