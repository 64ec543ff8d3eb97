import { expect, test } from "vitest";
import { assessNetwork, type NetworkSample, sampleOf } from "./network-quality.ts";

const QUIET: NetworkSample = {
  atMs: 0,
  roundTripSeconds: 0.03,
  receivedPackets: 0,
  lostPackets: 0,
  receivedBytes: 0,
  jitterSeconds: 0.002,
  sentBytes: 0,
  remoteLoss: 0,
  remoteJitterSeconds: 0.002,
  availableOutgoingBitrate: 300_000,
};

/** Two looks, 3 s apart: 150 packets of 20 ms in between. */
const over = (change: Partial<NetworkSample> = {}) =>
  assessNetwork([
    { ...QUIET, ...change, receivedPackets: 0, lostPackets: 0 },
    { ...QUIET, atMs: 3000, receivedPackets: 150, receivedBytes: 12_000, sentBytes: 24_000, ...change },
  ]);

test("one sample is not enough for a quality", () => {
  expect(assessNetwork([]).networkState).toBe("unknown");
  expect(assessNetwork([QUIET]).networkState).toBe("unknown");
});

test("a good connection is good, with its figures", () => {
  expect(over()).toEqual({
    networkState: "good",
    networkStateReasons: [],
    threshold: "good",
    quality: 98,
    stats: {
      latest: {
        timestamp: 3000,
        networkRoundTripTime: 0.03,
        audioRecvBitsPerSecond: 32_000,
        audioSendBitsPerSecond: 64_000,
        audioRecvPacketLoss: 0,
        audioSendPacketLoss: 0,
        audioRecvJitter: 0.002,
        audioSendJitter: 0.002,
        availableOutgoingBitrate: 300_000,
      },
      averageNetworkRoundTripTime: 0.03,
    },
  });
});

test.each([
  ["1 % loss", { receivedPackets: 149, lostPackets: 1.5 }, "good", []],
  ["5 % loss here", { receivedPackets: 142, lostPackets: 8 }, "warning", ["recvPacketLoss"]],
  ["5 % loss there", { remoteLoss: 0.05 }, "warning", ["sendPacketLoss"]],
  ["20 % loss there", { remoteLoss: 0.2 }, "bad", ["sendPacketLoss"]],
  ["150 ms one way, the best that G.114 asks for", { roundTripSeconds: 0.2 }, "good", []],
  ["300 ms one way", { roundTripSeconds: 0.6 }, "warning", ["roundTripTime"]],
  ["600 ms one way", { roundTripSeconds: 1.2 }, "bad", ["roundTripTime"]],
  ["much jitter", { jitterSeconds: 0.15 }, "warning", ["roundTripTime"]],
  ["no room for speech", { availableOutgoingBitrate: 20_000 }, "warning", ["availableOutgoingBitrate"]],
] as const)("%s", (_, change, networkState, networkStateReasons) => {
  expect(over(change)).toMatchObject({ networkState, networkStateReasons });
});

test("the words of before mean the same", () => {
  expect([over(), over({ remoteLoss: 0.05 }), over({ remoteLoss: 0.2 })].map(({ threshold }) => threshold)).toEqual([
    "good",
    "low",
    "very-low",
  ]);
});

test("what happened more than 30 s ago does not count", () => {
  const steady = (atMs: number, lostPackets: number) => ({ ...QUIET, atMs, receivedPackets: atMs / 20, lostPackets });
  const early = [steady(0, 0), steady(3000, 100)];
  expect(assessNetwork(early).networkState).toBe("bad");
  expect(assessNetwork([...early, steady(20_000, 100), steady(34_000, 100)]).networkState).toBe("good");
});

test("a report of a browser is read, whichever parts it has", () => {
  const report = new Map<string, Record<string, unknown>>([
    ["T", { id: "T", type: "transport", selectedCandidatePairId: "P2" }],
    ["P1", { id: "P1", type: "candidate-pair", currentRoundTripTime: 9 }],
    ["P2", { id: "P2", type: "candidate-pair", currentRoundTripTime: 0.04, availableOutgoingBitrate: 250_000 }],
    ["I", { id: "I", type: "inbound-rtp", kind: "audio", packetsReceived: 10, packetsLost: 1, bytesReceived: 800, jitter: 0.01 }],
    ["O", { id: "O", type: "outbound-rtp", kind: "audio", bytesSent: 900 }],
    ["R", { id: "R", type: "remote-inbound-rtp", kind: "audio", fractionLost: 0.1, jitter: 0.02 }],
  ]);
  expect(sampleOf(report as unknown as RTCStatsReport, 5)).toEqual({
    atMs: 5,
    roundTripSeconds: 0.04,
    receivedPackets: 10,
    lostPackets: 1,
    receivedBytes: 800,
    jitterSeconds: 0.01,
    sentBytes: 900,
    remoteLoss: 0.1,
    remoteJitterSeconds: 0.02,
    availableOutgoingBitrate: 250_000,
  });
  expect(sampleOf(new Map() as unknown as RTCStatsReport, 5)).toMatchObject({ roundTripSeconds: null, receivedPackets: 0 });
});
