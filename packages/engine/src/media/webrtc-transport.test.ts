import { APP_CHANNEL } from "@callwright/contract";
import { expect, it, onTestFinished } from "vitest";
import { showMovingPicture } from "../providers/fake/moving-picture.ts";
import { NodeCaller } from "../testing/node-caller.ts";
import type { TakeAnswer } from "./media-transport.ts";
import { VideoFeed } from "./video-feed.ts";
import { openDialedTransport, openPhoneTransport, openWebRtcTransport } from "./webrtc-transport.ts";

type Offered = NonNullable<ConstructorParameters<typeof NodeCaller>[0]>;

/** A caller whose app channel is open, and the transport that has answered it. */
async function connect(offered: Offered = {}, video?: VideoFeed, change = (offerSdp: string) => offerSdp) {
  const caller = new NodeCaller(offered);
  const told: string[] = [];
  const { transport, answerSdp } = await openWebRtcTransport(
    change(await caller.createOffer()),
    { iceServers: [], ...(video && { video }) },
    {
      onConnected: () => {},
      onInterrupted: () => {},
      onRestored: () => {},
      onChannelOpen: (channel) => told.push(channel),
      onAudio: () => {},
      onText: () => {},
      onKey: () => {},
      onClosed: (end) => told.push(end),
      onFault: () => told.push("fault"),
    },
  );
  onTestFinished(() => {
    transport.close();
    caller.close();
  });
  await caller.accept(answerSdp);
  await caller.until(() => told.includes(APP_CHANNEL), "the app channel is open");
  return { caller, transport, told, answerSdp };
}

/** The direction of video in an answer; undefined when it has none. */
const videoIn = (sdp: string) =>
  /^a=(sendrecv|sendonly|recvonly|inactive)/m.exec(sdp.split(/^(?=m=)/m).find((part) => part.startsWith("m=video")) ?? "")?.[1];

function movingPicture(): VideoFeed {
  const video = new VideoFeed();
  onTestFinished(showMovingPicture(video.show));
  return video;
}

it("refuses a text that is longer than the caller takes, and goes on", async () => {
  const { caller, transport, told } = await connect();
  expect(transport.maxTextBytes).toBe(262_144);
  expect(transport.sendText(APP_CHANNEL, JSON.stringify("x".repeat(262_144)))).toBe(false);
  expect(transport.sendText(APP_CHANNEL, JSON.stringify({ type: "hang", pad: "x".repeat(262_000) }))).toBe(true);
  await caller.until(() => caller.messages.length > 0, "the longest text has arrived");
  expect(told).not.toContain("hung-up");
});

it("sends its picture to a caller who asks for one, also after another path was found", async () => {
  const { caller, transport, answerSdp } = await connect({ video: "recvonly" }, movingPicture());
  expect(videoIn(answerSdp)).toBe("sendonly");
  /** The brightest places of the picture in the frames since `from`. */
  const places = (from: number) => new Set(caller.seen.slice(from).map((row) => row.indexOf(Math.max(...row))));
  await caller.until(() => places(0).size > 2, "the picture moves");
  let restarted = "";
  await caller.restart(async (offer) => {
    restarted = await transport.restart(offer);
    return restarted;
  });
  expect(videoIn(restarted)).toBe("sendonly");
  const before = caller.seen.length;
  await caller.until(() => places(before).size > 2, "the picture moves on");
});

it("takes no camera, whether it has a picture or not", async () => {
  expect(videoIn((await connect({ video: "sendrecv" })).answerSdp)).toBe("inactive");
  expect(videoIn((await connect({ video: "sendrecv" }, movingPicture())).answerSdp)).toBe("sendonly");
});

it("answers a caller who has turned video off again", async () => {
  const turnedOff = (sdp: string) => sdp.replace(/^m=video \d+/m, "m=video 0").replace("BUNDLE 0 1 2", "BUNDLE 0 2");
  const { answerSdp } = await connect({ video: "recvonly" }, movingPicture(), turnedOff);
  expect(answerSdp).toMatch(/^m=video 0 /m);
});

it("offers no picture to a caller who asks for none", async () => {
  expect(videoIn((await connect({}, movingPicture())).answerSdp)).toBeUndefined();
});

it("takes no frame after it is closed", async () => {
  const video = movingPicture();
  const { transport } = await connect({ video: "recvonly" }, video);
  transport.close();
  const shown = new Promise((resolve) => video.watch(resolve));
  await expect(shown).resolves.toMatchObject({ widthPx: 160, heightPx: 120 });
});

it("refuses a frame whose data does not fit its size", () => {
  const { show } = new VideoFeed();
  show({ widthPx: 3, heightPx: 3, data: new Uint8Array(9 + 2 * 4) });
  expect(() => show({ widthPx: 4, heightPx: 2, data: new Uint8Array(11) })).toThrow("has 12 bytes of I420, and not 11");
});

/** What a transport tells, in order, and how much sound it hears. */
function listen() {
  const told: string[] = [];
  const heard = { samples: 0 };
  return {
    told,
    heard,
    onConnected: () => void told.push("connected"),
    onInterrupted: () => void told.push("interrupted"),
    onRestored: () => void told.push("restored"),
    onChannelOpen: () => {},
    onAudio: (pcm: Int16Array) => {
      heard.samples += pcm.length;
    },
    onText: () => {},
    onKey: () => {},
    onClosed: (end: string) => void told.push(end),
    onFault: () => void told.push("fault"),
  };
}

/** A telephone that is called, and the one that answers, which speaks. */
async function dial() {
  const [here, there] = [listen(), listen()];
  let take: TakeAnswer = async () => {};
  const dialed = await openDialedTransport({ onOffered: (taken) => (take = taken) }, { iceServers: [] }, here);
  const phone = await openPhoneTransport(dialed.answerSdp, { iceServers: [] }, there);
  const speaking = setInterval(() => phone.transport.sendAudio(new Int16Array(160).fill(1_000)), 10);
  onTestFinished(() => {
    clearInterval(speaking);
    dialed.transport.close();
    phone.transport.close();
  });
  return { here, there, take: (isEarly: boolean) => take(phone.answerSdp, isEarly), phone: phone.transport, dialed };
}

const AWAIT = { timeout: 20_000, interval: 20 };

it("connects the sound of a telephone that rings, and lets it in when somebody picks up", async () => {
  const { here, there, take } = await dial();
  await take(true);
  await expect.poll(() => there.told, AWAIT).toEqual(["connected"]);
  expect([here.told, here.heard.samples]).toEqual([[], 0]);
  await take(false);
  await expect.poll(() => here.told, AWAIT).toEqual(["connected"]);
  await expect.poll(() => here.heard.samples, AWAIT).toBeGreaterThan(1_600);
});

it("renews the sound of a telephone with another codec and direction, on the same connection", async () => {
  const { here, there, take, phone, dialed } = await dial();
  await take(false);
  await expect.poll(() => [...here.told, ...there.told], AWAIT).toEqual(["connected", "connected"]);
  const held = dialed.answerSdp.replace("a=sendrecv", "a=inactive");
  expect(held).toContain("a=inactive");
  expect(await phone.restart(held)).toContain("a=inactive");
  const narrow = dialed.answerSdp.replace(/^m=audio .*/m, (line) => `${line.split(" ").slice(0, 3).join(" ")} 8`);
  const answer = await phone.restart(narrow);
  expect(answer).toMatch(/^m=audio \d+ \S+ 8\r$/m);
  expect(answer).toContain("a=sendrecv");
  await expect(phone.restart(narrow.replace(/ 8\r/, " 18\r"))).rejects.toThrow("It has G729/8000");
  expect([here.told, there.told]).toEqual([["connected"], ["connected"]]);
});
