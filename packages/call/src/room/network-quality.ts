import type { NetworkQuality } from "./room-events.ts";

/** One sample of `getStats`. Counters are cumulative. Null: not reported by the browser. */
export type NetworkSample = ReturnType<typeof sampleOf>;

/** Daily averages over about 30 s; so do we, or one lost packet would make a good connection bad. */
const WINDOW_MS = 30_000;

/**
 * The E-model (ITU-T G.107) as a rating of conversations: 93.2 at best, minus the impairments by delay and loss. Delay by the approximation of Cole
 * and Rosenbluth (2001): 0.024 per ms, and 0.11 per ms above 177.3 ms. Loss by G.107's effective equipment impairment, for a codec that conceals
 * losses (G.113 Appendix I: Bpl 25.1).
 */
const BEST_RATING = 93.2;
const DELAY_PER_MS = 0.024;
const LATE_DELAY_MS = 177.3;
const LATE_DELAY_PER_MS = 0.11;
const LOSS_IMPAIRMENT_MAX = 95;
const LOSS_ROBUSTNESS_PERCENT = 25.1;
/** One way besides the network: a packet of 20 ms, and the device's buffers. */
const END_POINT_DELAY_MS = 40;
/** Ratings of ITU-T G.109: from 80 on users are satisfied, under 60 nearly all are not. */
const GOOD_RATING = 80;
const BAD_RATING = 60;
/** An impairment that takes this much is named as a reason. */
const REASON_IMPAIRMENT = 5;
/** Opus, as browsers send speech (RFC 7587: 28 to 40 kbit/s fullband), with its packets' headers. */
const NEEDED_BITRATE = 48_000;

/** Reads a sample from a statistics report. */
export function sampleOf(report: RTCStatsReport, atMs: number) {
  const entries = [...report.values()] as Record<string, unknown>[];
  const find = (type: string, kind?: string) =>
    entries.find((entry) => entry.type === type && (kind === undefined || entry.kind === kind)) ?? {};
  const transport = find("transport");
  const pair = entries.find(({ id }) => id === transport.selectedCandidatePairId) ?? find("candidate-pair");
  const inbound = find("inbound-rtp", "audio");
  const remote = find("remote-inbound-rtp", "audio");
  const numberOf = (value: unknown) => (typeof value === "number" ? value : null);
  return {
    atMs,
    roundTripSeconds: numberOf(pair.currentRoundTripTime) ?? numberOf(remote.roundTripTime),
    /** Inbound audio. */
    receivedPackets: numberOf(inbound.packetsReceived) ?? 0,
    lostPackets: numberOf(inbound.packetsLost) ?? 0,
    receivedBytes: numberOf(inbound.bytesReceived) ?? 0,
    jitterSeconds: numberOf(inbound.jitter),
    sentBytes: numberOf(find("outbound-rtp", "audio").bytesSent) ?? 0,
    /** Packet loss of outbound audio since the remote's last report, 0 to 1. */
    remoteLoss: numberOf(remote.fractionLost),
    remoteJitterSeconds: numberOf(remote.jitter),
    availableOutgoingBitrate: numberOf(pair.availableOutgoingBitrate),
  };
}

/** The quality over these samples, oldest first. Needs at least two. */
export function assessNetwork(samples: readonly NetworkSample[]): NetworkQuality {
  const latest = samples.at(-1);
  const oldest = samples.find(({ atMs }) => latest && atMs >= latest.atMs - WINDOW_MS);
  if (!latest || !oldest || latest === oldest)
    return { networkState: "unknown", networkStateReasons: [], threshold: "good", quality: 100, stats: {} };
  const window = samples.slice(samples.indexOf(oldest));
  const received = latest.receivedPackets - oldest.receivedPackets;
  const lost = Math.max(0, latest.lostPackets - oldest.lostPackets);
  const receiveLoss = received + lost > 0 ? lost / (received + lost) : 0;
  const sendLoss = average(window.map(({ remoteLoss }) => remoteLoss)) ?? 0;
  const roundTripSeconds = average(window.map((sample) => sample.roundTripSeconds)) ?? 0;
  const jitterSeconds = average(window.map((sample) => sample.jitterSeconds)) ?? 0;

  const delay = delayImpairment((roundTripSeconds / 2 + 2 * jitterSeconds) * 1000 + END_POINT_DELAY_MS);
  const worstLoss = Math.max(lossImpairment(receiveLoss), lossImpairment(sendLoss));
  const rating = Math.max(0, BEST_RATING - delay - worstLoss);
  const { availableOutgoingBitrate } = latest;
  const isNarrow = availableOutgoingBitrate !== null && availableOutgoingBitrate < NEEDED_BITRATE;
  const reasons = {
    sendPacketLoss: lossImpairment(sendLoss) >= REASON_IMPAIRMENT,
    recvPacketLoss: lossImpairment(receiveLoss) >= REASON_IMPAIRMENT,
    roundTripTime: delay >= REASON_IMPAIRMENT,
    availableOutgoingBitrate: isNarrow,
  } satisfies Record<NetworkQuality["networkStateReasons"][number], boolean>;

  const networkState = rating < BAD_RATING ? "bad" : rating < GOOD_RATING || isNarrow ? "warning" : "good";
  const seconds = (latest.atMs - oldest.atMs) / 1000;
  return {
    networkState,
    networkStateReasons: (Object.keys(reasons) as (keyof typeof reasons)[]).filter(
      (reason) => networkState !== "good" && reasons[reason],
    ),
    threshold: ({ good: "good", warning: "low", bad: "very-low" } as const)[networkState],
    quality: Math.round((rating / BEST_RATING) * 100),
    stats: {
      latest: {
        timestamp: latest.atMs,
        networkRoundTripTime: latest.roundTripSeconds,
        audioRecvBitsPerSecond: ((latest.receivedBytes - oldest.receivedBytes) * 8) / seconds,
        audioSendBitsPerSecond: ((latest.sentBytes - oldest.sentBytes) * 8) / seconds,
        audioRecvPacketLoss: receiveLoss,
        audioSendPacketLoss: latest.remoteLoss,
        audioRecvJitter: latest.jitterSeconds,
        audioSendJitter: latest.remoteJitterSeconds,
        availableOutgoingBitrate,
      },
      averageNetworkRoundTripTime: roundTripSeconds,
    },
  };
}

function delayImpairment(oneWayMs: number): number {
  return DELAY_PER_MS * oneWayMs + LATE_DELAY_PER_MS * Math.max(0, oneWayMs - LATE_DELAY_MS);
}

function lossImpairment(share: number): number {
  const percent = share * 100;
  return (LOSS_IMPAIRMENT_MAX * percent) / (percent + LOSS_ROBUSTNESS_PERCENT);
}

function average(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
