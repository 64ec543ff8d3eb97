import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eventually } from "../../../harness/eventually.ts";
import { scratchPath } from "../../../harness/scratch.ts";
import { run } from "../../run.ts";
import { endsWithTests } from "./children.ts";
import { CALLER, OUR_NUMBER, type Product, TRUNK_ADDRESS } from "./product.ts";
import { mailboxGreeting } from "./speech.ts";

/** Debian 12 has no Asterisk, Debian 11 has 16.28. */
const MIRROR = process.env.DEBIAN_MIRROR ?? "http://deb.debian.org/debian";
const DEBIAN = path.resolve(import.meta.dirname, "../node_modules/.debian-11");
const PASSWORD = "a secret of the switchboard";

/** Why there is none here. Makes the Debian on first use (400 MB). */
export async function asteriskProblem(): Promise<string | undefined> {
  if (existsSync(path.join(DEBIAN, "usr/sbin/asterisk"))) return undefined;
  if (process.getuid?.() !== 0) return "Asterisk runs in a chroot, which needs root.";
  if (spawnSync("which", ["debootstrap"]).status !== 0) return "Asterisk needs debootstrap.";
  const unfinished = `${DEBIAN}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    await run("debootstrap", ["--variant=minbase", "--include=asterisk", "bullseye", unfinished, MIRROR]);
  } catch (error) {
    return `Debian 11 could not be had from ${MIRROR}: ${String(error).slice(-300)}`;
  }
  renameSync(unfinished, DEBIAN);
  return undefined;
}

export interface Asterisk {
  /** A line of its console; returns what it prints. */
  tell(line: string): Promise<string>;
  /** A phone of the switchboard calls our number, and is in the dialplan's extension when that answers. */
  call(extension: string): Promise<void>;
  /** A variable that the dialplan has set with GLOBAL. */
  variable(name: string): Promise<string>;
  /** Recordings of calls, 8 kHz; empty if no recording has that name. */
  recording(name: string): Int16Array;
  /** Its recordings are gone then. */
  stop(): Promise<void>;
}

/** The numbers of its phones. */
export const SWITCHBOARD = {
  answers: "+14155550100",
  isBusy: "+14155550103",
  declines: "+14155550105",
  hasEarlyMedia: "+14155550110",
  hasMenu: "+14155550111",
  hasMailbox: "+14155550112",
} as const;

interface Options {
  /** This server registers, and calls with a password. */
  registers?: boolean;
}

/** The recipe of docs/sip.md, with phones that act by their number. */
export async function startAsterisk(product: Product, { registers = false }: Options = {}): Promise<Asterisk> {
  const configuration = `/sip-area-${path.basename(scratchPath("asterisk"))}`;
  const folder = path.join(DEBIAN, configuration);
  rmSync(folder, { recursive: true, force: true });
  for (const each of ["", "run", "log", "spool/recording", "db"]) mkdirSync(path.join(folder, each), { recursive: true });
  const files = configurationOf(product, configuration, registers);
  cpSync(await mailboxGreeting(), path.join(folder, "greeting.ulaw"));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const inside = ["--mount", "chroot", DEBIAN, "asterisk", "-C", `${configuration}/asterisk.conf`];
  const child: ChildProcess = spawn("unshare", [...inside, "-f", "-q", "-U", "root"], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-20_000);
    });
  const exit = endsWithTests(child);
  const tell = (line: string) => run("unshare", [...inside, "-x", line, "-r"], { codes: [0, 1], onlyOutput: true });
  await eventually("Asterisk to be ready", async () => {
    if (child.exitCode !== null) throw new Error(`Asterisk ended:\n${said}`);
    return /fully booted/i.test(await tell("core waitfullybooted")) || undefined;
  });
  return {
    tell,
    call: async (extension) =>
      void (await tell(`channel originate PJSIP/${OUR_NUMBER}@callwright extension ${extension}@phones`)),
    async variable(name) {
      const globals = await tell("dialplan show globals");
      return new RegExp(`^\\s*${name}=(.*)$`, "m").exec(globals)?.[1] ?? "";
    },
    recording(name) {
      const file = path.join(folder, "spool/recording", `${name}.sln`);
      if (!existsSync(file)) return new Int16Array();
      const bytes = readFileSync(file);
      return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
    },
    async stop() {
      if (child.exitCode === null) child.kill();
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** They listen on ports of their own. */
const UNUSED = ["chan_sip", "chan_iax2", "chan_skinny", "chan_unistim", "chan_mgcp", "pbx_dundi", "res_http_websocket"];

function configurationOf({ address, trunkPort }: Product, at: string, registers: boolean): Record<string, string> {
  const [host = "", port] = address.split(":");
  const account = registers ? "acme" : "callwright";
  return {
    "asterisk.conf": `[directories]
astetcdir => ${at}
astmoddir => /usr/lib/asterisk/modules
astvarlibdir => /var/lib/asterisk
astdbdir => ${at}/db
astkeydir => /var/lib/asterisk
astdatadir => /usr/share/asterisk
astagidir => /usr/share/asterisk/agi-bin
astspooldir => ${at}/spool
astrundir => ${at}/run
astlogdir => ${at}/log
`,
    "modules.conf": `[modules]\nautoload=yes\n${UNUSED.map((name) => `noload => ${name}.so\n`).join("")}`,
    "logger.conf": "[logfiles]\nmessages => notice,warning,error\n",
    "rtp.conf": "[general]\nrtpstart=44000\nrtpend=44999\n",
    "pjsip.conf": `[trunk]
type=transport
protocol=udp
bind=${TRUNK_ADDRESS}:${trunkPort}

[callwright]
type=endpoint
context=from-callwright
disallow=all
allow=ulaw,alaw
aors=${account}
direct_media=no
rtp_symmetric=yes
media_address=${TRUNK_ADDRESS}
bind_rtp_to_media_address=yes
from_user=${CALLER}
${registers ? "auth=acme" : ""}

[${account}]
type=aor
${registers ? "max_contacts=1" : `contact=sip:${host}:${port}`}

[callwright-id]
type=identify
endpoint=callwright
match=${host}
${registers ? `\n[acme]\ntype=auth\nauth_type=userpass\nusername=acme\npassword=${PASSWORD}\n` : ""}`,
    "extensions.conf": `[from-callwright]
exten => ${SWITCHBOARD.answers},1,Answer()
same => n,Record(${at}/spool/recording/heard.sln,0,30,k)
exten => ${SWITCHBOARD.isBusy},1,Hangup(17)
exten => ${SWITCHBOARD.declines},1,Ringing()
same => n,Wait(1)
same => n,Hangup(21)
exten => ${SWITCHBOARD.hasEarlyMedia},1,Progress()
same => n,Wait(16)
same => n,Answer()
same => n,Wait(60)
exten => ${SWITCHBOARD.hasMenu},1,Answer()
same => n,Read(keys,,4,,1,20)
same => n,Set(GLOBAL(KEYS)=\${keys})
same => n,Wait(30)
exten => ${SWITCHBOARD.hasMailbox},1,Answer()
same => n,Wait(1)
same => n,Playback(${at}/greeting)
same => n,Record(${at}/spool/recording/message.sln,3,30,kq)

[phones]
exten => listens,1,Record(${at}/spool/recording/caller.sln,0,20,kq)
exten => hangs-up,1,Wait(4)
same => n,Hangup()
`,
  };
}

export const SWITCHBOARD_ACCOUNT = { authUsername: "acme", authPassword: PASSWORD };
