import { describe, expect, it } from "vitest";
import {
  checkOffer,
  isHeld,
  maxTextBytes,
  narrowband,
  offerAgain,
  problemOfTelephoneOffer,
  takesKeyEvents,
  withoutKeyEvents,
  withPublicAddress,
  withRefusedMedia,
  withShortPackets,
  withSpeechParameters,
  withTelephoneCodecs,
} from "./sdp.ts";

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

/** An SDP with a session of its own. */
const sdp = (...media: string[]) => lines("v=0", "o=- 1 1 IN IP4 192.0.2.1", "s=-", "c=IN IP4 192.0.2.1", "t=0 0", ...media, "");
const EVENTS = ["a=rtpmap:101 telephone-event/8000", "a=fmtp:101 0-16"];

/** The media line of what libwebrtc gets, and its codecs by their `rtpmap`. */
function taken(offer: string): string[] {
  const all = withTelephoneCodecs(offer).split("\r\n");
  return all.filter((line) => line.startsWith("m=") || line.startsWith("a=rtpmap:")).map((line) => line.replace("a=rtpmap:", ""));
}

describe("offers of telephones, switchboards and carriers", () => {
  it.each([
    // RFC 8866, 6.6 and RFC 3551: a static payload type needs no line of its own.
    ["RFC 3551: PCMU alone", sdp("m=audio 4000 RTP/AVP 0"), ["m=audio 4000 RTP/AVP 0", "0 PCMU/8000"]],
    ["RFC 3551: PCMA and PCMU", sdp("m=audio 4000 RTP/AVP 8 0"), ["m=audio 4000 RTP/AVP 8 0", "8 PCMA/8000", "0 PCMU/8000"]],
    // RFC 3264, 10.1: Alice's offer, with GSM and video.
    [
      "RFC 3264: audio and two videos",
      sdp("m=audio 49170 RTP/AVP 0 3", "a=rtpmap:0 PCMU/8000", "m=video 51372 RTP/AVP 31", "m=video 53000 RTP/AVP 32"),
      ["m=audio 49170 RTP/AVP 0", "0 PCMU/8000"],
    ],
    // RFC 3264, 10.2: the one who calls prefers the first.
    [
      "RFC 3264: order of preference",
      sdp("m=audio 4000 RTP/AVP 8 9 0", "a=rtpmap:0 PCMU/8000", "a=rtpmap:8 PCMA/8000", "a=rtpmap:9 G722/8000"),
      ["m=audio 4000 RTP/AVP 8 9 0", "0 PCMU/8000", "8 PCMA/8000", "9 G722/8000"],
    ],
    // Asterisk 15.6 (chan_pjsip), a trace in a public repository.
    [
      "Asterisk: G.722",
      sdp("m=audio 27470 RTP/AVP 9 101", "a=rtpmap:9 G722/8000", ...EVENTS, "a=ptime:20", "a=maxptime:150", "a=sendrecv"),
      ["m=audio 27470 RTP/AVP 9 101", "9 G722/8000", "101 telephone-event/8000"],
    ],
    // FreeSWITCH 1.10 with video, a trace in a public repository.
    [
      "FreeSWITCH: Opus first, two telephone events, video",
      sdp(
        "m=audio 22694 RTP/AVP 102 0 8 105 101",
        "a=rtpmap:102 opus/48000/2",
        "a=fmtp:102 useinbandfec=1; maxaveragebitrate=30000; maxplaybackrate=48000; ptime=20; minptime=10; maxptime=40",
        "a=rtpmap:0 PCMU/8000",
        "a=rtpmap:8 PCMA/8000",
        "a=rtpmap:105 telephone-event/48000",
        "a=fmtp:105 0-16",
        ...EVENTS,
        "m=video 27626 RTP/AVP 103 104",
        "a=rtpmap:103 H264/90000",
        "a=rtpmap:104 VP8/90000",
      ),
      [
        "m=audio 22694 RTP/AVP 102 0 8 105 101",
        "102 opus/48000/2",
        "0 PCMU/8000",
        "8 PCMA/8000",
        "105 telephone-event/48000",
        "101 telephone-event/8000",
      ],
    ],
    // Cisco CUCM 12.5, a trace in a public repository: video, slides and BFCP, all refused.
    [
      "Cisco CUCM: sections that are refused already",
      sdp(
        "m=audio 18594 RTP/AVP 0 101",
        "a=ptime:20",
        "a=rtpmap:0 PCMU/8000",
        ...EVENTS,
        "m=video 0 RTP/AVP 31 34 96",
        "a=rtpmap:31 H261/90000",
        "m=application 0 UDP/BFCP *",
        "m=application 0 UDP/UDT/IX *",
      ),
      ["m=audio 18594 RTP/AVP 0 101", "0 PCMU/8000", "101 telephone-event/8000"],
    ],
    // Cisco BTS 10200, a test message in a public repository: neither PCMA nor G.729 has a line.
    [
      "Cisco BTS: PCMA and G.729 without lines, fax as a capability",
      sdp(
        "m=audio 18832 RTP/AVP 8 18 100",
        "a=rtpmap:100 X-NSE/8000",
        "a=fmtp:100 200-202",
        "a=sqn:0",
        "a=cdsc:2 image udptl t38",
      ),
      ["m=audio 18832 RTP/AVP 8", "8 PCMA/8000"],
    ],
    // Cisco IOS gateway, a trace in a public repository: comfort noise as 19.
    [
      "Cisco IOS: comfort noise and X-NSE",
      sdp(
        "m=audio 19402 RTP/AVP 0 100 101 19",
        "a=rtpmap:0 PCMU/8000",
        "a=rtpmap:100 X-NSE/8000",
        ...EVENTS,
        "a=rtpmap:19 CN/8000",
      ),
      ["m=audio 19402 RTP/AVP 0 101", "0 PCMU/8000", "101 telephone-event/8000"],
    ],
    // 3CX 18, a trace in a public repository.
    [
      "3CX",
      sdp("m=audio 12100 RTP/AVP 0 101", "a=rtpmap:0 PCMU/8000", "a=ptime:20", ...EVENTS, "a=sendrecv"),
      ["m=audio 12100 RTP/AVP 0 101", "0 PCMU/8000", "101 telephone-event/8000"],
    ],
    // Skype for Business and Teams, [MS-RTPDT] section 4: own codecs before G.711.
    [
      "Microsoft: RTAudio, Siren, RED",
      sdp(
        "m=audio 51712 RTP/AVP 114 111 112 115 116 4 8 0 97 101",
        "a=rtpmap:114 x-msrta/16000",
        "a=fmtp:114 bitrate=29000",
        "a=rtpmap:111 SIREN/16000",
        "a=rtpmap:115 x-msrta/8000",
        "a=rtpmap:8 PCMA/8000",
        "a=rtpmap:0 PCMU/8000",
        "a=rtpmap:97 RED/8000",
        ...EVENTS,
      ),
      ["m=audio 51712 RTP/AVP 8 0 101", "8 PCMA/8000", "0 PCMU/8000", "101 telephone-event/8000"],
    ],
    // Twilio to a SIP endpoint, a trace in a public repository.
    [
      "Twilio: Opus, SRTP",
      sdp(
        "m=audio 19534 RTP/SAVP 107 0 8 101",
        "a=rtpmap:0 PCMU/8000",
        "a=rtpmap:107 opus/48000/2",
        "a=rtpmap:8 PCMA/8000",
        ...EVENTS,
      ),
      ["m=audio 19534 RTP/SAVP 107 0 8 101", "0 PCMU/8000", "107 opus/48000/2", "8 PCMA/8000", "101 telephone-event/8000"],
    ],
    // Twilio's recording sessions (SIPREC), a fixture in a public repository: two sounds.
    [
      "Twilio SIPREC: two sounds, the first is taken",
      sdp(
        "m=audio 17588 RTP/AVP 0 8",
        "a=sendonly",
        "a=label:inbound",
        "m=audio 11248 RTP/AVP 0 8",
        "a=sendonly",
        "a=label:outbound",
      ),
      ["m=audio 17588 RTP/AVP 0 8", "0 PCMU/8000", "8 PCMA/8000"],
    ],
    // Amazon Chime Voice Connector, in its public documentation: G.722 without a line.
    [
      "Chime: G.722 without a line",
      sdp("m=audio 11398 RTP/SAVP 9 0 101", "a=rtpmap:0 PCMU/8000", ...EVENTS),
      ["m=audio 11398 RTP/SAVP 9 0 101", "0 PCMU/8000", "101 telephone-event/8000", "9 G722/8000"],
    ],
    // AudioCodes, in its manual: small letters.
    [
      "AudioCodes: small letters, events as 96",
      sdp(
        "m=audio 7210 RTP/AVP 8 96",
        "a=rtpmap:8 pcma/8000",
        "a=ptime:20",
        "a=rtpmap:96 telephone-event/8000",
        "a=fmtp:96 0-15",
      ),
      ["m=audio 7210 RTP/AVP 8 96", "8 pcma/8000", "96 telephone-event/8000"],
    ],
    // Cisco, in its fax guide: T.38 beside the sound.
    [
      "T.38 beside the sound",
      sdp("m=audio 5008 RTP/AVP 0", "m=image 5556 udptl t38", "a=T38FaxVersion:0"),
      ["m=audio 5008 RTP/AVP 0", "0 PCMU/8000"],
    ],
    [
      "video before the sound",
      sdp("m=video 5000 RTP/AVP 97", "m=audio 5008 RTP/AVP 0"),
      ["m=audio 5008 RTP/AVP 0", "0 PCMU/8000"],
    ],
    [
      "lines that end with LF alone",
      sdp("m=audio 4000 RTP/AVP 0").replaceAll("\r", ""),
      ["m=audio 4000 RTP/AVP 0", "0 PCMU/8000"],
    ],
  ])("%s", (_, offer, expected) => {
    expect(problemOfTelephoneOffer(offer)).toBeUndefined();
    expect(taken(offer)).toEqual(expected);
  });

  it.each([
    ["G.729 alone", sdp("m=audio 4000 RTP/AVP 18", "a=fmtp:18 annexb=no"), "It has G729/8000."],
    ["GSM and G.723", sdp("m=audio 4000 RTP/AVP 3 4"), "It has GSM/8000, payload type 4."],
    ["sound that is refused", sdp("m=audio 0 RTP/AVP 0"), "offers no telephone sound"],
    ["fax alone", sdp("m=image 5556 udptl t38"), "offers no telephone sound"],
    ["nothing", "", "offers no telephone sound"],
  ])("refuses %s, and says what it has", (_, offer, sentence) => {
    expect(problemOfTelephoneOffer(offer)).toContain(sentence);
    expect(() => withTelephoneCodecs(offer)).toThrow(sentence);
  });

  it("bundles only the sound, and refuses what is before it", () => {
    const offer = sdp(
      "a=group:BUNDLE 0 1",
      "m=video 9 RTP/AVP 97",
      "a=mid:0",
      "a=rtpmap:97 H264/90000",
      "m=audio 9 RTP/AVP 0",
      "a=mid:1",
    );
    expect(withTelephoneCodecs(offer)).toContain("a=group:BUNDLE 1\r\nm=audio");
    const answer = sdp("a=group:BUNDLE 1", "m=audio 9 RTP/AVP 0", "a=mid:1");
    expect(withRefusedMedia(answer, offer)).toContain(
      "t=0 0\r\na=group:BUNDLE 1\r\nm=video 0 RTP/AVP 97\r\na=mid:0\r\na=inactive\r\nm=audio 9",
    );
    expect(withRefusedMedia(answer, sdp("m=audio 9 RTP/AVP 0", "m=video 9 RTP/AVP 97"))).toBe(answer);
  });
});

describe("a telephone that holds the call", () => {
  const audio = "m=audio 4000 RTP/AVP 0";
  it.each([
    // RFC 3264, 8.4.
    ["RFC 3264: sendonly", sdp(audio, "a=sendonly"), true],
    ["RFC 3264: inactive", sdp(audio, "a=inactive"), true],
    // RFC 2543, B.5, in RFC 3264, 8.4.
    ["RFC 2543: the address 0.0.0.0", sdp(audio).replace("c=IN IP4 192.0.2.1", "c=IN IP4 0.0.0.0"), true],
    ["the address 0.0.0.0 of the sound alone", sdp(audio, "c=IN IP4 0.0.0.0"), true],
    [
      "an address of the sound, and 0.0.0.0 of the session",
      sdp(audio, "c=IN IP4 192.0.2.1").replace("192.0.2.1\r\nt", "0.0.0.0\r\nt"),
      false,
    ],
    // Cisco CUCM, in a public repository: both at once.
    ["Cisco CUCM", sdp(audio, "a=inactive").replace("c=IN IP4 192.0.2.1", "c=IN IP4 0.0.0.0"), true],
    // A carrier's SBC, in an issue of a public repository.
    ["a direction of the session", sdp("a=sendonly", audio), true],
    ["a direction of the sound before the session's", sdp("a=sendonly", audio, "a=sendrecv"), false],
    ["RFC 8866: no direction", sdp(audio), false],
    ["inactive video beside the sound", sdp(audio, "a=sendrecv", "m=video 0 RTP/AVP 97", "a=inactive"), false],
    ["recvonly: it listens", sdp(audio, "a=recvonly"), false],
  ])("%s", (_, offer, held) => expect(isHeld(offer)).toBe(held));
});

describe("SDP of this side", () => {
  const own = sdp(
    "m=audio 9 RTP/AVP 111 0 8 101",
    "a=setup:active",
    "a=recvonly",
    "a=rtpmap:111 opus/48000/2",
    "a=fmtp:111 minptime=10",
    "a=rtpmap:0 PCMU/8000",
    ...EVENTS,
  );

  it("has no key events where keys are tones", () => {
    expect(withoutKeyEvents(own)).not.toMatch(/101|telephone-event/);
    expect(withoutKeyEvents(own)).toContain("m=audio 9 RTP/AVP 111 0 8\r\n");
  });

  it("takes key events of the clock of its first codec alone", () => {
    const other = sdp("m=audio 4000 RTP/AVP 111 101", "a=rtpmap:111 opus/48000/2", "a=rtpmap:101 telephone-event/48000");
    const [g722, static0] = [9, 0].map((type) => sdp(`m=audio 4000 RTP/AVP ${type} 101`, ...EVENTS));
    expect([own, other, g722 ?? "", static0 ?? "", withoutKeyEvents(other), ""].map(takesKeyEvents)).toEqual([
      ...[false, true, true, true, false, false],
    ]);
  });

  it("is offered again with what both have", () => {
    const again = offerAgain(own, sdp("m=audio 4000 RTP/AVP 0 101", "a=sendonly"));
    expect(again).toBe(sdp("m=audio 9 RTP/AVP 0 101", "a=setup:actpass", "a=sendrecv", "a=rtpmap:0 PCMU/8000", ...EVENTS));
  });

  it("is G.711 of a browser's telephone", () => {
    expect(taken(narrowband(own))).toEqual([
      "m=audio 9 RTP/AVP 0 8 101",
      "0 PCMU/8000",
      "101 telephone-event/8000",
      "8 PCMA/8000",
    ]);
    expect(narrowband("hello")).toBe("hello");
  });
});
