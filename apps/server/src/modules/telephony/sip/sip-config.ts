import { createPrivateKey, X509Certificate } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { StartError } from "../../../platform/config/start-error.ts";
import { hostAndPort, kamailioConfig } from "./kamailio-config.ts";
import { type SipConfigOptions, type SipTlsOptions, TRUNK_PORTS } from "./sip-config-options.ts";

/** Debian's folder of both programs' libraries, which has the name of the architecture. */
export function findLibraries(): string | undefined {
  return readdirSync("/usr/lib")
    .map((name) => `/usr/lib/${name}`)
    .find((folder) => existsSync(`${folder}/kamailio/modules`) && existsSync(`${folder}/janus/plugins`));
}

/** Plugins and transports of Debian's package that nothing here uses. */
const UNUSED_PLUGINS = [
  ...["audiobridge", "duktape", "echotest", "lua", "nosip", "recordplay", "streaming", "textroom", "videocall"],
  ...["videoroom", "voicemail"],
];
const UNUSED_TRANSPORTS = ["http", "mqtt", "nanomsg", "pfunix", "rabbitmq"];

/** The files of Janus and Kamailio, by their path below `folder`. They contain the secret. */
export function sipConfigFiles(options: SipConfigOptions): Record<string, string> {
  return {
    "janus/janus.jcfg": janus(options),
    "janus/janus.plugin.sip.jcfg": janusSip(options),
    "janus/janus.transport.websockets.jcfg": janusWebsockets(options),
    "kamailio/kamailio.cfg": kamailioConfig(options),
    ...(options.rtpengine !== undefined && { "rtpengine/rtpengine.conf": rtpengine(options) }),
    ...(options.tls && { "kamailio/tls.cfg": kamailioTls(options.tls) }),
  };
}

const ignored = (names: readonly string[]) => names.map((name) => `libjanus_${name}.so`).join(",");

function janus({ folder, secret, libraries, hostPorts: [first, last] = [20_000, 20_999] }: SipConfigOptions): string {
  return `# Made by Callwright. Janus carries the sound between SIP and the call hosts of this machine.
general: {
  configs_folder = "${folder}/janus"
  plugins_folder = "${libraries}/janus/plugins"
  transports_folder = "${libraries}/janus/transports"
  events_folder = "${libraries}/janus/events"
  loggers_folder = "${libraries}/janus/loggers"
  interface = "127.0.0.1"
  debug_level = 3
  api_secret = "${secret}"
  session_timeout = 60
  # A server that is gone takes its calls with it.
  reclaim_session_timeout = 0
  hide_dependencies = true
}
media: {
  ipv6 = false
  rtp_port_range = "${first}-${last}"
}
nat: {
  full_trickle = true
  ice_lite = true
  ice_enforce_list = "lo"
  ignore_mdns = true
  keep_private_host = true
}
plugins: { disable = "${ignored(UNUSED_PLUGINS)}" }
transports: { disable = "${ignored(UNUSED_TRANSPORTS)}" }
loggers: { disable = "libjanus_jsonlog.so" }
events: { broadcast = false }
`;
}

function janusSip(options: SipConfigOptions) {
  const { publicAddress, localAddress = publicAddress, trunkPorts = TRUNK_PORTS } = options;
  const { janusPorts = [22_000, 22_999] } = options;
  const withoutRtpengine = options.rtpengine === undefined;
  const [first, last] = withoutRtpengine ? trunkPorts : janusPorts;
  return `general: {
  # SIP goes to Kamailio alone. Sound goes to ${withoutRtpengine ? "the trunks" : "rtpengine"}.
  local_ip = "127.0.0.1"
  local_media_ip = "${withoutRtpengine ? localAddress : "127.0.0.1"}"
  sdp_ip = "${withoutRtpengine ? publicAddress : "127.0.0.1"}"
  rtp_port_range = "${first}-${last}"
  keepalive_interval = 120
  behind_nat = false
  user_agent = "Callwright"
  register_ttl = 300
}
`;
}

/** Sound goes to where the sound of the other side comes from, whatever its SDP says. */
function rtpengine(options: SipConfigOptions): string {
  const { publicAddress, localAddress = publicAddress, rtpengine: listen, trunkPorts: [first, last] = TRUNK_PORTS } = options;
  return `# Made by Callwright. rtpengine carries the sound between the trunks and Janus.
[rtpengine]
# Without its module of the kernel.
table = -1
interface = trunk/${localAddress}${localAddress === publicAddress ? "" : `!${publicAddress}`};janus/127.0.0.1
listen-ng = ${listen}
port-min = ${first}
port-max = ${last}
endpoint-learning = heuristic
# Seconds without any packet of a call.
timeout = 300
silent-timeout = 3600
# Calls of strangers, which the server refuses, must not take all ports.
delete-delay = 0
log-level = 5
`;
}

function janusWebsockets({ janusUrl }: SipConfigOptions): string {
  const { host, port } = hostAndPort(janusUrl);
  return `general: {
  json = "compact"
  ws = true
  ws_ip = "${host}"
  ws_port = ${port}
  wss = false
}
`;
}

/** Trunks are verified: a fake trunk would get passwords and hear calls. */
function kamailioTls({ certificate, key, authorities = "/etc/ssl/certs/ca-certificates.crt" }: SipTlsOptions): string {
  const own = `private_key = ${key}\ncertificate = ${certificate}`;
  return `[server:default]
method = TLSv1.2+
verify_certificate = no
require_certificate = no
${own}

[client:default]
method = TLSv1.2+
verify_certificate = yes
require_certificate = yes
ca_list = ${authorities}
${own}
`;
}

/** Copies, below the folder of `sip:config`: the user of the services cannot read Let's Encrypt's files. */
export const CERTIFICATE_FILE = "kamailio/certificate.pem";
export const KEY_FILE = "kamailio/key.pem";

/** Copies of the certificate and its key. Fails with a `StartError` that names what is missing, or does not fit. */
export async function readTlsFiles(from: {
  certificate: string;
  key: string;
  authorities: string;
  libraries: string;
}): Promise<Record<string, string>> {
  const { certificate, key, authorities, libraries } = from;
  if (!existsSync(`${libraries}/kamailio/modules/tls.so`))
    throw new StartError("Kamailio has no module for TLS. Install the package kamailio-tls-modules, then run this again.");
  const read = (option: string, file: string) =>
    readFile(file, "utf8").catch((error: Error) => {
      throw new StartError(`${option} cannot be read: ${error.message}.`);
    });
  const texts = {
    [CERTIFICATE_FILE]: await read("--tls-certificate", certificate),
    [KEY_FILE]: await read("--tls-key", key),
  };
  await read("--tls-authorities", authorities);
  let problem: string | undefined;
  try {
    const parsed = new X509Certificate(texts[CERTIFICATE_FILE] ?? "");
    if (!parsed.checkPrivateKey(createPrivateKey(texts[KEY_FILE] ?? "")))
      problem = "--tls-key is the key of another certificate.";
    else if (new Date(parsed.validTo) < new Date()) problem = `--tls-certificate was valid until ${parsed.validTo}. Renew it.`;
  } catch (error) {
    problem = `--tls-certificate and --tls-key must be files in the form of PEM, without a password: ${error instanceof Error ? error.message : error}.`;
  }
  if (problem !== undefined) throw new StartError(problem);
  return texts;
}
