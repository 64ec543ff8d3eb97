import { createHmac } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { GATEWAY_HEADER, KEY_HEADER, SIP_USER, type SipConfig, STRANGERS_USER, sipKey } from "./sip-gateway.ts";

export interface SipConfigOptions extends Omit<SipConfig, "gateways"> {
  /** Folder of the files. Kamailio and Janus read them there. */
  folder: string;
  /** The address that trunks know, and the one that this machine has, where they differ. */
  publicAddress: string;
  localAddress?: string;
  /** UDP and TCP. Default 5060. */
  sipPort?: number;
  /** The address that trunks use, and the machine's own address if it differs. */
  trunkPorts?: readonly [first: number, last: number];
  /** UDP ports of the sound to call hosts of this machine, inclusive. */
  hostPorts?: readonly [first: number, last: number];
  /** Addresses of trunks (IPv4, with or without a prefix length). Calls from others are not answered at all. Absent: this server decides. */
  allowed?: readonly string[] | undefined;
  /** Processes of Kamailio for each of its sockets. With one, messages stay in their order. Default 4. */
  workers?: number;
  /** Absent: no SIP over TLS. */
  tls?: SipTlsOptions | undefined;
  /** The folder of Debian's libraries, such as /usr/lib/x86_64-linux-gnu. */
  libraries: string;
}

/** Files are in the form of PEM. */
export interface SipTlsOptions {
  /** Default 5061. */
  port?: number;
  /** Certificate, with its chain, of the name that trunks call, and its key. */
  certificate: string;
  key: string;
  /** Certificates of the authorities that may sign a trunk's certificate. Default: those that Debian trusts. */
  authorities?: string;
}

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
    "kamailio/kamailio.cfg": kamailio(options),
    ...(options.tls && { "kamailio/tls.cfg": kamailioTls(options.tls) }),
  };
}

const hostAndPort = (url: string) => {
  const { hostname, port } = new URL(url.replace(/^(?:sip:|wss?:\/\/)/, "http://"));
  return { host: hostname, port: Number(port) || 80 };
};

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

function janusSip({
  publicAddress,
  localAddress = publicAddress,
  trunkPorts: [first, last] = [21_000, 21_999],
}: SipConfigOptions) {
  return `general: {
  # SIP goes to Kamailio alone. Sound goes to the trunks.
  local_ip = "127.0.0.1"
  local_media_ip = "${localAddress}"
  sdp_ip = "${publicAddress}"
  rtp_port_range = "${first}-${last}"
  keepalive_interval = 120
  behind_nat = false
  user_agent = "Callwright"
  register_ttl = 300
}
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

function kamailio(options: SipConfigOptions): string {
  const { publicAddress, localAddress = publicAddress, sipPort = 5060, proxy, secret, allowed, workers = 4, libraries } = options;
  const { tls, folder } = options;
  const tlsPort = tls?.port ?? 5061;
  const inner = hostAndPort(proxy);
  const listenAt = (port: number) =>
    `${localAddress}:${port}${localAddress === publicAddress ? "" : ` advertise ${publicAddress}:${port}`}`;
  const outer = listenAt(sipPort);
  const groups = allowed?.map((address) => {
    const [net = "", bits = "32"] = address.split("/");
    return `is_in_subnet("$si", "${net}/${bits}")`;
  });
  // 60 requests in 2 s from one address are too many if the address may belong to anybody.
  const strangers = groups ? `!(${groups.join(" || ") || "0"})` : "!pike_check_req()";
  return `#!KAMAILIO
# Made by Callwright. Kamailio is the only SIP address of this machine. It passes calls between the trunks and Janus.
debug=1
log_stderror=no
fork=yes
children=${workers}
tcp_children=${workers}
auto_aliases=no
server_signature=no
listen=udp:${outer}
listen=tcp:${outer}
${tls ? `enable_tls=yes\nlisten=tls:${listenAt(tlsPort)}` : "# No SIP over TLS."}
# For Janus alone.
listen=udp:${inner.host}:${inner.port}
mpath="${libraries}/kamailio/modules/"
${KAMAILIO_MODULES.map((name) => `loadmodule "${name}.so"`).join("\n")}
${tls ? `loadmodule "tls.so"\nmodparam("tls", "config", "${folder}/kamailio/tls.cfg")\n` : ""}modparam("usrloc", "db_mode", 0)
modparam("registrar", "max_contacts", 1)
modparam("tm", "fr_timer", 5000)
# The server ends calls that ring for too long: the longest ring time is 600 s.
modparam("tm", "fr_inv_timer", 620000)
modparam("tm", "max_inv_lifetime", 620000)
modparam("tm", "wt_timer", 32000)
modparam("rr", "enable_double_rr", 1)
# Addresses that this server has called, or taken a call of, in the last day.
modparam("htable", "htable", "known=>size=8;autoexpire=86400;")
modparam("pike", "sampling_time_unit", 2)
modparam("pike", "reqs_density_per_unit", 60)

request_route {
  if ($Rp == ${inner.port}) {
    # Janus alone sends here, and never what this Kamailio has relayed.
    if ($si != "${inner.host}" || $sp == ${inner.port} || $sp == ${sipPort}) { route(FORBIDDEN); }
  }
  else if (${strangers}) { drop; }
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  if (!sanity_check()) { exit; }
  if (is_method("CANCEL")) {
    if (t_check_trans()) { t_relay(); }
    exit;
  }
  if (has_totag()) { route(IN_CALL); exit; }
  t_check_trans();
  if ($Rp == ${inner.port}) { route(FROM_JANUS); exit; }
  route(FROM_OUTSIDE);
}

# The calls of Janus: each has the mark of its Call-ID and of the port of Janus in its route.
route[IN_CALL] {
  $var(ck) = $(route_uri{uri.param,ck});
  if (!loose_route_mode("1")) {
    # Absorbs the ACK of a refusal.
    if (is_method("ACK")) { t_check_trans(); }
    exit;
  }
  if ($Rp == ${inner.port}) { $var(port) = $sp; }
  else { $var(port) = $rp; }
  route(MARK);
  if ($var(ck) != $var(mark)) { route(FORBIDDEN); }
  if ($Rp != ${inner.port}) {
    # What comes from outside goes to Janus, and nowhere else.
    if ($rd != "${inner.host}" || $du != $null) { route(FORBIDDEN); }
    $du = "sip:${inner.host}:" + $rp;
    route(FROM_OUTSIDE_IN_CALL);
  }
  t_relay();
}

# What Janus would accept, and not do.
route[FROM_OUTSIDE_IN_CALL] {
  remove_hf_re("^[Xx]-[Cc][Aa][Ll][Ll][Ww][Rr][Ii][Gg][Hh][Tt]-");
  if (is_method("REFER")) { sl_send_reply("603", "Decline"); exit; }
  if (is_method("INVITE") && has_body("application/sdp")) {
    if (!sdp_with_codecs_by_name("PCMU,PCMA,G722,opus")) {
      t_newtran();
      t_reply("488", "Not Acceptable Here");
      exit;
    }
    # Janus replaces the address, by which old telephones hold a call.
    if (search_body("c=IN IP4 0[.]0[.]0[.]0")) { append_hf("X-Callwright-Held: yes\\r\\n"); }
    route(FAX);
  }
}

# Janus refuses an offer with fax beside the sound as a whole. So it gets another name for the fax, and refuses that part.
route[FAX] {
  if (!search_body("m=image ")) { return; }
  subst_body("/^m=image ([0-9]+) /m=application \\1 /");
  $avp(fax) = 1;
  t_on_reply("ANSWERED");
}

# $var(mark) of the call between $var(port) of Janus and the outside.
route[MARK] {
  $var(text) = "${dialogKey(secret)}|" + $ci + "|" + $var(port) + "|${dialogKey(secret)}";
  $var(mark) = $(var(text){s.sha256}{s.substr,0,32});
}

route[FORBIDDEN] {
  if (!is_method("ACK")) { sl_send_reply("403", "Forbidden"); }
  exit;
}

# Answers to requests that this Kamailio has sent, and no others.
reply_route {
  if (!t_check_trans()) { drop; }
}

route[FROM_JANUS] {
  if ($hdr(${KEY_HEADER}) != "${sipKey(secret)}") { route(FORBIDDEN); }
  if (is_method("REGISTER")) {
    if (($tU == "${SIP_USER}" || $tU == "${STRANGERS_USER}") && $rd == "${inner.host}") {
      # The newest handle of this server takes the calls.
      save("location", "0x04");
      exit;
    }
    # A trunk that wants a registration calls this address back.
    remove_hf("Contact");
    $var(contact) = "<sip:$tU@${publicAddress}:${sipPort}>";
    if ($(hdr(${GATEWAY_HEADER}){uri.transport}) == "tls") { $var(contact) = "<sip:$tU@${publicAddress}:${tlsPort};transport=tls>"; }
    if ($hdr(Contact) =~ "expires=0") { append_hf("Contact: $var(contact);expires=0\\r\\n"); }
    else { append_hf("Contact: $var(contact)\\r\\n"); }
    route(TO_OUTSIDE);
  }
  if (is_method("INVITE")) {
    record_route();
    $var(port) = $sp;
    route(MARK);
    add_rr_param(";ck=$var(mark)");
    route(TO_OUTSIDE);
  }
  sl_send_reply("405", "Method Not Allowed");
}

# The server has resolved and checked the address.
route[TO_OUTSIDE] {
  $du = $hdr(${GATEWAY_HEADER});
  if ($du == $null || $du == "") { route(FORBIDDEN); }
  remove_hf_re("^[Xx]-[Cc][Aa][Ll][Ll][Ww][Rr][Ii][Gg][Hh][Tt]-");
  t_on_failure("NOT_CONNECTED");
  $sht(known=>$(du{uri.host})) = 1;
  if ($(du{uri.transport}) == "tls") {
    ${tls ? `$fs = "tls:${localAddress}:${tlsPort}";` : `sl_send_reply("416", "TLS Is Not Set Up"); exit;`}
  }
  else if ($(du{uri.transport}) == "tcp") { $fs = "tcp:${localAddress}:${sipPort}"; }
  else { $fs = "udp:${localAddress}:${sipPort}"; }
  t_relay();
  exit;
}

failure_route[NOT_CONNECTED] {
  # Janus would follow, to a number that the server has not admitted.
  if (t_check_status("3[0-9][0-9]")) { t_reply("502", "Redirects Are Not Followed"); exit; }
  # The telephone network's cause, which Janus does not pass on.
  $var(why) = $T_rpl($hdr(Reason));
  if ($var(why) =~ "^Q[.]850 *;") {
    $var(cause) = $(var(why){param.value,cause});
    $var(phrase) = $T_reply_reason + " (Q.850 " + $var(cause) + ")";
    if ($var(cause) =~ "^[0-9]+$") { t_reply("$T_reply_code", "$var(phrase)"); exit; }
  }
  # Kamailio makes a 500 of it otherwise.
  if (t_check_status("503")) { t_reply("503", "Service Unavailable"); }
}

route[FROM_OUTSIDE] {
  if (is_method("OPTIONS")) { sl_send_reply("200", "OK"); exit; }
  # Who may call which number is known to the server, by the sender's address.
  if (!is_method("INVITE")) { sl_send_reply("403", "Forbidden"); exit; }
  remove_hf_re("^[Xx]-[Cc][Aa][Ll][Ll][Ww][Rr][Ii][Gg][Hh][Tt]-");
  append_hf("${KEY_HEADER}: ${sipKey(secret)}\\r\\n");
  append_hf("X-Callwright-Source: $si\\r\\n");
  append_hf("X-Callwright-Dialed: $rU\\r\\n");
  if ($hdr(Privacy) != $null) { append_hf("X-Callwright-Privacy: $hdr(Privacy)\\r\\n"); }
  remove_hf("Route");
  $ru = "sip:${SIP_USER}@${inner.host}:${inner.port}";
  ${
    allowed
      ? ""
      : `if ($sht(known=>$si) == $null) {
    # Strangers have handles of their own, and do not hear that it rings.
    $ru = "sip:${STRANGERS_USER}@${inner.host}:${inner.port}";
    $avp(source) = $si;
    t_on_reply("ANSWERED");
  }`
  }
  if (has_body("application/sdp")) { route(FAX); }
  if (!lookup("location")) { sl_send_reply("480", "Temporarily Unavailable"); exit; }
  record_route();
  $var(port) = $rp;
  route(MARK);
  add_rr_param(";ck=$var(mark)");
  t_relay();
}

onreply_route[ANSWERED] {
  if ($avp(source) != $null) {
    if ($rs == 180) { drop; }
    if ($rs =~ "^2") { $sht(known=>$avp(source)) = 1; }
  }
  if ($avp(fax) == 1) { subst_body("/^m=application ([0-9]+) udptl/m=image \\1 udptl/"); }
}
`;
}

/** The key of the marks of a call's route. Strangers see the marks of their own calls, and cannot make others. */
const dialogKey = (secret: string) => createHmac("sha256", secret).update("callwright sip dialog").digest("hex").slice(0, 32);

const KAMAILIO_MODULES = [
  ...["tm", "tmx", "sl", "rr", "pv", "maxfwd", "textops", "siputils", "sanity", "ipops", "pike"],
  ...["usrloc", "registrar", "kex", "corex", "htable", "sdpops"],
];
