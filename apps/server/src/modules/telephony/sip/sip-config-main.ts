/** `npm run sip:config -- --public-address 203.0.113.5`: writes all that the programs of SIP trunks need. `docs/sip.md` has the options. */
import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { isIPv4 } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";
import { parseConfig } from "../../../platform/config/config.ts";
import { StartError } from "../../../platform/config/start-error.ts";
import { CERTIFICATE_FILE, findLibraries, KEY_FILE, readTlsFiles, sipConfigFiles } from "./sip-config.ts";
import { type SipConfigOptions, TRUNK_PORTS } from "./sip-config-options.ts";
import { sipServiceFiles } from "./sip-services.ts";

/** Janus has the ports beside them, on this machine alone: 20000 to 20999 and 22000 to 22999. */
const JANUS_PORTS = [
  [20_000, 20_999],
  [22_000, 22_999],
] as const;
/** RTP and RTCP of both sides. */
const PORTS_OF_CALL = 4;
/** These appear in the files of other programs, without quotes. */
const PLAIN_PATH = /^[\w./-]+$/;

try {
  process.stdout.write(`${await write()}\n`);
} catch (error) {
  const isExpected = error instanceof StartError || (error instanceof Error && "code" in error);
  process.stderr.write(`${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}

async function write(): Promise<string> {
  const { values } = parseArgs({
    options: {
      folder: { type: "string", default: "sip" },
      "public-address": { type: "string" },
      "local-address": { type: "string" },
      port: { type: "string", default: "5060" },
      "rtp-ports": { type: "string", default: TRUNK_PORTS.join("-") },
      "tls-certificate": { type: "string" },
      "tls-key": { type: "string" },
      "tls-authorities": { type: "string", default: "/etc/ssl/certs/ca-certificates.crt" },
      "tls-port": { type: "string", default: "5061" },
      allow: { type: "string", multiple: true },
      libraries: { type: "string" },
    },
  });
  const { sip } = parseConfig(process.env);
  if (!sip) throw new StartError("SIP_SECRET is not set. Set it to at least 16 letters and digits, for the server too.");
  const publicAddress = addressOf("--public-address", values["public-address"]);
  const localAddress =
    values["local-address"] === undefined ? publicAddress : addressOf("--local-address", values["local-address"]);
  const innerPort = Number(new URL(sip.proxy.replace(/^sip:/, "http://")).port);
  const sipPort = portOf("--port", values.port, innerPort);
  for (const address of values.allow ?? [])
    if (!isIPv4(address.replace(/\/(?:[12]?\d|3[0-2])$/, "")))
      throw new StartError(`--allow must be an IPv4 address or network; it is "${address}".`);
  // npm changes to its own folder, but a file name is relative to the user's folder.
  const fileOf = (name: string) => path.resolve(process.env.INIT_CWD ?? ".", name);
  const folder = fileOf(values.folder);
  if (!PLAIN_PATH.test(folder)) throw new StartError(`--folder must have letters, digits, "." and "-" alone; it is "${folder}".`);
  const libraries = values.libraries ?? findLibraries();
  if (libraries === undefined)
    throw new StartError("Janus and Kamailio are not installed in a folder of /usr/lib. Name their folder with --libraries.");
  const withoutRtpengine = sip.rtpengine === undefined;
  if (!withoutRtpengine && values.libraries === undefined && !existsSync("/usr/bin/rtpengine"))
    throw new StartError(
      "rtpengine is not installed. Install the package rtpengine-daemon, or set SIP_RTPENGINE=none, for the server too.",
    );
  const { "tls-certificate": certificate, "tls-key": key } = values;
  if ((certificate === undefined) !== (key === undefined))
    throw new StartError("--tls-certificate and --tls-key are needed together.");
  const options: SipConfigOptions = {
    ...sip,
    folder,
    publicAddress,
    localAddress,
    sipPort,
    libraries,
    trunkPorts: rangeOf("--rtp-ports", values["rtp-ports"], withoutRtpengine),
    allowed: values.allow,
  };
  const files: Record<string, string> = {};
  if (certificate !== undefined && key !== undefined) {
    const tls = { certificate: fileOf(certificate), key: fileOf(key), authorities: fileOf(values["tls-authorities"]) };
    Object.assign(files, await readTlsFiles({ ...tls, libraries }));
    options.tls = {
      port: portOf("--tls-port", values["tls-port"], innerPort),
      certificate: `${folder}/${CERTIFICATE_FILE}`,
      key: `${folder}/${KEY_FILE}`,
      authorities: tls.authorities,
    };
  }
  Object.assign(files, sipConfigFiles(options), sipServiceFiles(options));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o750 });
    // The files contain the secret.
    await writeFile(file, text, { mode: 0o640 });
    await chmod(file, 0o640);
  }
  return said(options);
}

/** What was written, and what follows. */
function said({ folder, rtpengine, trunkPorts: [first, last] = TRUNK_PORTS, sipPort, tls }: SipConfigOptions): string {
  const relay =
    rtpengine === undefined ? [] : [`rtpengine --config-file=${folder}/rtpengine/rtpengine.conf --foreground --log-stderr`];
  return [
    `Written to ${folder}: the configuration of the programs, units of systemd, and what the firewall must let in (nftables.nft).`,
    "Make the programs services, and start them again after a change:",
    `  sudo sh ${folder}/install.sh`,
    "Or start them yourself:",
    ...[...relay, `kamailio -DD -E -f ${folder}/kamailio/kamailio.cfg`, `janus -F ${folder}/janus`].map((line) => `  ${line}`),
    `Open UDP and TCP ${sipPort}${tls ? `, TCP ${tls.port ?? 5061}` : ""} to your trunks, and UDP ${first}-${last} to everybody.`,
    `Then check the line: npm run sip:doctor -- --folder ${folder}`,
  ].join("\n");
}

/** `innerPort`: Kamailio's for Janus. */
function portOf(option: string, given: string, innerPort: number): number {
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new StartError(`${option} must be a port number from 1 to 65535.`);
  if (port === innerPort) throw new StartError(`${option} must not be ${port}, which SIP_PROXY has for Janus.`);
  return port;
}

function rangeOf(option: string, given: string, withoutRtpengine: boolean): readonly [number, number] {
  const [first = 0, last = 0] = given.split("-").map(Number);
  if (!/^\d+-\d+$/.test(given) || first < 1_024 || last > 65_535 || last - first + 1 < PORTS_OF_CALL)
    throw new StartError(
      `${option} must be a range of at least ${PORTS_OF_CALL} ports from 1024 to 65535, like ${TRUNK_PORTS.join("-")}.`,
    );
  const [hosts, relay] = JANUS_PORTS;
  for (const [from, to] of withoutRtpengine ? [hosts] : [hosts, relay])
    if (first <= to && from <= last) throw new StartError(`${option} must not have ports of ${from}-${to}, which Janus has.`);
  return [first, last];
}

function addressOf(option: string, given: string | undefined): string {
  if (given === undefined || !isIPv4(given)) throw new StartError(`${option} must be an IPv4 address, such as 203.0.113.5.`);
  return given;
}
