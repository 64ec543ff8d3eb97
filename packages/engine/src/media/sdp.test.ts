import { describe, expect, it } from "vitest";
import { checkOffer, maxTextBytes, withPublicAddress, withShortPackets, withSpeechParameters } from "./sdp.ts";

const lines = (...all: string[]) => all.join("\r\n");
const OFFER = lines(
  "v=0",
  "m=audio 9 UDP/TLS/RTP/SAVPF 111",
  "a=rtpmap:111 opus/48000/2",
  "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
);

describe("checkOffer", () => {
  it("takes audio with a data channel", () => {
    expect(() => checkOffer(OFFER)).not.toThrow();
  });

  it.each([
    ["a codec without a line of its own", lines("v=0", "m=audio 9 RTP/AVP 0", "m=application 9 x")],
    ["inactive video beside it", `${OFFER}\r\nm=video 9 x 96\r\na=inactive`],
    [
      "a direction of its own in an inactive session",
      OFFER.replace("m=audio", "a=inactive\r\nm=audio").replace("m=app", "a=sendonly\r\nm=app"),
    ],
    ["lines that end with LF alone", OFFER.replaceAll("\r", "")],
  ])("takes %s", (_, sdp) => expect(() => checkOffer(sdp)).not.toThrow());

  it.each([
    ["", "is not an SDP offer"],
    ["hello", "is not an SDP offer"],
    [OFFER.replace("m=audio 9", "m=audio 0"), "offers no audio"],
    [OFFER.replace("m=application", "a=inactive\r\nm=application"), "offers inactive audio"],
    [OFFER.replace("m=audio", "a=inactive\r\nm=audio"), "offers inactive audio"],
    [OFFER.replace("opus/48000", "iLBC/8000"), "Offer opus, G722, PCMU or PCMA"],
    [OFFER.replace("m=application 9", "m=video 9"), "offers no data channel"],
    [`v=0${"x".repeat(200_000)}`, "is too long"],
  ])("refuses %.20j", (sdp, sentence) => {
    expect(() => checkOffer(sdp)).toThrow(sentence);
  });
});

describe("maxTextBytes", () => {
  it.each([
    ["", 65_536],
    ["a=max-message-size:1000", 1000],
    ["a=max-message-size:0", 262_144],
    ["a=max-message-size:1073741823", 262_144],
  ])("of %j is %i", (line, bytes) => expect(maxTextBytes(`${OFFER}\r\n${line}\r\n`)).toBe(bytes));
});

describe("withPublicAddress", () => {
  it("gives every host candidate the address, once per port, and drops TCP that only calls out", () => {
    const sdp = lines(
      "c=IN IP4 10.0.0.5",
      "a=candidate:1 1 udp 2122 10.0.0.5 41000 typ host generation 0",
      "a=candidate:2 1 udp 2121 172.17.0.1 41000 typ host generation 0",
      "a=candidate:3 1 tcp 1518 10.0.0.5 41000 typ host tcptype passive generation 0",
      "a=candidate:5 1 tcp 1517 172.17.0.1 41000 typ host tcptype passive generation 0",
      "a=candidate:6 1 tcp 1516 10.0.0.5 9 typ host tcptype active generation 0",
      "a=candidate:4 1 udp 1685 198.51.100.7 41000 typ srflx raddr 10.0.0.5 rport 41000",
      "",
    );
    expect(withPublicAddress(sdp, "203.0.113.9").split("\r\n")).toEqual([
      "c=IN IP4 203.0.113.9",
      "a=candidate:1 1 udp 2122 203.0.113.9 41000 typ host generation 0",
      "a=candidate:3 1 tcp 1518 203.0.113.9 41000 typ host tcptype passive generation 0",
      "a=candidate:4 1 udp 1685 198.51.100.7 41000 typ srflx raddr 10.0.0.5 rport 41000",
      "",
    ]);
  });
});

describe("withSpeechParameters", () => {
  it("asks for error correction and mono", () => {
    const sdp = withSpeechParameters(
      lines("a=rtpmap:111 opus/48000/2", "a=fmtp:111 minptime=20;useinbandfec=0", "a=fmtp:63 111/111"),
    );
    expect(sdp).toContain("a=fmtp:111 minptime=10;useinbandfec=1;usedtx=0;stereo=0;sprop-stereo=0");
    expect(sdp).toContain("a=fmtp:63 111/111");
  });

  it("adds the line when there is none", () => {
    expect(withSpeechParameters(OFFER)).toContain("a=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10;useinbandfec=1");
  });
});

describe("withShortPackets", () => {
  it("asks for packets of 10 ms, once", () => {
    const sdp = withShortPackets(lines("a=rtpmap:111 opus/48000/2", "a=ptime:20", "a=fmtp:111 minptime=10"));
    expect(sdp).toBe(lines("a=rtpmap:111 opus/48000/2", "a=ptime:10", "a=fmtp:111 minptime=10"));
  });

  it("leaves telephones as they are", () => {
    const phone = lines("m=audio 9 RTP/AVP 0", "a=rtpmap:0 PCMU/8000", "a=ptime:20");
    expect(withShortPackets(phone)).toBe(phone);
  });
});
