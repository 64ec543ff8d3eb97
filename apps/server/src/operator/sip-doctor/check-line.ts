import { networkInterfaces } from "node:os";
import { isPrivateAddress } from "@callwright/engine";
import type { JanusClient } from "../../modules/telephony/sip/janus-client.ts";
import { RtpengineClient } from "../../modules/telephony/sip/rtpengine-client.ts";
import { callSelf, ENOUGH_BLOCKS, openJanus } from "../../modules/telephony/sip/self-call.ts";
import { KEY_HEADER, type SipConfig, sipKey } from "../../modules/telephony/sip/sip-gateway.ts";
import { askSip } from "../../modules/telephony/sip/sip-probe.ts";
import type { SipFolder } from "../../modules/telephony/sip/sip-services.ts";
import { type Finding, ok, problem, warning } from "../doctor/finding.ts";

export interface LineOptions {
  sip: SipConfig;
  /** What `sip:config` wrote. */
  folder: SipFolder;
}

/** The programs of this machine, and a call through them. */
export async function checkLine(options: LineOptions): Promise<Finding[]> {
  const findings = [
    ...checkAddresses(options.folder),
    ...(await checkRtpengine(options)),
    await checkJanus(options.sip),
    ...(await checkKamailio(options)),
  ];
  const isWhole = findings.every(({ level, check }) => level !== "problem" || check === "Addresses");
  if (!isWhole) return [...findings, warning("Call", "Not tried, because of the problems above.")];
  return [...findings, ...(await checkCall(options))];
}

function checkAddresses({ publicAddress, localAddress }: SipFolder): Finding[] {
  const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  // Every address of 127.0.0.0/8 is this machine's.
  if (!own.includes(localAddress) && !localAddress.startsWith("127."))
    return [
      problem(
        "Addresses",
        `This machine has no address ${localAddress}. It has ${own.join(", ")}. Run sip:config with --local-address.`,
      ),
    ];
  if (isPrivateAddress(publicAddress))
    return [
      warning(
        "Addresses",
        `${publicAddress} is a private address: only trunks of this network can send sound to it. For others, run sip:config with the public one.`,
      ),
    ];
  return [ok("Addresses", `Trunks are told ${publicAddress}, and this machine has ${localAddress}.`)];
}

async function checkRtpengine({ sip, folder }: LineOptions): Promise<Finding[]> {
  if (folder.rtpengine !== sip.rtpengine)
    return [
      problem(
        "rtpengine",
        `SIP_RTPENGINE is ${sip.rtpengine ?? "none"} here, and was ${folder.rtpengine ?? "none"} for sip:config. Run sip:config and install.sh.`,
      ),
    ];
  if (sip.rtpengine === undefined)
    return [warning("rtpengine", "Not used: telephones behind NAT may hear nothing, and keys of the assistant are tones.")];
  try {
    await new RtpengineClient(sip.rtpengine).ping();
    return [ok("rtpengine", `It answers at ${sip.rtpengine}.`)];
  } catch (error) {
    return [
      problem("rtpengine", `${sentenceOf(error)} Start it (callwright-rtpengine), or set SIP_RTPENGINE as its listen-ng is.`),
    ];
  }
}

async function checkJanus(sip: SipConfig): Promise<Finding> {
  let janus: JanusClient | undefined;
  try {
    janus = await openJanus(sip, { info: () => {}, warn: () => {} });
    return ok("Janus", `It answers at ${sip.janusUrl}.`);
  } catch (error) {
    const said = sentenceOf(error);
    const advice = said.includes("(403)")
      ? "It was started with another SIP_SECRET. Run sip:config with the server's, and install.sh."
      : "Start it (callwright-janus), or set JANUS_URL as in janus.transport.websockets.jcfg.";
    return problem("Janus", `${said} ${advice}`);
  } finally {
    janus?.close();
  }
}

async function checkKamailio({ sip, folder }: LineOptions): Promise<Finding[]> {
  const { hostname, port } = new URL(sip.proxy.replace(/^sip:/, "http://"));
  const inner = await askSip({ method: "OPTIONS", address: hostname, port: Number(port) || 80 });
  if (!inner)
    return [
      problem(
        "Kamailio",
        `It does not answer at ${sip.proxy}. Start it (callwright-kamailio); its log says why it does not start.`,
      ),
    ];
  const { status, reason } = inner;
  const registration =
    status === 200
      ? ok("Kamailio", `It answers at ${sip.proxy}, and the server is registered.`)
      : status === 480
        ? warning("Kamailio", "The server is not registered, so that calls to it get 480. Start it with the same SIP_SECRET.")
        : problem(
            "Kamailio",
            `It answers ${status} ${reason} at ${sip.proxy}: it has another configuration. Run sip:config and install.sh.`,
          );
  const { localAddress, sipPort } = folder;
  const headers = { [KEY_HEADER]: sipKey(sip.secret) };
  const outer = await askSip({ method: "OPTIONS", address: localAddress, port: sipPort, headers });
  if (outer?.status === 200) return [registration, ok("SIP port", `Kamailio answers at ${localAddress}:${sipPort}.`)];
  return [
    registration,
    problem(
      "SIP port",
      outer
        ? `Another program answers at ${localAddress}:${sipPort} (${outer.status}). Stop it, or run sip:config with another --port.`
        : `Kamailio does not answer at ${localAddress}:${sipPort}. Let the firewall pass what this machine sends itself, or run sip:config with the server's SIP_SECRET.`,
    ),
  ];
}

/** A telephone that sends its sound from another port than its SDP names, as behind NAT. */
const BEHIND_NAT = { port: 9 };

async function checkCall({ sip, folder }: LineOptions): Promise<Finding[]> {
  const { localAddress: address, publicAddress, sipPort: port, trunkPorts } = folder;
  const withoutRtpengine = sip.rtpengine === undefined;
  try {
    const { answered, soundAddress, heardInside, heardOutside } = await callSelf({
      sip,
      address,
      port,
      ...(!withoutRtpengine && { named: BEHIND_NAT }),
    });
    if (!answered) return [problem("Call", "Kamailio did not answer a call from this machine within 15 s.")];
    const { status, reason } = answered;
    if (status === 503) return [problem("Call", `A call from this machine got ${status} ${reason}. Start rtpengine again.`)];
    if (status >= 300)
      return [
        problem("Call", `A call from this machine got ${status} ${reason}. Run sip:config and install.sh, and look at the logs.`),
      ];
    const ports = trunkPorts.join("-");
    const findings = [
      direction(
        "Sound from trunks",
        heardInside,
        `UDP ${ports} must reach ${withoutRtpengine ? "Janus" : "rtpengine"} on ${address}.`,
      ),
      direction("Sound to trunks", heardOutside, `What this machine sends from UDP ${ports} must get out.`),
    ];
    if (soundAddress === publicAddress) return [...findings, ok("NAT", `Calls name ${publicAddress} for their sound.`)];
    const program = withoutRtpengine ? "Janus" : "rtpengine";
    const advice = `Run sip:config and install.sh, so that ${program} has the same address.`;
    return [...findings, problem("NAT", `Calls name ${soundAddress} for their sound, and not ${publicAddress}. ${advice}`)];
  } catch (error) {
    return [problem("Call", `A call from this machine failed. ${sentenceOf(error)}`)];
  }
}

const direction = (check: string, blocks: number, advice: string): Finding =>
  blocks >= ENOUGH_BLOCKS
    ? ok(check, "A tone came through.")
    : problem(check, `Nothing came through in a call from this machine. ${advice}`);

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
