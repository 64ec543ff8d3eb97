import { afterEach, expect, it, vi } from "vitest";
import { RemoteSound } from "./remote-sound.ts";

afterEach(() => vi.unstubAllGlobals());

/** A stream of one track, and an element that plays at once, which Node does not have. */
function setUp() {
  class FakeAudio extends EventTarget {
    srcObject: unknown = null;
    async play() {}
    pause() {}
  }
  vi.stubGlobal("Audio", FakeAudio);
  const track = { enabled: true };
  const stream = { getAudioTracks: () => [track] } as unknown as MediaStream;
  return { track, stream };
}

it("is silent while hushed, and again audible when speech goes on", async () => {
  const { track, stream } = setUp();
  const sound = new RemoteSound();
  sound.hush(true);
  await sound.play(stream);
  expect(track.enabled).toBe(true);
  sound.hush(true);
  expect(track.enabled).toBe(false);
  sound.hush(false);
  expect(track.enabled).toBe(true);
  sound.close();
});
