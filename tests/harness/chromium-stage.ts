import type { JoinableCall } from "@callwright/call";
import type { Given, HeardEvent, Stage } from "@callwright/call/contract-table";
import { EVENTS } from "@callwright/call/testing";
import type { Call } from "@callwright/contract";
import { type Browser, devices, type Page, type Route } from "playwright-core";
import { expect } from "vitest";
import type { MethodOutcome } from "./call-stage-page.ts";
import { openPage } from "./chromium.ts";
import { chromiumFarSide } from "./chromium-far-side.ts";
import { countHeldIn, expectNothingLeft, heldBy } from "./held.ts";
import { tapPage } from "./page-audio.ts";
import type { ScriptedServer } from "./scripted-call-hosts.ts";

/** The id under which rows know the call they start. */
const CALL_ID = "call-1";
/** A stage in Chromium, until it is closed. */
export interface ChromiumStage extends Stage {
  /** Ends the call, and waits until it has released everything. */
  close(): Promise<void>;
}

/** Settings of the rows in Chromium, one page after another: see `callStagePage`. */
export interface StageSettings {
  browser: Browser;
  /** The page with `call-stage-page.ts` in it. */
  pageUrl: string;
  /** A server with scripted call hosts, and a token for it. */
  scripted: ScriptedServer;
  token: string;
}

/** A page for stages. Time stands still in it, but for what a row lets pass: rows are exact, however busy the machine is. */
export async function openStagePage({ browser, pageUrl }: StageSettings, isMobile = false): Promise<Page> {
  const { page } = await openPage(browser, pageUrl, isMobile ? { userAgent: devices["Pixel 7"]?.userAgent } : {});
  await page.context().grantPermissions(["microphone", "camera"]);
  await page.clock.install();
  await countHeldIn(page);
  await tapPage(page);
  await page.goto("/");
  await page.waitForFunction(() => "callStage" in window);
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** A stage in a real browser: the real call in a page, a real server, real WebRTC, a microphone that plays a file. */
export async function chromiumStage(page: Page, settings: StageSettings, given: Given): Promise<ChromiumStage> {
  const { scripted, token } = settings;
  const { server, hosts } = scripted;
  const requests: unknown[] = [];
  const before = await heldBy(page);
  const { callConfig, callObject, roomFails } = given;
  hosts.areRoomsClosed = roomFails === "join";

  /** The server's own call, with the row's further fields. */
  async function createCall(): Promise<Call> {
    const body = { assistant: { name: "Riley", artifactPlan: given.call?.artifactPlan } };
    const response = await fetch(`${server.url}/call/web`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as Call;
  }

  async function answer(route: Route): Promise<void> {
    requests.push(route.request().postDataJSON());
    const headers = { "access-control-allow-origin": "*" };
    if (given.refusal) return route.fulfill({ status: given.refusal.status, headers, json: given.refusal.body });
    // No browser can connect over such an address.
    const unusable = { provider: "callwright", iceServers: [{ urls: "nowhere" }] };
    const more = roomFails === "creation" ? { transport: unusable } : {};
    return route.fulfill({ status: 201, headers, json: { ...(await createCall()), id: CALL_ID, ...given.call, ...more } });
  }

  await page.route("**/call/web", answer);
  if (roomFails === "processing") await page.route("**/*rnnoise*.wasm*", (route) => route.abort());
  await page.evaluate((begun) => window.callStage.begin(begun), {
    token,
    url: server.url,
    callConfig,
    callObject,
    events: [...EVENTS],
    cannotRecord: roomFails === "recording",
  });

  const heard = async () => (await page.evaluate(() => window.callStage.heard)) as HeardEvent[];
  const pass = (durationMs: number) => page.clock.runFor(durationMs);
  const act = callsInOneGo(page);
  const far = chromiumFarSide({ page, hosts, pass, heard, do: act });

  return {
    room: "direct",
    do: act,
    heard,
    requests: async () => requests,
    logged: () => page.evaluate(() => window.callStage.logged),
    runningCall: async () => {
      const { id, webCallUrl = "" } = await createCall();
      return { id, webCallUrl } satisfies JoinableCall;
    },
    pass,
    far: roomFails === "recording" ? { ...far, recording: async () => undefined } : far,
    async held() {
      const now = Object.values(await heldBy(page));
      return sum(now) - sum(Object.values(before));
    },
    async close() {
      await page.evaluate(() => window.callStage.finish());
      hosts.endAll();
      await expectNothingLeft(page, before);
      await page.unrouteAll({ behavior: "wait" });
    },
  };
}

/** Methods that are called without waiting in between reach the page together, as in its own code. */
function callsInOneGo(page: Page): Stage["do"] {
  let waiting: { method: string; args: unknown[] }[] = [];
  let sent: Promise<number> | undefined;
  return async (method, ...args) => {
    const index = waiting.push({ method, args }) - 1;
    sent ??= Promise.resolve().then(() => {
      const calls = waiting;
      waiting = [];
      sent = undefined;
      return page.evaluate((all) => window.callStage.callAll(all), calls);
    });
    const first = await sent;
    const outcome = await page.evaluate((at) => window.callStage.outcome(at), first + index);
    return answerOf(outcome);
  };
}

function answerOf(outcome: MethodOutcome | undefined): unknown {
  if (!outcome) throw new Error("The page knows nothing of this method.");
  if ("answer" in outcome) return outcome.answer;
  throw Object.assign(new Error(outcome.failure.message), outcome.failure);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
