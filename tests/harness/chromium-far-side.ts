import type { CallEvents } from "@callwright/call";
import type { FarSide, Stage } from "@callwright/call/contract-table";
import { PLAYABLE } from "@callwright/contract";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import { mark } from "./page-audio.ts";
import type { ScriptedCallHosts } from "./scripted-call-hosts.ts";

/** The page looks at levels this often. */
const LEVEL_INTERVAL_MS = 100;
/** The step in which time advances while a page listens: after longer silent steps, it would assume a broken connection. */
const STEP_MS = 500;
/** A minute. A page sends its own reports every few seconds. */
const STEPS_MAX = 120;
/** Blocks of 10 ms that the page hears in each step. */
const STEP_BLOCKS = 6;
/** Blocks of 10 ms of a steady level: as long as the window of the level measurement, plus the sound on its way. */
const STEADY_BLOCKS = 30;
/** How far a tone's peaks may be off after the codec, as a share; and what counts as silence. */
const PEAK_TOLERANCE = 0.2;
const SILENT_PEAK = 0.004;
const LEVEL_TOLERANCE = 0.01;

interface RoomInChromium extends Pick<Stage, "do" | "pass" | "heard"> {
  page: Page;
  hosts: ScriptedCallHosts;
}

/** The other side of a call in Chromium: its speech and tones, and failures of the browser and of the network. */
export function chromiumFarSide({ page, hosts, pass, heard, do: act }: RoomInChromium): FarSide {
  // A room's sound plays from the beginning; a row gets the caller's reports about it only when the row has started the sound.
  let isSoundTold = false;

  const isHeard = async (name: keyof CallEvents) => (await heard()).some((event) => event.name === name);
  const isInterrupted = async () => {
    const latest = (await heard()).findLast((event) => event.name === "network-connection")?.value;
    return (latest as CallEvents["network-connection"][0] | undefined)?.event === "interrupted";
  };
  const untilHeard = (name: keyof CallEvents) => expect.poll(() => isHeard(name)).toBe(true);

  /** Advances time while the page hears sound, until it reports an event. */
  async function passUntilHeard(name: keyof CallEvents): Promise<void> {
    for (let steps = 0; !(await isHeard(name)); steps++) {
      if (steps > STEPS_MAX) throw new Error(`${name} was not heard. Heard: ${JSON.stringify(await heard())}`);
      const since = await mark(page);
      await page.waitForFunction(([from, blocks]) => window.pageAudio.peaks.length >= from + blocks, [
        since,
        STEP_BLOCKS,
      ] as const);
      await pass(STEP_MS);
    }
  }

  /** Advances time in silence until a condition holds: the page's own work takes real time as well. */
  async function passInSilenceUntil(isSo: () => Promise<boolean>): Promise<void> {
    const isSoAfterAStep = async () => {
      await pass(STEP_MS);
      return isSo();
    };
    await expect.poll(isSoAfterAStep).toBe(true);
  }

  const hum = async (level: number) => {
    hosts.room.hum(level);
    const since = await mark(page);
    await page.waitForFunction(
      ([from, blocks, lowest, highest]) => {
        const latest = window.pageAudio.peaks.slice(from).slice(-blocks);
        return latest.length === blocks && latest.every((one) => one >= lowest && one <= highest);
      },
      [
        since,
        STEADY_BLOCKS,
        level * (1 - PEAK_TOLERANCE),
        Math.max(SILENT_PEAK, Math.min(1, level * (1 + PEAK_TOLERANCE))),
      ] as const,
    );
  };

  async function letRecord(): Promise<void> {
    await page.evaluate(() => window.callStage.letRecord());
    const isDecided = async () => {
      await page.evaluate(() => window.callStage.drawPicture());
      return (await heard()).some(({ name, value }) => name === "recording-started" || isRecordingRefused(value));
    };
    await expect.poll(isDecided).toBe(true);
  }

  return {
    async say(data) {
      const arrived = await page.evaluate(() => window.callStage.arrived);
      await hosts.room.say(data);
      await page.waitForFunction((before) => window.callStage.arrived > before, arrived);
    },
    async received() {
      const sent = await page.evaluate(() => window.callStage.sent);
      if (sent === 0) return [];
      const { received } = hosts.room;
      await eventually("the caller's messages", () => (received.length >= sent ? true : undefined));
      return isSoundTold ? received : received.filter((text) => text !== PLAYABLE);
    },
    async playSound() {
      isSoundTold = true;
    },
    async showPicture() {
      hosts.room.showPicture();
      await untilHeard("video");
    },
    async speak(level) {
      await hum(level);
      await pass(LEVEL_INTERVAL_MS);
      if (level > 0) await hum(0);
    },
    async hearCaller(level) {
      await page.evaluate((toHum) => window.callStage.humInto(toHum), level);
      await expect.poll(async () => Math.abs(Number(await act("getLocalAudioLevel")) / level - 1)).toBeLessThan(LEVEL_TOLERANCE);
      await pass(LEVEL_INTERVAL_MS);
    },
    async lose() {
      hosts.room.isGone = true;
      // An attempt at another path that times out is repeated after a pause: advances time until the page gives up.
      await passInSilenceUntil(() => isHeard("call-end"));
    },
    async networkQuality() {
      hosts.room.network.isLossy = true;
      await passUntilHeard("network-quality-change");
    },
    async interrupt() {
      hosts.room.network.cut();
      // Sound that had arrived earlier is still played.
      await passInSilenceUntil(isInterrupted);
    },
    async cameraFails() {
      await page.evaluate(() => window.callStage.unplugMicrophone());
      await untilHeard("camera-error");
    },
    processorFails: () => page.evaluate(() => void window.callStage.breakProcessor()),
    localObserverFails: () => beyond("localObserverFails"),
    participantUpdated: () => beyond("participantUpdated"),
    async recording(event) {
      if (event === "recording-started") return letRecord();
      if (event === "recording-error") await page.evaluate(() => window.callStage.failRecording());
      // The two remaining events come at the end of the call.
      else if (event !== "recording-stats") await act("stop");
      if (event === "recording-stats") await passUntilHeard(event);
      else await untilHeard(event);
    },
    isProcessing: () => page.evaluate(() => window.callStage.isProcessing()),
    isHearing: () => hosts.room.isHearing(),
  };
}

/** The recording is refused: a caller who joins again does not record a second part. */
function isRecordingRefused(value: unknown): boolean {
  return (value as { type?: unknown } | undefined)?.type === "video-recording-setup-error";
}

/** Of what no browser can be brought to in a direct room, no row is played here. */
function beyond(what: string): Promise<never> {
  return Promise.reject(new Error(`A direct room in a browser has no '${what}'.`));
}
