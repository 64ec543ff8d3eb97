import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCall } from "../harness/calling.ts";
import { launchChromium, openPage } from "../harness/chromium.ts";
import {
  followPath,
  hangUp,
  newcomer,
  openAssistant,
  signInInPage,
  signUpInPage,
  talk,
  transcript,
} from "../harness/dashboard.ts";
import { heardSince, mark, tapPage, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { type PlatformUser, signIn } from "../harness/platform.ts";
import { hoursOn } from "../harness/riley.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { soundProblem } from "../harness/sound-words.ts";
import { type CallerVoice, silenceFile, speechFile } from "../harness/speech.ts";
import { hearingProblem, shareHeard } from "../harness/words.ts";

/** Every voice asks every question, in a quiet room and in one with noise at 20 dB, through the microphone of a real browser. */

const DAYS = ["Saturday", "Sunday"] as const;
/**
 * Of what these synthetic voices send through a browser, some words are misheard. Of one question half of the words suffice, and of all
 * questions this share is heard. The day and the spoken answer are right each time.
 */
const WORDS_HEARD = 0.85;
const WORDS_HEARD_OF_ONE = 0.5;
const shares: number[] = [];
const VOICES: CallerVoice[] = ["slt", "kal16", "rms"];
const ROOMS = [
  { room: "a quiet room", noiseDb: undefined },
  { room: "a noisy room", noiseDb: 20 },
] as const;
const MATRIX = VOICES.flatMap((voice) => ROOMS.flatMap((room) => DAYS.map((day) => ({ voice, day, ...room }))));

let server: ServerProcess;
let user: PlatformUser;

beforeAll(async () => {
  server = await startServerProcess({ env: { LOG_LEVEL: "warn" } });
  const browser = await launchChromium({ microphone: await silenceFile(5) });
  const { page } = await openPage(browser, server.url);
  await signUpInPage(page);
  await browser.close();
  user = await signIn(server.url, newcomer);
});

afterAll(async () => {
  await server?.stop();
});

test.each(MATRIX)("$voice asks about $day in $room", async ({ voice, day, noiseDb }) => {
  const question = `hello, what are your opening hours on ${day}?`;
  const microphone = await speechFile({
    text: question,
    voice,
    leadSeconds: 14,
    tailSeconds: 60,
    ...(noiseDb ? { noiseDb } : {}),
  });
  const browser = await launchChromium({ microphone });
  try {
    const { page } = await openPage(browser, server.url);
    await tapPage(page);
    await signInInPage(page);
    await page.waitForURL("**/overview");
    await followPath(page, "/assistants");
    await openAssistant(page, "Riley");
    await talk(page);
    await waitForSound(page, 0);
    await waitForSilence(page);
    const asked = await mark(page);
    const heardOfCaller = async () => (await transcript(page).locator('[data-role="user"]').allTextContents()).join(" ");
    await expect
      .poll(async () => hearingProblem(question, await heardOfCaller(), WORDS_HEARD_OF_ONE), { timeout: 180_000 })
      .toBeUndefined();
    shares.push(shareHeard(question, await heardOfCaller()));
    await waitForSound(page, asked);
    await waitForSilence(page);
    const sound = await heardSince(page, asked);
    // Recognition takes a while: during the call, that silence would end it.
    const id = await hangUp(page);
    expect(await soundProblem(hoursOn(day), sound)).toBeUndefined();

    expect((await endedCall(user, id)).endedReason).toBe("customer-ended-call");
  } finally {
    await browser.close();
  }
});

test("of all that was asked the words are heard", () => {
  expect(shares).toHaveLength(MATRIX.length);
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(WORDS_HEARD);
});
