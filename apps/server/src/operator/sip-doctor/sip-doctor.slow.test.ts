import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RtpengineClient } from "../../modules/telephony/sip/rtpengine-client.ts";
import type { SipFolder } from "../../modules/telephony/sip/sip-services.ts";
import type { SipNumber, SipTrunk } from "../../modules/telephony/sip/sip-trunk.ts";
import { openSipLine, type SipUnderTest } from "../../modules/telephony/testing/open-sip-line.ts";
import { CARRIER_ADDRESS, missingForSip, openSipLab, type SipLab } from "../../modules/telephony/testing/sip-lab.ts";
import type { Finding } from "../doctor/finding.ts";
import { checkLine, type LineOptions } from "./check-line.ts";
import { checkTrunk } from "./check-trunk.ts";

const missing = missingForSip();
let lab: SipLab;
let server: SipUnderTest;
let options: LineOptions;

describe.skipIf(missing)(missing ?? "sip:doctor", () => {
  beforeAll(async () => {
    lab = await openSipLab();
    server = await openSipLine(lab);
    const sipPort = Number(lab.address.split(":")[1]);
    const folder: SipFolder = {
      publicAddress: "127.0.0.1",
      localAddress: "127.0.0.1",
      sipPort,
      trunkPorts: [1, 2],
      rtpengine: lab.sip.rtpengine,
    };
    options = { sip: lab.sip, folder };
  });
  afterAll(async () => {
    await server?.close();
    await lab?.close();
  });

  const line = (folder: Partial<SipFolder> = {}, sip: Partial<LineOptions["sip"]> = {}) =>
    checkLine({ sip: { ...options.sip, ...sip }, folder: { ...options.folder, ...folder } });
  const level = (findings: Finding[]) => Object.fromEntries(findings.map((finding) => [finding.check, finding.level]));
  const said = (findings: Finding[], check: string) => findings.find((finding) => finding.check === check)?.message;

  describe("on a whole line", () => {
    it("finds nothing to change but the private address", async () => {
      expect(level(await line())).toEqual({
        Addresses: "warning",
        rtpengine: "ok",
        Janus: "ok",
        Kamailio: "ok",
        "SIP port": "ok",
        "Sound from trunks": "ok",
        "Sound to trunks": "ok",
        NAT: "ok",
      });
    });

    it("finds addresses that are not this machine's, or not those of its calls", async () => {
      const elsewhere = await line({ localAddress: "198.51.100.77" });
      expect(level(elsewhere)).toMatchObject({ Addresses: "problem", "SIP port": "problem", Call: "warning" });
      expect(said(elsewhere, "Addresses")).toContain("--local-address");
      const moved = await line({ publicAddress: "9.9.9.9" });
      expect(level(moved)).toMatchObject({ Addresses: "ok", NAT: "problem", "Sound to trunks": "ok" });
      expect(said(moved, "NAT")).toContain("Calls name 127.0.0.1 for their sound, and not 9.9.9.9.");
    });

    it("finds another secret", async () => {
      const findings = await line({}, { secret: "another-secret-0123456789" });
      expect(level(findings)).toMatchObject({ Janus: "problem", Call: "warning" });
      expect(said(findings, "Janus")).toContain("another SIP_SECRET");
      expect(JSON.stringify(findings)).not.toContain(lab.sip.secret);
    });

    it("finds another program at the port for trunks", async () => {
      const other = createSocket("udp4");
      other.on("message", (data, { port, address }) => {
        const via = /^Via: .*$/m.exec(data.toString())?.[0];
        other.send(`SIP/2.0 404 Not Found\r\n${via}\r\n\r\n`, port, address);
      });
      other.bind(0, "127.0.0.1");
      await once(other, "listening");
      try {
        const findings = await line({ sipPort: other.address().port });
        expect(said(findings, "SIP port")).toContain("Another program answers");
        expect(level(findings).Call).toBe("warning");
      } finally {
        other.close();
      }
    });

    it.each([
      ["Sound from trunks", "Sound to trunks"],
      ["Sound to trunks", "Sound from trunks"],
    ])("finds sound in one direction: nothing in %s", async (deaf, heard) => {
      const stop = new AbortController();
      const blocking = block(new RtpengineClient(lab.sip.rtpengine), deaf === "Sound to trunks", stop.signal);
      try {
        expect(level(await line())).toMatchObject({ [deaf]: "problem", [heard]: "ok" });
        expect(await blocking).toBe(true);
      } finally {
        stop.abort();
      }
    });
  });

  describe("at a trunk", () => {
    let trunk: Socket;
    let answers: (method: string, request: string) => string | undefined;
    beforeEach(async () => {
      trunk = createSocket("udp4");
      trunk.on("message", (data, { port, address }) => {
        const request = data.toString();
        const answer = answers(request.split(" ")[0] ?? "", request);
        if (answer === undefined) return;
        const [first, ...more] = answer.split("\n");
        const kept = request.split("\r\n").filter((each) => /^(?:via|from|to|call-id|cseq):/i.test(each));
        trunk.send([first, ...kept, ...more, "Content-Length: 0", "", ""].join("\r\n"), port, address);
      });
      trunk.bind(0, CARRIER_ADDRESS);
      await once(trunk, "listening");
    });
    afterEach(() => void trunk.close());

    const check = (more: Partial<SipTrunk> = {}, folder: Partial<SipFolder> = {}) => {
      const port = trunk.address().port;
      const number: SipNumber = {
        orgId: server.number.orgId,
        number: server.number,
        trunkId: "trunk",
        isOfFirstOrg: true,
        trunk: { provider: "byo-sip-trunk", gateways: [{ ip: CARRIER_ADDRESS, port }], ...more },
      };
      return checkTrunk(number, { ...options, folder: { ...options.folder, ...folder }, allowPrivateAddresses: true });
    };
    const plan = { outboundAuthenticationPlan: { authUsername: "acme", authPassword: "swordfish", sipRegisterPlan: {} } };

    it("finds one that does not answer", async () => {
      answers = () => undefined;
      const [finding] = await check();
      expect(finding).toMatchObject({ level: "problem", message: expect.stringContaining("does not answer OPTIONS") });
    });

    it("finds one that answers, and one that sees another address", async () => {
      answers = () => "SIP/2.0 200 OK";
      expect(await check()).toMatchObject([{ level: "ok" }]);
      const seen = createSocket("udp4");
      seen.on("message", (data, { port, address }) => {
        const text = data.toString();
        // What comes by Kamailio has two Via headers, and the first of them is Kamailio's.
        const isDirect = text.split("\r\nVia:").length === 2;
        const request = isDirect ? text.replace(";rport;", ";rport=1;received=198.51.100.9;") : text;
        const kept = request.split("\r\n").filter((each) => /^(?:via|from|to|call-id|cseq):/i.test(each));
        seen.send(["SIP/2.0 200 OK", ...kept, "Content-Length: 0", "", ""].join("\r\n"), port, address);
      });
      seen.bind(0, CARRIER_ADDRESS);
      await once(seen, "listening");
      try {
        const findings = await check({ gateways: [{ ip: CARRIER_ADDRESS, port: seen.address().port }] });
        expect(findings[1]).toMatchObject({
          level: "problem",
          message: expect.stringContaining("--public-address 198.51.100.9"),
        });
      } finally {
        seen.close();
      }
    });

    it("finds a registration that is there, that is missing, and that is refused", async () => {
      let registered = `Contact: <sip:acme@127.0.0.1:${options.folder.sipPort}>;expires=300`;
      const proofs: string[] = [];
      answers = (method, request) => {
        if (method === "OPTIONS") return "SIP/2.0 200 OK";
        expect(request).not.toMatch(/^Contact:/m);
        const proof = /^Authorization: (.*)$/m.exec(request)?.[1];
        if (proof === undefined)
          return 'SIP/2.0 401 Unauthorized\nWWW-Authenticate: Digest realm="carrier", nonce="abc", qop="auth"';
        proofs.push(proof);
        return `SIP/2.0 200 OK\n${registered}`;
      };
      const state = async () => (await check(plan)).find(({ check: name }) => name.endsWith("registration"));
      expect(await state()).toMatchObject({ level: "ok" });
      expect(proofs[0]).toMatch(/^Digest username="acme", realm="carrier", nonce="abc", .*qop=auth/);
      registered = "Contact: <sip:acme@192.0.2.9:5060>";
      expect(await state()).toMatchObject({ level: "problem", message: expect.stringContaining("192.0.2.9") });
      registered = "X-Note: none";
      expect(await state()).toMatchObject({ level: "problem", message: expect.stringContaining("It has none") });
      answers = (method) => (method === "OPTIONS" ? "SIP/2.0 200 OK" : "SIP/2.0 403 Forbidden");
      const refused = await state();
      expect(refused).toMatchObject({
        level: "problem",
        message: expect.stringContaining("refuses the user name or the password"),
      });
      expect(JSON.stringify(refused)).not.toContain("swordfish");
    });

    it("finds a trunk over TLS that the carrier of the lab has, and one in a private network", async () => {
      answers = () => undefined;
      const [secure] = await check({ gateways: [{ ...lab.tlsGateway, outboundProtocol: "tls" }] });
      expect(secure).toMatchObject({ level: "ok" });
    });
  });

  describe("without a program", () => {
    it("finds that the server is not registered, and which programs do not run", async () => {
      await server.close();
      expect(level(await line())).toMatchObject({ Kamailio: "warning", "Sound to trunks": "ok" });
      await lab.killRtpengine();
      let findings = await line();
      expect(level(findings)).toMatchObject({ rtpengine: "problem", Janus: "ok", Call: "warning" });
      expect(said(findings, "rtpengine")).toContain("callwright-rtpengine");
      await lab.killKamailio();
      lab.killJanus();
      findings = await line();
      expect(level(findings)).toMatchObject({ rtpengine: "problem", Janus: "problem", Kamailio: "problem", Call: "warning" });
      expect(said(findings, "Kamailio")).toContain("callwright-kamailio");
      expect(said(findings, "Janus")).toContain("callwright-janus");
    });
  });
});

/** Lets rtpengine drop what one side of the next call sends. Resolves to whether it did. */
async function block(relay: RtpengineClient, isOwnSide: boolean, signal: AbortSignal): Promise<boolean> {
  const callsOf = async () => (await relay.ask({ command: "list" })).calls as string[];
  const before = new Set(await callsOf());
  for (;;) {
    if (signal.aborted) return false;
    const callId = (await callsOf()).find((each) => !before.has(each));
    const { tags = {} } = (callId === undefined ? {} : await relay.ask({ command: "query", "call-id": callId })) as {
      tags?: Record<string, { label?: string }>;
    };
    const tag = Object.entries(tags).find(([name, { label }]) => name !== "" && (label !== undefined) === isOwnSide)?.[0];
    if (tag !== undefined) {
      await relay.ask({ command: "block media", "call-id": callId, "from-tag": tag });
      return true;
    }
    await delay(10);
  }
}
