import { expect, it } from "vitest";
import { sipConfigFiles } from "./sip-config.ts";
import { findGateway, findTarget, isOfTrunk, locateGateway, type SipNumber, type SipTrunk, trunkAddress } from "./sip-trunk.ts";

const trunk = (more: Partial<SipTrunk>): SipTrunk => ({ provider: "byo-sip-trunk", gateways: [], ...more });

it("takes calls from addresses of the trunk's gateways alone", () => {
  const known = trunk({
    gateways: [{ ip: "198.51.100.64", netmask: 28 }, { ip: "203.0.113.9", inboundEnabled: false }, { ip: "sip.example.com" }],
  });
  const from = ["198.51.100.64", "198.51.100.79", "198.51.100.80", "198.51.100.63", "203.0.113.9", "sip.example.com", ""];
  expect(from.map((address) => isOfTrunk(known, address))).toEqual([true, true, false, false, false, false, false]);
});

it("dials as the trunk wants it, and nothing else", () => {
  const gateway = { ip: "198.51.100.7", port: 5070, outboundProtocol: "tcp" as const };
  expect(trunkAddress(trunk({}), gateway, "+1 (415) 555-0100")).toBe("sip:14155550100@198.51.100.7:5070;transport=tcp");
  const prefixed = trunk({ techPrefix: "99@evil.example;x=\r\n", outboundLeadingPlusEnabled: true });
  expect(trunkAddress(prefixed, { ip: "198.51.100.7" }, "+14155550100")).toBe(
    "sip:99evil.examplex+14155550100@198.51.100.7:5060;transport=udp",
  );
});

it("calls no gateway of a private network, unless the server lets it", async () => {
  for (const ip of ["10.0.0.5", "127.0.0.1", "localhost", "127.1"])
    expect(await locateGateway({ ip }, false), ip).toMatchObject({ problem: expect.stringContaining("private network") });
  expect(await locateGateway({ ip: "198.51.100.7;maddr=10.0.0.5" }, true)).toMatchObject({ problem: expect.any(String) });
  expect(await locateGateway({ ip: "8.8.8.8", outboundProtocol: "tls/srtp" }, false)).toMatchObject({
    at: "sip:8.8.8.8:5061;transport=tls",
  });
  expect(await locateGateway({ ip: "8.8.8.8" }, false)).toMatchObject({ at: "sip:8.8.8.8:5060;transport=udp" });
  // Kamailio does not resolve the name again.
  expect(await locateGateway({ ip: "localhost", port: 5070, outboundProtocol: "tcp" }, true)).toMatchObject({
    at: "sip:127.0.0.1:5070;transport=tcp",
  });
});

it("lets one organization not call by the trunk of another", async () => {
  const [ours, theirs] = ["0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33", "6d1f0a52-2f0e-4b58-8d0a-0f6f7f1f9a11"];
  const problem = async (orgId: string, listed?: [string, string][], ip = "8.8.8.8", authPassword = "made up") => {
    const plan = authPassword === "" ? {} : { outboundAuthenticationPlan: { authPassword } };
    const number = { orgId, trunkId: "", trunk: trunk({ gateways: [{ ip }], ...plan }), isOfFirstOrg: orgId === ours };
    const rules = { allowPrivateAddresses: false, sip: { gateways: listed && new Map(listed) } };
    const found = await findGateway({ ...number, number: {} as SipNumber["number"] }, rules);
    return "problem" in found ? found.problem : undefined;
  };
  expect(await problem(ours)).toBeUndefined();
  expect(await problem(theirs)).toContain("SIP_GATEWAYS");
  expect(await problem(theirs, [["8.8.8.8", theirs]])).toBeUndefined();
  expect(await problem(ours, [["8.8.8.8", theirs]])).toContain("SIP_GATEWAYS");
  expect(await problem(ours, [["8.8.4.4", ours]])).toContain("SIP_GATEWAYS");
  expect(await problem(theirs, [["8.8.8.8", "*"]])).toBeUndefined();
  expect(await problem(theirs, [["8.8.8.8", "*"]], "8.8.8.8", "")).toContain("password");
});

it("calls a SIP address elsewhere without the trunk's password, where the operator lets it", async () => {
  const org = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";
  const known = trunk({
    gateways: [{ ip: "8.8.8.8", port: 5070 }],
    techPrefix: "9",
    outboundAuthenticationPlan: { authPassword: "p" },
  });
  const number = { orgId: org, trunkId: "", trunk: known, isOfFirstOrg: true, number: {} as SipNumber["number"] };
  const target = (to: string, listed?: [string, string][], allowPrivateAddresses = false) =>
    findTarget(number, to, { allowPrivateAddresses, sip: { gateways: listed && new Map(listed) } });
  // Numbers are dialed through the trunk, with any address.
  expect(await target("sip:+14155550123@8.8.8.8")).toMatchObject({
    uri: expect.stringMatching(/^sip:914155550123@8.8.8.8:5070;/),
  });
  expect(await target("sip:desk@8.8.8.8:5070")).toMatchObject({ gateway: {}, uri: "sip:desk@8.8.8.8:5070;transport=udp" });
  const elsewhere = await target("sips:desk@8.8.4.4");
  expect(elsewhere).toEqual({ uri: "sip:desk@8.8.4.4:5061;transport=tls", at: "sip:8.8.4.4:5061;transport=tls" });
  for (const listed of [[["8.8.8.8", org]], [["8.8.4.4", "*"]]] as [string, string][][])
    expect(await target("sip:desk@8.8.4.4", listed)).toMatchObject({ problem: expect.any(String) });
  expect(await target("sip:desk@8.8.4.4", [["8.8.4.4", org]])).toMatchObject({ at: expect.any(String) });
  for (const host of ["127.0.0.1", "localhost", "127.1"])
    expect(await target(`sip:desk@${host}`)).toMatchObject({ problem: expect.stringContaining("private network") });
});

it("writes a configuration that listens to trunks at one address, and else on this machine", () => {
  const options = {
    secret: "0123456789abcdef",
    janusUrl: "ws://127.0.0.1:8188",
    proxy: "sip:127.0.0.1:5062",
    rtpengine: "127.0.0.1:2223",
    folder: "/etc/sip",
    libraries: "/usr/lib/aarch64-linux-gnu",
  };
  const files = sipConfigFiles({
    ...options,
    publicAddress: "203.0.113.5",
    localAddress: "10.0.0.5",
    allowed: ["198.51.100.0/24"],
  });
  const kamailio = files["kamailio/kamailio.cfg"] ?? "";
  expect(kamailio.match(/^listen=.*$/gm)).toEqual([
    "listen=udp:10.0.0.5:5060 advertise 203.0.113.5:5060",
    "listen=tcp:10.0.0.5:5060 advertise 203.0.113.5:5060",
    "listen=udp:127.0.0.1:5062",
  ]);
  expect(kamailio).toContain('mpath="/usr/lib/aarch64-linux-gnu/kamailio/modules/"');
  expect(kamailio).toContain('is_in_subnet("$si", "198.51.100.0/24")');
  expect(kamailio).not.toContain(options.secret);
  expect(files["janus/janus.plugin.sip.jcfg"]).toContain('sdp_ip = "127.0.0.1"');
  expect(files["janus/janus.transport.websockets.jcfg"]).toContain('ws_ip = "127.0.0.1"');
});
