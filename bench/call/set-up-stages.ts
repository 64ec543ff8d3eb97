import type { StartProgress } from "@callwright/call";
import { launchChromium, openPage, type Page } from "../../tests/harness/chromium.ts";
import { serveForeignPage } from "../../tests/harness/foreign-page.ts";
import type { PlatformUser } from "../../tests/harness/platform.ts";
import { silenceFile } from "../../tests/harness/speech.ts";

/** A stretch in which the page waited for others. */
interface Wait {
  what: "network" | "microphone" | "connection";
  fromMs: number;
  toMs: number;
}

interface StartedCall {
  fromMs: number;
  toMs: number;
  stages: Pick<StartProgress, "stage" | "duration">[];
  waits: Wait[];
}

declare global {
  interface Window {
    waits: Wait[];
    startCall(assistantId: string): Promise<StartedCall>;
  }
}

/** A page with only the SDK: the start and end of every wait are recorded in the browser. */
const pageScript = (token: string, url: string) => `
import { CallwrightCall } from "@callwright/call";

const waits = [];
const timed = (what, work) => async (...args) => {
  const wait = { what, fromMs: performance.now(), toMs: Infinity };
  waits.push(wait);
  try { return await work(...args); } finally { wait.toMs = performance.now(); }
};
window.fetch = timed("network", window.fetch.bind(window));
navigator.mediaDevices.getUserMedia = timed("microphone", navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices));
navigator.permissions.query = timed("microphone", navigator.permissions.query.bind(navigator.permissions));

const isOver = (peer, event, done) => new Promise((resolve) => {
  const look = () => { if (done()) resolve(); };
  peer.addEventListener(event, look);
  look();
});
window.RTCPeerConnection = class extends RTCPeerConnection {
  #channel;
  createDataChannel(...args) { return (this.#channel ??= super.createDataChannel(...args)); }
  async setLocalDescription(...args) {
    await timed("connection", () => super.setLocalDescription(...args))();
    void timed("connection", () => isOver(this, "icegatheringstatechange", () => this.iceGatheringState === "complete"))();
  }
  async setRemoteDescription(...args) {
    await timed("connection", () => super.setRemoteDescription(...args))();
    void timed("connection", () => isOver(this.#channel, "open", () => this.#channel.readyState === "open"))();
  }
};

window.startCall = async (assistantId) => {
  const call = new CallwrightCall(${JSON.stringify(token)}, ${JSON.stringify(url)});
  const stages = [];
  call.on("call-start-progress", ({ stage, status, duration }) => { if (status === "completed") stages.push({ stage, duration }); });
  waits.length = 0;
  const fromMs = performance.now();
  let toMs = 0;
  call.on("call-start-success", () => { toMs = performance.now(); });
  await call.start(assistantId);
  await call.stop();
  return { fromMs, toMs, stages, waits: waits.map((wait) => ({ ...wait })) };
};
`;

export interface SetUpSamples {
  /** Milliseconds by stage. */
  stages: Map<string, number[]>;
  /** From `start` to `call-start-success`, less what was waited for: the network, the microphone, the connection. */
  oursMs: number[];
  totalMs: number[];
}

/** Starts calls from a page of another origin, and reports the duration of each stage of a start. */
export async function measureSetUp(url: string, user: PlatformUser, assistantId: string, calls: number): Promise<SetUpSamples> {
  const { body: token } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Bench" });
  const shop = await serveForeignPage({ script: pageScript(token.value, url) });
  const browser = await launchChromium({ microphone: await silenceFile(10) });
  try {
    const { page } = await openPage(browser, shop.url);
    await page.context().grantPermissions(["microphone"]);
    await page.goto("/");
    await page.waitForFunction(() => "startCall" in window);
    // The first start of a page also loads code that later ones share.
    await startOnce(page, assistantId);
    const samples: SetUpSamples = { stages: new Map(), oursMs: [], totalMs: [] };
    for (let made = 0; made < calls; made++) addTo(samples, await startOnce(page, assistantId));
    return samples;
  } finally {
    await browser.close();
    await shop.close();
  }
}

function startOnce(page: Page, assistantId: string): Promise<StartedCall> {
  return page.evaluate((id) => window.startCall(id), assistantId);
}

function addTo(samples: SetUpSamples, { fromMs, toMs, stages, waits }: StartedCall): void {
  const totalMs = toMs - fromMs;
  samples.totalMs.push(totalMs);
  samples.oursMs.push(totalMs - waitedMs(waits, fromMs, toMs));
  for (const { stage, duration } of stages) {
    if (duration === undefined) continue;
    samples.stages.set(stage, [...(samples.stages.get(stage) ?? []), duration]);
  }
}

/** Milliseconds covered by at least one wait; waits may overlap. */
function waitedMs(waits: readonly Wait[], fromMs: number, toMs: number): number {
  let waited = 0;
  let coveredToMs = fromMs;
  for (const wait of [...waits].sort((one, other) => one.fromMs - other.fromMs)) {
    const beginsMs = Math.max(wait.fromMs, coveredToMs);
    const endsMs = Math.min(wait.toMs, toMs);
    if (endsMs <= beginsMs) continue;
    waited += endsMs - beginsMs;
    coveredToMs = endsMs;
  }
  return waited;
}
