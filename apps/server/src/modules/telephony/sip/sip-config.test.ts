import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CERTIFICATE_FILE, KEY_FILE, readTlsFiles, sipConfigFiles } from "./sip-config.ts";
import type { SipConfigOptions } from "./sip-config-options.ts";
import { sipServiceFiles } from "./sip-services.ts";

const OPTIONS: SipConfigOptions = {
  secret: "0123456789abcdef",
  janusUrl: "ws://127.0.0.1:8188",
  proxy: "sip:127.0.0.1:5062",
  rtpengine: "127.0.0.1:2223",
  folder: "/etc/callwright-sip",
  publicAddress: "203.0.113.5",
  localAddress: "192.168.1.2",
  libraries: "/usr/lib/x86_64-linux-gnu",
};

describe("the configuration of the SIP programs", () => {
  it("lets rtpengine alone meet the trunks, at the public address", () => {
    const files = sipConfigFiles(OPTIONS);
    expect(files["rtpengine/rtpengine.conf"]).toContain("interface = trunk/192.168.1.2!203.0.113.5;janus/127.0.0.1\n");
    expect(files["rtpengine/rtpengine.conf"]).toContain("port-min = 21000\nport-max = 21999\n");
    expect(files["janus/janus.plugin.sip.jcfg"]).toContain('sdp_ip = "127.0.0.1"');
    expect(files["kamailio/kamailio.cfg"]).toContain('modparam("rtpengine", "rtpengine_sock", "udp:127.0.0.1:2223")');
  });

  it("names Janus to the trunks without rtpengine", () => {
    const files = sipConfigFiles({ ...OPTIONS, rtpengine: undefined });
    expect(Object.keys(files).filter((name) => name.includes("rtpengine"))).toEqual([]);
    expect(files["janus/janus.plugin.sip.jcfg"]).toContain('sdp_ip = "203.0.113.5"');
    expect(files["janus/janus.plugin.sip.jcfg"]).toContain('rtp_port_range = "21000-21999"');
    expect(files["kamailio/kamailio.cfg"]).not.toContain("rtpengine");
  });

  it("has units with names of its own, and no secret outside of the programs' files", () => {
    const files = sipServiceFiles({ ...OPTIONS, trunkPorts: [30_000, 30_099], allowed: ["198.51.100.0/24", "192.0.2.1"] });
    const units = Object.keys(files).filter((name) => name.startsWith("systemd/"));
    expect(units).toEqual([
      "systemd/callwright-rtpengine.service",
      "systemd/callwright-kamailio.service",
      "systemd/callwright-janus.service",
    ]);
    for (const name of units) expect(files[name]).toContain("User=callwright-sip\n");
    expect(files["systemd/callwright-kamailio.service"]).toContain("kamailio -DD -E ");
    expect(files["systemd/callwright-kamailio.service"]).not.toContain("CAP_NET_BIND_SERVICE");
    expect(files["nftables.nft"]).toContain("ip saddr { 198.51.100.0/24, 192.0.2.1 } udp dport 5060 accept\n");
    expect(files["nftables.nft"]).toContain("udp dport 30000-30099 accept\n");
    expect(JSON.parse(files["sip.json"] ?? "")).toEqual({
      publicAddress: "203.0.113.5",
      localAddress: "192.168.1.2",
      sipPort: 5060,
      trunkPorts: [30_000, 30_099],
      rtpengine: "127.0.0.1:2223",
    });
    expect(Object.values(files).join("")).not.toContain(OPTIONS.secret);
    expect(sipServiceFiles({ ...OPTIONS, sipPort: 506 })["systemd/callwright-kamailio.service"]).toContain(
      "CAP_NET_BIND_SERVICE",
    );
    expect(Object.keys(sipServiceFiles({ ...OPTIONS, rtpengine: undefined })).join()).not.toContain("rtpengine");
  });
});

describe("the certificate for TLS", () => {
  let folder: string;
  const make = (name: string) =>
    execFileSync(
      "openssl",
      // biome-ignore format: one command
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=sip", "-keyout", `${folder}/${name}.key`, "-out", `${folder}/${name}.pem`],
      { stdio: "ignore" },
    );
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "sip-tls-"));
    mkdirSync(`${folder}/kamailio/modules`, { recursive: true });
    writeFileSync(`${folder}/kamailio/modules/tls.so`, "");
    make("one");
    make("two");
    writeFileSync(`${folder}/words.pem`, "no certificate");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = (changed: Partial<Parameters<typeof readTlsFiles>[0]> = {}) =>
    readTlsFiles({
      certificate: `${folder}/one.pem`,
      key: `${folder}/one.key`,
      authorities: `${folder}/two.pem`,
      libraries: folder,
      ...changed,
    });

  it("is copied with its key", async () => {
    const files = await read();
    expect(files[CERTIFICATE_FILE]).toContain("BEGIN CERTIFICATE");
    expect(files[KEY_FILE]).toContain("PRIVATE KEY");
  });

  it.each([
    [{ libraries: "/nowhere" }, "kamailio-tls-modules"],
    [{ certificate: "/nowhere/cert.pem" }, "--tls-certificate cannot be read: ENOENT"],
    [{ key: "/nowhere/key.pem" }, "/nowhere/key.pem"],
    [{ authorities: "/nowhere/ca.pem" }, "--tls-authorities cannot be read"],
  ])("is refused with what is missing: %o", async (changed, message) => {
    await expect(read(changed)).rejects.toThrow(message);
  });

  it("is refused when its key is another one, or it is none", async () => {
    await expect(read({ key: `${folder}/two.key` })).rejects.toThrow("the key of another certificate");
    await expect(read({ certificate: `${folder}/words.pem` })).rejects.toThrow("in the form of PEM");
  });
});
