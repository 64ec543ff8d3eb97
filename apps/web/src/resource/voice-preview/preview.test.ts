import type { LibraryVoice } from "@callwright/contract";
import { expect, test } from "vitest";
import { createPreview } from "./preview.ts";

const voice = (id: string, previewUrl?: string) =>
  ({ id, providerId: id, ...(previewUrl ? { previewUrl } : {}) }) as LibraryVoice;

function setUp() {
  const log: string[] = [];
  const audio = {
    src: "",
    onended: null as HTMLAudioElement["onended"],
    play: async () => void log.push(`play ${audio.src}`),
    pause: () => void log.push("pause"),
  };
  const asked: string[] = [];
  const waiting = new Map<string, { resolve: (address: string) => void; reject: (error: Error) => void }>();
  const preview = createPreview({
    audio,
    load: ({ id }, text) => {
      asked.push(`${id}: ${text}`);
      return new Promise<string>((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
  });
  return { preview, audio, log, asked, waiting };
}

test("a voice is fetched, heard to its end, and silent again", async () => {
  const { preview, audio, log, waiting, asked } = setUp();
  const heard = preview.toggle(voice("slt"), "Hello");
  expect(preview.state()).toEqual({ kind: "loading", id: "slt" });
  waiting.get("slt")?.resolve("blob:slt");
  await heard;
  expect(asked).toEqual(["slt: Hello"]);
  expect(log.at(-1)).toBe("play blob:slt");
  expect(preview.state()).toEqual({ kind: "playing", id: "slt" });
  audio.onended?.call(audio as unknown as HTMLAudioElement, new Event("ended"));
  expect(preview.state()).toEqual({ kind: "silent" });
});

test("pressed again it stops; another voice takes its place, and what comes late of the first is not heard", async () => {
  const { preview, log, waiting } = setUp();
  const first = preview.toggle(voice("slt"), "");
  const second = preview.toggle(voice("rms"), "");
  waiting.get("slt")?.resolve("blob:slt");
  waiting.get("rms")?.resolve("blob:rms");
  await Promise.all([first, second]);
  expect(log.filter((line) => line.startsWith("play"))).toEqual(["play blob:rms"]);
  await preview.toggle(voice("rms"), "");
  expect(preview.state()).toEqual({ kind: "silent" });
});

test("a provider's own sample is played as it is; a failure says why", async () => {
  const { preview, log, asked, waiting } = setUp();
  await preview.toggle(voice("a", "https://voices.example/a.mp3"), "");
  expect(asked).toEqual([]);
  expect(log.at(-1)).toBe("play https://voices.example/a.mp3");
  const said = preview.toggle(voice("c", "https://voices.example/c.mp3"), "My own words");
  waiting.get("c")?.resolve("blob:c");
  await said;
  expect([asked, log.at(-1)]).toEqual([["c: My own words"], "play blob:c"]);
  const heard = preview.toggle(voice("b"), "");
  waiting.get("b")?.reject(new Error("no answer"));
  await heard;
  expect(preview.state()).toEqual({ kind: "failed", id: "b", reason: "no answer" });
});
