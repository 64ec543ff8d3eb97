import { type FileHandle, open, rename, rm } from "node:fs/promises";
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  Output,
  StreamTarget,
  type StreamTargetChunk,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";

/**
 * Rewrites a WebM file as browsers record it, which tells neither its length nor where its pictures are, so that players can search
 * through it. The pictures and sounds stay what they are. Rejects, and leaves the file alone, when it cannot be read.
 */
export async function makeSeekable(path: string): Promise<void> {
  const rewritten = `${path}.part`;
  const file = await open(rewritten, "w", 0o600);
  try {
    await rewrite(path, file);
  } catch (error) {
    await rm(rewritten, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(rewritten, path);
}

async function rewrite(path: string, file: FileHandle): Promise<void> {
  const input = new Input({ source: new FilePathSource(path), formats: [WEBM] });
  const writable = new WritableStream<StreamTargetChunk>({
    write: async ({ data, position }) => void (await file.write(data, 0, data.byteLength, position)),
  });
  const output = new Output({ format: new WebMOutputFormat(), target: new StreamTarget(writable, { chunked: true }) });
  try {
    const copies = [await copyVideo(input, output), await copyAudio(input, output)];
    await output.start();
    await Promise.all(copies.map((copy) => copy()));
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  } finally {
    input.dispose();
  }
}

const nothing = async () => {};

async function copyVideo(input: Input, output: Output): Promise<() => Promise<void>> {
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track?.codec || !decoderConfig) return nothing;
  const source = new EncodedVideoPacketSource(track.codec);
  output.addVideoTrack(source);
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig });
    source.close();
  };
}

async function copyAudio(input: Input, output: Output): Promise<() => Promise<void>> {
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track?.codec || !decoderConfig) return nothing;
  const source = new EncodedAudioPacketSource(track.codec);
  output.addAudioTrack(source);
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig });
    source.close();
  };
}
