import { readFileSync } from "node:fs";
import path from "node:path";
import { linesOf } from "@callwright/contract";
import { expect, test } from "vitest";
import { command } from "../harness/command.ts";
import { hangUp, openAssistant, talk } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";
import { mark, speakInto, tapPage, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { listEvents } from "../harness/platform.ts";
import { scratchPath } from "../harness/scratch.ts";
import { wordErrors, words } from "../harness/words.ts";

/** People who read from a book and name playing cards: Debian's package pocketsphinx-testdata, with its transcriptions. */
const FOLDER = "/usr/share/pocketsphinx/test/data";
const SETS = [
  { folder: "cards", transcription: "cards.transcription" },
  { folder: "librivox", transcription: "transcription" },
] as const;
const WRONG_WORDS_MAX = 0.05;

interface Recording {
  file: string;
  text: string;
}

function recordings(): Recording[] {
  return SETS.flatMap(({ folder, transcription }) =>
    readFileSync(path.join(FOLDER, folder, transcription), "utf8")
      .split("\n")
      .flatMap((line) => {
        const [, text, name] = /^<s>\s*(.*?)\s*<\/s>\s*\((.*)\)$/.exec(line.trim()) ?? [];
        return text === undefined ? [] : [{ text, file: path.join(FOLDER, folder, `${name}.wav`) }];
      }),
  );
}

test("people are heard through a browser's microphone, offline: at most one word in twenty is wrong", async () => {
  const { page, user } = await openDashboard();
  const name = "Patient listener";
  await user.send("POST", "/assistant", {
    name,
    firstMessageMode: "assistant-waits-for-user",
    silenceTimeoutSeconds: 600,
    model: { provider: "callwright", model: "fake-script", reply: "I see." },
    voice: { provider: "callwright", voiceId: "slt" },
    transcriber: { provider: "callwright", model: "moonshine" },
  });
  await tapPage(page);
  await page.reload();
  await openAssistant(page, name);
  await talk(page);
  const spoken = recordings();
  for (const { file } of spoken) {
    const sound = scratchPath("human.wav");
    await command("sox", [file, "-r", "48000", "-b", "16", "-c", "1", sound]);
    const asked = await mark(page);
    await speakInto(page, sound);
    await waitForSound(page, asked);
    await waitForSilence(page);
  }
  const callId = await hangUp(page);
  const heard = linesOf(await listEvents(user, callId)).flatMap(({ kind, role, text }) =>
    kind === "spoken" && role === "user" ? [text] : [],
  );
  const said = spoken.map(({ text }) => text).join(" ");
  expect(wordErrors(said, heard.join(" ")) / words(said).length, heard.join(" | ")).toBeLessThanOrEqual(WRONG_WORDS_MAX);
});
