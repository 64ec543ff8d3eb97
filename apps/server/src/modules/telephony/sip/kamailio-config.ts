import { createHmac } from "node:crypto";
import { OWN_SIDE } from "./rtpengine-client.ts";
import type { SipConfigOptions } from "./sip-config-options.ts";
import { GATEWAY_HEADER, KEY_HEADER, SIP_USER, STRANGERS_USER, sipKey } from "./sip-gateway.ts";

/** The user that `npm run sip:doctor` calls. Only it knows the key of such a call. */
export const DOCTOR_USER = "callwright-doctor";

export const hostAndPort = (url: string) => {
  const { hostname, port } = new URL(url.replace(/^(?:sip:|wss?:\/\/)/, "http://"));
  return { host: hostname, port: Number(port) || 80 };
};

/** Kamailio's script. It contains the secret. */
export function kamailioConfig(options: SipConfigOptions): string {
  const { publicAddress, localAddress = publicAddress, sipPort = 5060, proxy, secret, allowed, workers = 4, libraries } = options;
  const { tls, folder, rtpengine } = options;
  const tlsPort = tls?.port ?? 5061;
  const inner = hostAndPort(proxy);
  const userAt = (user: string) => `sip:${user}@${inner.host}:${inner.port}`;
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
# In one process, a CANCEL does not overtake its INVITE.
socket_workers=1
listen=udp:${outer}
listen=tcp:${outer}
${tls ? `enable_tls=yes\nlisten=tls:${listenAt(tlsPort)}` : "# No SIP over TLS."}
# For Janus alone.
listen=udp:${inner.host}:${inner.port}
mpath="${libraries}/kamailio/modules/"
${[...KAMAILIO_MODULES, ...(rtpengine === undefined ? [] : RTPENGINE_MODULES)].map((name) => `loadmodule "${name}.so"`).join("\n")}
${tls ? `loadmodule "tls.so"\nmodparam("tls", "config", "${folder}/kamailio/tls.cfg")\n` : ""}modparam("usrloc", "db_mode", 0)
# Addresses that this server has called, or taken a call of, in the last day.
modparam("htable", "htable", "known=>size=8;autoexpire=86400;")
${rtpengine === undefined ? "" : rtpengineParameters(rtpengine)}modparam("registrar", "max_contacts", 1)
modparam("tm", "fr_timer", 5000)
# The server ends calls that ring for too long: the longest ring time is 600 s.
modparam("tm", "fr_inv_timer", 620000)
modparam("tm", "max_inv_lifetime", 620000)
modparam("tm", "wt_timer", 32000)
modparam("rr", "enable_double_rr", 1)
modparam("pike", "sampling_time_unit", 2)
modparam("pike", "reqs_density_per_unit", 60)

request_route {
  if ($Rp == ${inner.port}) {
    # Janus alone sends here, and never what this Kamailio has relayed.
    if ($si != "${inner.host}" || $sp == ${inner.port} || $sp == ${sipPort}) { route(FORBIDDEN); }
  }
  else if ($hdr(${KEY_HEADER}) != "${sipKey(secret)}" && ${strangers}) { drop; }
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
  if (is_method("INVITE|UPDATE")) { t_on_reply("ANSWERED"); }
  route(SOUND);
  t_relay();
}

# What Janus would accept, and not do.
route[FROM_OUTSIDE_IN_CALL] {
  remove_hf_re("^[Xx]-[Cc][Aa][Ll][Ll][Ww][Rr][Ii][Gg][Hh][Tt]-");
  if (is_method("REFER")) { sl_send_reply("603", "Decline"); exit; }
  if (is_method("INVITE|UPDATE") && has_body("application/sdp")) {
    if (!sdp_with_codecs_by_name("PCMU,PCMA,G722,opus")) {
      t_newtran();
      t_reply("488", "Not Acceptable Here");
      exit;
    }
    # Janus replaces the address, by which old telephones hold a call.
    if (search_body("c=IN IP4 0[.]0[.]0[.]0")) { append_hf("X-Callwright-Held: yes\\r\\n"); }
  }
}

onreply_route[ANSWERED] {
  if ($avp(source) != $null) {
    if ($rs == 180) { drop; }
    if ($rs =~ "^2") { $sht(known=>$avp(source)) = 1; }
  }
  route(SOUND);
}

${soundRoute(options, inner.port)}

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
  # The server asks whether it is registered here: this program may have been restarted.
  if (is_method("OPTIONS") && $hdr(${GATEWAY_HEADER}) == $null) {
    if (registered("location", "${userAt(SIP_USER)}") && registered("location", "${userAt(STRANGERS_USER)}")) { sl_send_reply("200", "OK"); }
    else { sl_send_reply("480", "Not Registered"); }
    exit;
  }
  if ($hdr(${KEY_HEADER}) != "${sipKey(secret)}") { route(FORBIDDEN); }
  if (is_method("REGISTER")) {
    if ($tU =~ "^(${[SIP_USER, STRANGERS_USER, DOCTOR_USER].join("|")})$" && $rd == "${inner.host}") {
      # The newest handle of this server takes the calls.
      save("location", "0x04");
      exit;
    }
    # A question for the registrations of a trunk has no contact.
    if ($hdr(Contact) == $null) { route(TO_OUTSIDE); }
    # A trunk that wants a registration calls this address back.
    remove_hf("Contact");
    $var(contact) = "<sip:" + $tU + "@${publicAddress}:${sipPort}>";
    if ($(hdr(${GATEWAY_HEADER}){uri.transport}) == "tls") { $var(contact) = "<sip:" + $tU + "@${publicAddress}:${tlsPort};transport=tls>"; }
    if ($hdr(Contact) =~ "expires=0") { append_hf("Contact: $var(contact);expires=0\\r\\n"); }
    else { append_hf("Contact: $var(contact)\\r\\n"); }
    route(TO_OUTSIDE);
  }
  if (is_method("INVITE")) {
    record_route();
    $var(port) = $sp;
    route(MARK);
    add_rr_param(";ck=$var(mark)");
    t_on_reply("ANSWERED");
    route(TO_OUTSIDE);
  }
  if (is_method("OPTIONS")) { route(TO_OUTSIDE); }
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
  route(SOUND);
  t_relay();
  exit;
}

failure_route[NOT_CONNECTED] {
  # Janus sends the call again, with the password.
  if (t_check_status("40[17]")) { exit; }
  ${rtpengine === undefined ? "" : 'if (is_method("INVITE")) { rtpengine_delete(); }'}
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
  $var(user) = "${SIP_USER}";
  if ($rU == "${DOCTOR_USER}" && $hdr(${KEY_HEADER}) == "${sipKey(secret)}") { $var(user) = "${DOCTOR_USER}"; }
  ${
    allowed
      ? ""
      : `else if ($sht(known=>$si) == $null) {
    # Strangers have handles of their own, and do not hear that it rings.
    $var(user) = "${STRANGERS_USER}";
    $avp(source) = $si;
  }`
  }
  remove_hf_re("^[Xx]-[Cc][Aa][Ll][Ll][Ww][Rr][Ii][Gg][Hh][Tt]-");
  append_hf("${KEY_HEADER}: ${sipKey(secret)}\\r\\n");
  append_hf("X-Callwright-Source: $si\\r\\n");
  append_hf("X-Callwright-Dialed: $rU\\r\\n");
  if ($hdr(Privacy) != $null) { append_hf("X-Callwright-Privacy: $hdr(Privacy)\\r\\n"); }
  remove_hf("Route");
  $ru = "sip:" + $var(user) + "@${inner.host}:${inner.port}";
  if (!lookup("location")) { sl_send_reply("480", "Temporarily Unavailable"); exit; }
  record_route();
  $var(port) = $rp;
  route(MARK);
  add_rr_param(";ck=$var(mark)");
  t_on_reply("ANSWERED");
  t_on_failure("NOT_CONNECTED");
  # The server answers within seconds, or never: a Janus without a network does not tell it of the call.
  t_set_fr(60000);
  route(SOUND);
  t_relay();
}
`;
}

const rtpengineParameters = (address: string) => `modparam("rtpengine", "rtpengine_sock", "udp:${address}")
modparam("rtpengine", "read_sdp_pv", "$avp(sdp)")
modparam("rtpengine", "rtpengine_tout_ms", 500)
modparam("rtpengine", "rtpengine_retr", 2)
# Seconds until one that did not answer is asked again.
modparam("rtpengine", "rtpengine_disable_tout", 2)
`;

/** Fax and text beside the sound, by the transport that their lines name. */
const BESIDE_SOUND = [
  { kind: "image", transport: "udptl" },
  { kind: "text", transport: "RTP/" },
];

/**
 * Changes the SDP of a message, or ends its call at rtpengine.
 * Janus refuses an offer with fax or text beside the sound as a whole. So it gets another name for them, and refuses that part.
 */
function soundRoute({ rtpengine }: SipConfigOptions, innerPort: number): string {
  const isOffered = (kind: string) => `$Rp != ${innerPort} && $rs == $null && search_body("m=${kind} ")`;
  const isAnswered = (kind: string) => `$rs != $null && $avp(${kind}) == 1`;
  const renamed = (offered: (kind: string) => string, answered: (kind: string, transport: string) => string) =>
    BESIDE_SOUND.map(
      ({ kind, transport }) => `  if (${isOffered(kind)}) { $avp(${kind}) = 1; ${offered(kind)} }
  if (${isAnswered(kind)}) { ${answered(kind, transport)} }`,
    ).join("\n");
  if (rtpengine === undefined)
    return `route[SOUND] {
  if (!has_body("application/sdp")) { return; }
${renamed(
  (kind) => `subst_body("/^m=${kind} ([0-9]+) /m=application \\1 /");`,
  (kind, transport) => `subst_body("|^m=application ([0-9]+) ${transport}|m=${kind} \\1 ${transport}|");`,
)}
}`;
  return `# rtpengine carries the sound, and puts its addresses into the SDP.
route[SOUND] {
  if (is_method("BYE") && $rs == $null) { rtpengine_delete(); return; }
  if (!has_body("application/sdp")) { return; }
  $avp(sdp) = $rb;
  # Some telephones answer plain sound with keys for encrypted sound, and then send plain sound.
  if ($rs == $null) { $avp(keys) = $null; if (search_body("a=crypto:")) { $avp(keys) = 1; } }
  else if ($avp(keys) == $null) { $avp(sdp) = $(rb{s.replace,a=crypto:,a=x-unused:}); }
${renamed(
  (kind) => `$avp(sdp) = $(avp(sdp){re.subst,/^m=${kind} /m=application /g});`,
  (kind, transport) => `$avp(sdp) = $(avp(sdp){re.subst,|^m=application ([0-9]+) ${transport}|m=${kind} \\1 ${transport}|g});`,
)}
  $var(how) = "replace-origin replace-session-connection ICE=remove inject-DTMF";
  if ($Rp == ${innerPort}) { $var(how) = $var(how) + " label=${OWN_SIDE} direction=janus direction=trunk"; }
  else {
    $var(how) = $var(how) + " direction=trunk direction=janus";
    # The private address of a network that is not ours.
    if (nat_uac_test("8") && !is_ip_rfc1918("$si")) { $var(how) = $var(how) + " SIP-source-address"; }
  }
  if (rtpengine_manage("$var(how)") || $rs != $null || is_method("ACK")) { return; }
  sl_send_reply("503", "Media Relay Does Not Answer");
  exit;
}`;
}

/** The key of the marks of a call's route. Strangers see the marks of their own calls, and cannot make others. */
const dialogKey = (secret: string) => createHmac("sha256", secret).update("callwright sip dialog").digest("hex").slice(0, 32);

const KAMAILIO_MODULES = [
  ...["tm", "tmx", "sl", "rr", "pv", "maxfwd", "textops", "siputils", "sanity", "ipops", "pike"],
  ...["usrloc", "registrar", "kex", "corex", "htable", "sdpops"],
];
const RTPENGINE_MODULES = ["rtpengine", "nathelper"];
