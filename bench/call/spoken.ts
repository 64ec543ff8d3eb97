import { type CreateAssistant, TURN_SEGMENTS, type Turn, turnSegments, turnsOf, turnWaitMs } from "@callwright/contract";
import { launchChromium, openPage, type Page } from "../../tests/harness/chromium.ts";
import { type Account, signInInPage, talk } from "../../tests/harness/dashboard.ts";
import { eventually } from "../../tests/harness/eventually.ts";
import { listEvents, type PlatformUser } from "../../tests/harness/platform.ts";
import { readClock, watchPage } from "./page-clock.ts";

/** One call made in the dashboard by a person whose microphone plays a file. Milliseconds. */
export interface SpokenCall {
  clickToListeningMs: number;
  clickToFirstAudioMs: number;
  /** End of the caller's speech to the first audible sample, measured in the page. */
  heardMs: number[];
  turns: Turn[];
}

/** Talks to an assistant with the microphone file, and hangs up after this many answers. */
export async function makeSpokenCall(page: Page, user: PlatformUser, answers: number): Promise<SpokenCall> {
  await page.reload();
  await talk(page);
  const clock = await eventually("the greeting and the answers", async () => {
    const now = await readClock(page);
    const isGreeted = now.heard.length > 0;
    return isGreeted && answersOf(now).length >= answers ? now : undefined;
  });
  const [first] = clock.heard;
  await page.getByRole("button", { name: "Hang up" }).click();
  await page.getByRole("button", { name: "Hang up" }).waitFor({ state: "detached" });
  const [call] = (await user.send<{ id: string }[]>("GET", "/call?limit=1")).body;
  const events = call ? await listEvents(user, call.id) : [];
  const talkMs = clock.talkMs ?? Number.NaN;
  return {
    clickToListeningMs: (clock.listeningMs ?? Number.NaN) - talkMs,
    clickToFirstAudioMs: (first?.startMs ?? Number.NaN) - talkMs,
    heardMs: answersOf(clock),
    turns: [...turnsOf(events).values()].filter((turn) => turn.trigger === "speech"),
  };
}

/** For each stretch in which the caller spoke: the time until the next sound. */
function answersOf(clock: { heard: { startMs: number }[]; spoken: { endMs: number }[] }): number[] {
  const nowMs = Math.max(0, ...clock.heard.map(({ startMs }) => startMs));
  return clock.spoken
    .filter(({ endMs }) => endMs < nowMs)
    .flatMap(({ endMs }, index, all) => {
      const answer = clock.heard.find(({ startMs }) => startMs > endMs);
      const next = all[index + 1];
      return answer && (!next || answer.startMs < next.endMs) ? [answer.startMs - endMs] : [];
    });
}

/** From the caller's first sample over a speaking assistant to the assistant's last, for each time. */
export function bargeInsMs(clock: { heard: { startMs: number; endMs: number }[]; spoken: { startMs: number }[] }): number[] {
  return clock.spoken.flatMap(({ startMs }) => {
    const cut = clock.heard.find((heard) => heard.startMs < startMs && heard.endMs > startMs);
    return cut ? [cut.endMs - startMs] : [];
  });
}

/** Median-ready samples of every segment, and of the wait. */
export function segmentsOf(turns: readonly Turn[]): [name: string, samples: number[]][] {
  const rows: [string, number[]][] = TURN_SEGMENTS.map((name) => [
    name,
    turns.flatMap((turn) => turnSegments(turn).flatMap((segment) => (segment.name === name ? [segment.durationMs] : []))),
  ]);
  return [...rows.filter(([, samples]) => samples.length > 0), ["wait", turns.map(turnWaitMs)]];
}

/** A dashboard in Chromium whose microphone plays a file, signed in, on the page of this assistant. */
export async function openDashboard(
  url: string,
  microphone: string,
  account: Account,
): Promise<{ page: Page; close(): Promise<void> }> {
  const browser = await launchChromium({ microphone });
  const { page } = await openPage(browser, url);
  await watchPage(page);
  await signInInPage(page, account);
  await page.waitForURL("**/overview");
  return { page, close: () => browser.close() };
}

/** Make this the assistant under test, and open its page. */
export async function openBenchAssistant(page: Page, user: PlatformUser, assistant: CreateAssistant): Promise<void> {
  const { body } = await user.send<{ id: string }>("POST", "/assistant", assistant);
  await page.goto(`/assistants/${body.id}`);
  await page.getByRole("button", { name: "Talk", exact: true }).waitFor();
}
