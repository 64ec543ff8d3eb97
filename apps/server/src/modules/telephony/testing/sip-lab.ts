import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { RtpengineClient } from "../sip/rtpengine-client.ts";
import { findLibraries, sipConfigFiles } from "../sip/sip-config.ts";
import type { SipConfig } from "../sip/sip-gateway.ts";
import type { SipTrunk } from "../sip/sip-trunk.ts";
import { Baresip } from "./baresip.ts";
import { until } from "./until.ts";

/** The program or package that SIP needs and this machine lacks, as a sentence. Undefined: nothing. */
export function missingForSip(): string | undefined {
  const missing = ["janus", "kamailio", "rtpengine", "baresip", "openssl"].filter((program) => {
    try {
      execFileSync("which", [program]);
      return false;
    } catch {
      return true;
    }
  });
  return missing.length === 0 ? undefined : `${missing.join(", ")} not installed: SIP is not tested here (docs/sip.md)`;
}

export const ORG = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";
export const OUR_NUMBER = "+14155550123";
export const PHONE_NUMBER = "+14155550199";
/** Numbers of the carrier, by their behavior. */
export const CARRIER_NUMBERS = {
  rings: "+14155550100",
  "is busy": "+14155550103",
  "never answers": "+14155550104",
  declines: "+14155550105",
  "does not exist": "+14155550107",
  /** Redirects the caller to the phone that answers. */
  redirects: "+14155550109",
  "has no line free": "+14155550106",
  /** A second phone that answers automatically. */
  answers: "+14155550108",
} as const;
/** The carrier has its own address, and so have strangers. */
export const CARRIER_ADDRESS = "127.0.0.2";
export const STRANGERS_ADDRESS = "127.0.0.3";
const PASSWORD = "trunk-password";
const LISTEN_MS = 60_000;
/** Ten calls of a trunk on the address of Janus take four ports each of rtpengine. */
const PORTS = 300;
/** How long a finger is on a key, and off it. */
const HELD_MS = 200;

export interface SipLab {
  sip: SipConfig & { rtpengine: string };
  trunk: SipTrunk;
  /** Kamailio's address for trunks. */
  address: string;
  /** The phone behind the carrier, with the number `PHONE_NUMBER`: it answers when the test asks it to. */
  phone: Baresip;
  /** Another phone, which answers at once. */
  other: Baresip;
  /** The folder in which `phone` stores the sound that it hears. */
  folder: string;
  credentials: { authUsername: string; authPassword: string };
  /** The carrier's address for calls over TLS. */
  tlsGateway: { ip: string; port: number };
  /** The phone calls `OUR_NUMBER`. False: the call is not taken. */
  callUs(): Promise<boolean>;
  /** The last output of `other`, which says how its sound is encrypted. */
  printed(): string;
  /** The phone presses keys in its call. */
  press(keys: string): Promise<void>;
  /** Ports of Janus' SIP stacks, one for each registration. Janus chooses them. */
  portsOfJanus(): number[];
  /** Kamailio forgets its registrations. */
  restartKamailio(): Promise<void>;
  killRtpengine(): Promise<void>;
  killKamailio(): Promise<void>;
  killJanus(): void;
  startJanus(): Promise<void>;
  close(): Promise<void>;
}

/** Janus and Kamailio with this server's configuration, a carrier (another Kamailio, which wants a password), and two phones behind it. */
export async function openSipLab(soundOfPhone?: Uint8Array): Promise<SipLab> {
  const libraries = findLibraries() ?? "";
  const folder = await mkdtemp(path.join(tmpdir(), "sip-lab-"));
  const { base, release } = await reservePorts();
  const port = (index: number) => base + index;
  const running: ChildProcess[] = [];
  const stop = async () => {
    for (const child of running.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 3_000);
      await gone;
      clearTimeout(timer);
    }
    release();
    await rm(folder, { recursive: true, force: true });
  };
  const run = async (name: string, command: string, args: string[], listens: (() => Promise<void>) | undefined) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], cwd: folder });
    let said = "";
    const hear = (data: Buffer) => {
      said = (said + data.toString()).slice(-20_000);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    running.push(child);
    const gone = once(child, "exit").then(() => Promise.reject(new Error(`${name} ended: ${said}`)));
    gone.catch(() => {});
    const late = delay(LISTEN_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`${name} does not listen: ${said}`)),
    );
    late.catch(() => {});
    try {
      if (listens) await Promise.race([listens(), gone, late]);
    } catch (error) {
      await stop();
      throw error;
    }
    return { child, said: () => said };
  };

  const certificate = makeCertificate(folder);
  const sip: SipLab["sip"] = {
    secret: `test-${Math.random().toString(36).slice(2)}-0123456789abcdef`,
    janusUrl: `ws://127.0.0.1:${port(0)}`,
    proxy: `sip:127.0.0.1:${port(1)}`,
    rtpengine: `127.0.0.1:${port(7)}`,
    gateways: undefined,
  };
  const address = `127.0.0.1:${port(2)}`;
  const files = sipConfigFiles({
    ...sip,
    folder,
    publicAddress: "127.0.0.1",
    sipPort: port(2),
    tls: { ...certificate, port: port(4), authorities: certificate.certificate },
    workers: 1,
    libraries,
    hostPorts: [port(30), port(59)],
    janusPorts: [port(60), port(119)],
    trunkPorts: [port(120), port(PORTS - 1)],
  });
  const carrier = `${CARRIER_ADDRESS}:${port(3)}`;
  const tls = { port: port(5), file: path.join(folder, "carrier/tls.cfg") };
  files["carrier/kamailio.cfg"] = carrierConfig({ carrier, ours: address, phone: port(6), other: port(12), libraries, tls });
  files["carrier/tls.cfg"] =
    `[server:default]\nmethod = TLSv1.2+\n${keyLines(certificate)}\n[client:default]\n${keyLines(certificate)}\n`;
  for (const [name, sipPort, control, mode] of [
    ["phone", port(6), port(8), "manual"],
    ["other", port(12), port(14), "auto"],
  ] as const)
    Object.assign(files, baresipConfig({ folder, name, sipPort, control, mode, carrier }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  await writeFile(path.join(folder, "sound.wav"), soundOfPhone ?? silentWav(600));

  const kamailio = (name: string, file: string) =>
    run(name, "kamailio", ["-DD", "-E", "-m", "32", "-M", "4", "-Y", folder, "-f", path.join(folder, file)], undefined);
  let janus: ChildProcess;
  const startJanus = async () => {
    const started = await run("janus", "janus", ["-F", path.join(folder, "janus")], () => listening(port(0)));
    janus = started.child;
  };
  const relay = new RtpengineClient(sip.rtpengine);
  const rtpengineArgs = [`--config-file=${path.join(folder, "rtpengine/rtpengine.conf")}`, "--foreground", "--log-stderr"];
  const pidFile = `--pidfile=${path.join(folder, "rtpengine.pid")}`;
  const { child: rtpengine } = await run("rtpengine", "rtpengine", [...rtpengineArgs, pidFile], () => relay.ping());
  let ours = await kamailio("kamailio", "kamailio/kamailio.cfg");
  const killKamailio = async () => {
    const gone = once(ours.child, "exit");
    ours.child.kill("SIGTERM");
    await gone;
  };
  await kamailio("the carrier", "carrier/kamailio.cfg");
  await startJanus();
  const phones: Baresip[] = [];
  const printed = { phone: () => "", other: () => "" };
  for (const [name, control] of [
    ["phone", port(8)],
    ["other", port(14)],
  ] as const) {
    const { said } = await run(name, "baresip", ["-f", path.join(folder, name)], () => listening(control));
    printed[name] = said;
    phones.push(new Baresip(control));
  }
  const [phone, other] = phones as [Baresip, Baresip];
  const credentials = { authUsername: "trunk", authPassword: PASSWORD };
  return {
    sip,
    address,
    phone,
    other,
    folder,
    startJanus,
    credentials,
    async callUs() {
      const before = phone.events.length;
      await phone.command("dial", `sip:${OUR_NUMBER}@${carrier}`);
      const has = (type: string) => phone.events.slice(before).some((event) => event.type === type);
      await until(() => has("CALL_ESTABLISHED") || has("CALL_CLOSED"), "the call is taken or refused");
      return has("CALL_ESTABLISHED");
    },
    printed: () => printed.other(),
    async press(keys) {
      for (const key of keys) {
        await phone.command("sndcode", key);
        await delay(HELD_MS);
        await phone.command("sndcode", "\u0004");
        await delay(HELD_MS);
      }
    },
    portsOfJanus: () => udpPortsOf(janus.pid ?? 0).filter((each) => each < port(30) || each >= port(PORTS)),
    tlsGateway: { ip: CARRIER_ADDRESS, port: tls.port },
    trunk: {
      provider: "byo-sip-trunk",
      gateways: [{ ip: CARRIER_ADDRESS, port: port(3) }],
      outboundAuthenticationPlan: credentials,
      outboundLeadingPlusEnabled: true,
    },
    async restartKamailio() {
      await killKamailio();
      ours = await kamailio("kamailio", "kamailio/kamailio.cfg");
    },
    async killRtpengine() {
      const gone = once(rtpengine, "exit");
      rtpengine.kill("SIGKILL");
      await gone;
    },
    killKamailio,
    killJanus: () => void janus.kill("SIGKILL"),
    async close() {
      for (const each of phones) each.close();
      await stop();
    },
  };
}

/** A self-signed certificate for both sides. */
function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [path.join(folder, "certificate.pem"), path.join(folder, "key.pem")];
  const subject = ["-subj", "/CN=sip-lab", "-addext", `subjectAltName=IP:${CARRIER_ADDRESS},IP:127.0.0.1`];
  const output = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...output], {
    stdio: "ignore",
  });
  return { certificate, key };
}

const keyLines = ({ certificate, key }: { certificate: string; key: string }) =>
  `private_key = ${key}\ncertificate = ${certificate}`;

/** The first of `PORTS` ports that no other lab uses, below the range for automatic ports. */
async function reservePorts(): Promise<{ base: number; release(): void }> {
  for (;;) {
    const base = 10_000 + PORTS * Math.floor(Math.random() * 73);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(base + 29, "127.0.0.1", () => resolve(true));
    });
    if (isFree) return { base, release: () => server.close() };
  }
}

/** Resolves when a TCP port takes connections. */
async function listening(port: number): Promise<void> {
  const endMs = performance.now() + LISTEN_MS;
  while (performance.now() < endMs) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await delay(50);
  }
}

/** The UDP ports of a process. */
function udpPortsOf(pid: number): number[] {
  const sockets = execFileSync("ss", ["-lunpH"], { encoding: "utf8" }).split("\n");
  return sockets.filter((line) => line.includes(`pid=${pid},`)).map((line) => Number(/:(\d+)\s/.exec(line)?.[1]));
}

interface CarrierOptions {
  carrier: string;
  ours: string;
  phone: number;
  other: number;
  libraries: string;
  tls: { port: number; file: string };
}

function carrierConfig({ carrier, ours, phone, other, libraries, tls }: CarrierOptions): string {
  return `#!KAMAILIO
debug=1
fork=yes
children=1
tcp_children=1
auto_aliases=no
listen=udp:${carrier}
enable_tls=yes
listen=tls:${CARRIER_ADDRESS}:${tls.port}
mpath="${libraries}/kamailio/modules/"
${["tls", "tm", "tmx", "sl", "rr", "pv", "maxfwd", "textops", "siputils", "usrloc", "registrar", "auth", "kex", "corex"].map((name) => `loadmodule "${name}.so"`).join("\n")}
modparam("tls", "config", "${tls.file}")
modparam("usrloc", "db_mode", 0)
modparam("tm", "fr_timer", 5000)
modparam("tm", "fr_inv_timer", 120000)
request_route {
  if (is_method("CANCEL")) { if (t_check_trans()) { t_relay(); } exit; }
  if (has_totag()) {
    if (is_method("MESSAGE") && $hdr(X-Note) == "refuse this") { sl_send_reply("403", "Not This One"); exit; }
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK") && t_check_trans()) { t_relay(); }
    exit;
  }
  t_check_trans();
  if (is_method("REGISTER")) {
    if (!pv_auth_check("$fd", "${PASSWORD}", "0", "0")) { auth_challenge("$fd", "0"); exit; }
    save("location"); exit;
  }
  record_route();
  # A phone calls a number of the trunk.
  if ($rU == "${OUR_NUMBER}") {
    append_hf("X-Booking-Id: B 7\\r\\n");
    # As its registration says, else as a trunk with a fixed address.
    $rU = "trunk";
    if (!lookup("location")) { $rU = "${OUR_NUMBER}"; $du = "sip:${ours}"; }
    t_relay();
    exit;
  }
  # Names are called by anybody, one of them with a header alone.
  if ($rU == "guest" || ($rU == "desk" && $hdr(X-Desk) == "${PHONE_NUMBER}")) {
    $rU = "other";
    $du = "sip:127.0.0.1:${other}";
    t_relay();
    exit;
  }
  # The trunk calls, or a phone that was referred.
  if ($sp == ${ours.split(":")[1]} || $proto == "tls") {
    if (!pv_auth_check("$fd", "${PASSWORD}", "0", "0") || $au != "trunk") { proxy_challenge("$fd", "0"); exit; }
    consume_credentials();
  }
  switch ($rU) {
    case "${CARRIER_NUMBERS["is busy"]}": t_newtran(); t_reply("486", "Busy Here"); exit;
    case "${CARRIER_NUMBERS.declines}": t_newtran(); t_reply("180", "Ringing"); t_reply("603", "Decline"); exit;
    case "${CARRIER_NUMBERS.redirects}": append_to_reply("Contact: <sip:${CARRIER_NUMBERS.answers}@${carrier}>\\r\\n"); t_newtran(); t_reply("302", "Moved"); exit;
    case "${CARRIER_NUMBERS["has no line free"]}": t_newtran(); t_reply("503", "All Lines Are Busy"); exit;
    case "${CARRIER_NUMBERS["does not exist"]}": t_newtran(); t_reply("404", "Not Found"); exit;
    case "${CARRIER_NUMBERS.answers}": $rU = "other"; $du = "sip:127.0.0.1:${other}"; t_relay(); exit;
    default: $rU = "${PHONE_NUMBER}"; $du = "sip:127.0.0.1:${phone}"; t_relay(); exit;
  }
}
`;
}

interface BaresipOptions {
  folder: string;
  name: "phone" | "other";
  sipPort: number;
  control: number;
  mode: "manual" | "auto";
  carrier: string;
}

function baresipConfig({ folder, name, sipPort, control, mode, carrier }: BaresipOptions): Record<string, string> {
  const user = name === "phone" ? PHONE_NUMBER : name;
  return {
    [`${name}/accounts`]: `<sip:${user}@${carrier};transport=udp>;answermode=${mode};mediaenc=srtp;audio_codecs=PCMU,PCMA;regint=0;dtmfmode=rtpevent\n`,
    [`${name}/contacts`]: "",
    [`${name}/config`]: `poll_method epoll
sip_listen 127.0.0.1:${sipPort}
sip_trans_def udp
call_local_timeout 120
call_max_calls 10
audio_player aufile,${folder}/${name}-played.wav
audio_source aufile,${folder}/sound.wav
audio_alert ausine,440
ausrc_srate 8000
auplay_srate 8000
ausrc_channels 1
auplay_channels 1
audio_level no
rtcp_mux no
jitter_buffer_type fixed
jitter_buffer_delay 2-10
net_interface 127.0.0.1
module_path /usr/lib/baresip/modules
module stdio.so
module g711.so
module aufile.so
module ausine.so
module sndfile.so
module srtp.so
module uuid.so
module_app account.so
module_app menu.so
module_app ctrl_tcp.so
ctrl_tcp_listen 127.0.0.1:${control}
snd_path ${folder}/${name}
statmode_default off
`,
  };
}

/** Baresip ends a call with its sound file. */
function silentWav(seconds: number): Buffer {
  const dataBytes = seconds * 16_000;
  const wav = Buffer.alloc(44 + dataBytes);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + dataBytes, 4);
  wav.write("WAVEfmt ", 8);
  for (const [value, at] of [
    [16, 16],
    [8_000, 24],
    [16_000, 28],
    [dataBytes, 40],
  ] as const)
    wav.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    wav.writeUInt16LE(value, at);
  wav.write("data", 36);
  return wav;
}
