import type { Page } from "../../tests/harness/chromium.ts";

/** Moments of one call in the page, by its `performance.now()`. */
interface PageClock {
  talkMs?: number;
  listeningMs?: number;
  /** Starts and ends of stretches of sound, a stretch being ended by 400 ms of quiet. */
  heard: { startMs: number; endMs: number }[];
  spoken: { startMs: number; endMs: number }[];
}

declare global {
  interface Window {
    pageClock: PageClock;
  }
}

/**
 * Runs in the page before its own code. Records the click on Talk, the message `listening`, and when sound is played and spoken, by an analyser that
 * is read every 10 ms: each reading covers the last 10 ms, so moments are exact to about 10 ms.
 */
function watchCalls(): void {
  const clock: PageClock = { heard: [], spoken: [] };
  window.pageClock = clock;
  document.addEventListener(
    "click",
    ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (!button || !/^Talk( again)?$/.test(button.textContent ?? "")) return;
      clock.talkMs = performance.now();
      delete clock.listeningMs;
      clock.heard = [];
      clock.spoken = [];
    },
    { capture: true },
  );

  function watchSound(stream: MediaStream, stretches: () => { startMs: number; endMs: number }[]): void {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 512;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      if (stream.getTracks().every((track) => track.readyState === "ended")) {
        clearInterval(timer);
        void context.close();
        return;
      }
      analyser.getFloatTimeDomainData(samples);
      // −34 dBFS, as the voices are trimmed.
      if (!samples.some((sample) => Math.abs(sample) > 0.02)) return;
      const nowMs = performance.now();
      const last = stretches().at(-1);
      if (last && nowMs - last.endMs < 400) last.endMs = nowMs;
      else stretches().push({ startMs: nowMs, endMs: nowMs });
    }, 10);
  }

  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener("track", ({ track }) => {
        if (track.kind === "audio") watchSound(new MediaStream([track]), () => clock.heard);
      });
    }
    override createDataChannel(label: string, options?: RTCDataChannelInit): RTCDataChannel {
      const channel = super.createDataChannel(label, options);
      channel.addEventListener("message", ({ data }) => {
        if (data === "listening") clock.listeningMs = performance.now();
      });
      return channel;
    }
  };
  const { mediaDevices } = navigator;
  const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    watchSound(stream, () => clock.spoken);
    return stream;
  };
}

export async function watchPage(page: Page): Promise<void> {
  // tsx compiles function names with a helper that does not exist in the page.
  await page.addInitScript("globalThis.__name ??= (value) => value");
  await page.addInitScript(watchCalls);
}

export function readClock(page: Page): Promise<PageClock> {
  return page.evaluate(() => window.pageClock);
}
