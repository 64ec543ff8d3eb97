import { createHash, randomBytes } from "node:crypto";
import { hostAndPort } from "../../modules/telephony/sip/kamailio-config.ts";
import { passOf } from "../../modules/telephony/sip/sip-gateway.ts";
import type { SipResponse } from "../../modules/telephony/sip/sip-message.ts";
import { askSip, type SipQuestion, seenAs } from "../../modules/telephony/sip/sip-probe.ts";
import { findGateway, hostOf, type SipNumber, transportOf, userPart } from "../../modules/telephony/sip/sip-trunk.ts";
import { type Finding, ok, problem, warning } from "../doctor/finding.ts";
import type { LineOptions } from "./check-line.ts";

export interface TrunkOptions extends LineOptions {
  allowPrivateAddresses: boolean;
}

/** Kamailio answers 408 after five seconds of silence. */
const WAIT_MS = 8_000;

/** One trunk: whether it answers, how it sees this machine, and whether it has the registration. */
export async function checkTrunk(number: SipNumber, options: TrunkOptions): Promise<Finding[]> {
  const { sip, folder } = options;
  const { trunk } = number;
  const found = await findGateway(number, { sip, allowPrivateAddresses: options.allowPrivateAddresses });
  if ("problem" in found) return [problem("Trunk", found.problem)];
  const { gateway, at } = found;
  const check = `Trunk ${hostOf(gateway)}`;
  const inner = hostAndPort(sip.proxy);
  // Kamailio sends it on, from the address and port that the trunk knows.
  const ask = (question: Pick<SipQuestion, "method" | "uri" | "identity" | "headers">) =>
    askSip({
      ...question,
      address: inner.host,
      port: inner.port,
      headers: { ...passOf(sip, at), ...question.headers },
      waitMs: WAIT_MS,
    });
  const answer = await ask({ method: "OPTIONS", uri: `sip:${hostOf(gateway)};transport=${transportOf(gateway)}` });
  if (!answer || answer.status === 408)
    return [
      problem(
        check,
        "It does not answer OPTIONS. Check its address and port, and that both firewalls let SIP pass in both directions.",
      ),
    ];
  if (answer.status === 416)
    return [problem(check, "It is called over TLS, and Kamailio has no certificate. Run sip:config with --tls-certificate.")];
  const findings = [ok(check, `It answers OPTIONS with ${answer.status} ${answer.reason}.`)];
  if (transportOf(gateway) === "udp") findings.push(...(await checkSeenAs(check, at, folder.publicAddress)));
  const plan = trunk.outboundAuthenticationPlan;
  if (!plan?.sipRegisterPlan) return findings;
  const user = userPart(plan.sipRegisterPlan.username ?? plan.authUsername ?? "");
  const domain = userPart(plan.sipRegisterPlan.domain ?? gateway.ip);
  const uri = `sip:${domain}`;
  const question = { method: "REGISTER", uri, identity: `sip:${user}@${domain}` } as const;
  let registered = await ask(question);
  const proof = registered && proofFor(registered, { user: plan.authUsername ?? user, password: plan.authPassword ?? "", uri });
  if (proof) registered = await ask({ ...question, headers: proof });
  return [...findings, registrationFinding(check, registered, folder)];
}

/** A private gateway sees this machine's own address. */
async function checkSeenAs(check: string, at: string, publicAddress: string): Promise<Finding[]> {
  const { host, port } = hostAndPort(at.replace(/;.*$/, ""));
  const answer = await askSip({ method: "OPTIONS", address: host, port });
  const seen = answer && seenAs(answer);
  if (seen === undefined || seen === publicAddress) return [];
  const advice = `Run sip:config with --public-address ${seen}, or have the router send from ${publicAddress}.`;
  return [problem(check, `It sees this machine as ${seen}, and calls name ${publicAddress}. ${advice}`)];
}

function registrationFinding(
  check: string,
  answer: SipResponse | undefined,
  { publicAddress, sipPort }: LineOptions["folder"],
): Finding {
  const name = `${check}, registration`;
  if (!answer) return problem(name, "It does not answer REGISTER.");
  const { status, reason, headers } = answer;
  if (status === 401 || status === 403 || status === 407)
    return problem(
      name,
      `It refuses the user name or the password (${status} ${reason}). Check outboundAuthenticationPlan of the trunk.`,
    );
  if (status >= 300) return warning(name, `It answers ${status} ${reason} to the question which addresses it has.`);
  const contacts = headers.get("contact") ?? [];
  if (contacts.some((contact) => contact.includes(`@${publicAddress}:`)))
    return ok(name, `It sends calls to ${publicAddress}:${sipPort}.`);
  const has = contacts.length > 0 ? `It has ${contacts.join(", ")}` : "It has none";
  return problem(
    name,
    `${has}, and not ${publicAddress}:${sipPort}. Start the server; its log says why a trunk refuses a registration.`,
  );
}

/** The answer to a challenge (RFC 2617, MD5). Undefined: there is none that is known here. */
export function proofFor(
  { status, headers }: SipResponse,
  { user, password, uri }: { user: string; password: string; uri: string },
): Record<string, string> | undefined {
  if (status !== 401 && status !== 407) return undefined;
  const challenge = headers.get(status === 401 ? "www-authenticate" : "proxy-authenticate")?.[0] ?? "";
  const field = (name: string) => new RegExp(`\\b${name}="?([^",]*)`, "i").exec(challenge)?.[1];
  const [realm, nonce, opaque] = [field("realm"), field("nonce"), field("opaque")];
  if (realm === undefined || nonce === undefined || !/^md5$/i.test(field("algorithm") ?? "MD5")) return undefined;
  const secret = md5(`${user}:${realm}:${password}`);
  const target = md5(`REGISTER:${uri}`);
  const cnonce = randomBytes(8).toString("hex");
  const hasQop = /\bqop=/i.test(challenge);
  const response = md5(hasQop ? `${secret}:${nonce}:00000001:${cnonce}:auth:${target}` : `${secret}:${nonce}:${target}`);
  const parts = [
    `username="${user}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${uri}"`,
    `response="${response}"`,
    "algorithm=MD5",
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ...(hasQop ? ["qop=auth", "nc=00000001", `cnonce="${cnonce}"`] : []),
  ];
  return { [status === 401 ? "Authorization" : "Proxy-Authorization"]: `Digest ${parts.join(", ")}` };
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
