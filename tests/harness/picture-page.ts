import { type ForeignPage, serveForeignPage } from "./foreign-page.ts";
import type { PlatformUser } from "./platform.ts";

declare global {
  interface Window {
    /** Starts a call. Returns whether its response said that video is enabled. */
    watchCall(options: { token: string; url: string; assistantId: string }): Promise<boolean>;
    /** The brightest columns of the assistant's picture, in order. */
    brightest: number[];
    hangUp(): Promise<void>;
  }
}

const SCRIPT = `
import { CallwrightCall } from "@callwright/call";

window.brightest = [];
let call;

window.watchCall = async ({ token, url, assistantId }) => {
  let isVideoEnabled;
  const problems = [];
  call = new CallwrightCall(token, url);
  call.on("call-start-progress", ({ stage, status, metadata }) => {
    if (stage === "daily-call-object-creation" && status === "started") isVideoEnabled = metadata.isVideoEnabled;
  });
  call.on("error", ({ type, error }) => problems.push(type + ": " + error.message));
  call.on("video", (track) => void watch(track));
  if ((await call.start(assistantId)) === null) throw new Error(problems.join(" "));
  return isVideoEnabled;
};
window.hangUp = () => call.stop();

async function watch(track) {
  const video = document.querySelector("video");
  video.srcObject = new MediaStream([track]);
  await video.play();
  const { videoWidth, videoHeight } = video;
  const canvas = new OffscreenCanvas(videoWidth, videoHeight).getContext("2d", { willReadFrequently: true });
  setInterval(() => {
    canvas.drawImage(video, 0, 0);
    const row = canvas.getImageData(0, videoHeight / 2, videoWidth, 1).data.filter((_, index) => index % 4 === 0);
    const column = row.indexOf(Math.max(...row));
    if (window.brightest.at(-1) !== column) window.brightest.push(column);
  }, 50);
}
`;

/** A page that holds a call and reads the picture of its assistant. */
export const servePicturePage = (): Promise<ForeignPage> =>
  serveForeignPage({ script: SCRIPT, body: "<video muted playsinline></video>" });

/** A token for pages, and two assistants whose calls are recorded: one with a picture, and one without. */
export async function makeSeen(user: PlatformUser): Promise<{ token: string; seen: string; unseen: string }> {
  const make = async (name: string, voiceId: string) => {
    const { status, body } = await user.send<{ id: string }>("POST", "/assistant", {
      name,
      firstMessage: "Hello.",
      voice: { provider: "callwright", voiceId },
      artifactPlan: { videoRecordingEnabled: true },
    });
    if (status !== 201) throw new Error(`The assistant was refused with ${status}: ${JSON.stringify(body)}`);
    return body.id;
  };
  const { body: token } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Pictures" });
  return { token: token.value, seen: await make("Seen", "fake-picture"), unseen: await make("Unseen", "fake-tone") };
}

/** Runs in the page: has the picture moved? */
export const hasMoved = (): boolean => new Set(window.brightest).size > 2;
