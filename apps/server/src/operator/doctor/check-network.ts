import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import { timeLimit } from "@callwright/contract";
import { checkKey, providerVariable } from "@callwright/engine/conversation";
import { turnCredentials } from "../../modules/call/api/ice-servers.ts";
import type { Config } from "../../platform/config/config.ts";
import { createSmtpTransport, reasonOf } from "../../platform/mail/smtp-mailer.ts";
import { failureDetail } from "../../platform/net/host-failure.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

type IceServer = Config["iceServers"][number];

const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);
const WAIT_MS = 4_000;
/** STUN's (RFC 8489), which TURN servers answer, too. */
const BINDING_REQUEST = 0x0001;
const BINDING_ANSWER = 0x0101;
const MAGIC_COOKIE = 0x2112a442;

export function checkMicrophone({ publicUrl, trustProxy }: Config): Finding {
  if (publicUrl === undefined)
    return ok("Microphone", "It works at http://localhost. For other machines, set PUBLIC_URL to an https address.");
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === "https:" && !trustProxy)
    return warning(
      "Microphone",
      "PUBLIC_URL is https, so a proxy stands before the server: set TRUST_PROXY=true, or all callers share its address.",
    );
  if (protocol === "https:" || LOCAL_NAMES.has(hostname)) return ok("Microphone", `Browsers allow it at ${publicUrl}.`);
  return problem(
    "Microphone",
    `Browsers refuse it at ${publicUrl}. Put a proxy with a certificate in front, and set PUBLIC_URL to https.`,
  );
}

export async function checkIceServers(config: Config, waitMs = WAIT_MS): Promise<Finding[]> {
  const { iceServers, turn } = config;
  if (iceServers.length === 0 && !turn)
    return [
      ok(
        "TURN",
        "TURN_URL is not set. Callers behind a firewall that blocks UDP are heard over TCP or a websocket, which is slower.",
      ),
    ];
  const ofCallers = turn ? turn.urls.map((urls) => ({ urls, ...turnCredentials(turn.secret, "doctor", new Date(), 60) })) : [];
  return Promise.all([
    ...iceServers.map((server) => checkIceServer(server, "ICE_SERVERS", waitMs)),
    ...ofCallers.map((server) => checkIceServer(server, "TURN_URL", waitMs)),
  ]);
}

async function checkIceServer(server: IceServer, variable: "ICE_SERVERS" | "TURN_URL", waitMs: number): Promise<Finding> {
  const address = server.urls;
  const [, scheme = "", host = "", port, query = ""] =
    /^(stun|turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?(.*))?$/.exec(address) ?? [];
  const name = scheme === "stun" ? "STUN" : "TURN";
  if (host === "") return problem(name, `${address} in ${variable} is no address. Write it like turn:turn.example.com:3478.`);
  const bare = host.replace(/^\[|\]$/g, "");
  const target = { host: bare, port: Number(port ?? (scheme === "turns" ? 5349 : 3478)) };
  try {
    if (scheme === "turns") await opens(connectTls({ ...target, servername: bare }), "secureConnect", waitMs);
    else if (query.includes("transport=tcp")) await opens(connectTcp(target), "connect", waitMs);
    else await answersBinding(target, waitMs);
  } catch (error) {
    return problem(name, `${address} cannot be reached: ${failureDetail(error)}. Start it, or correct ${variable}.`);
  }
  if (name === "STUN") return ok(name, `${address} answers.`);
  const { givesRelay } = await import("@callwright/engine");
  if (await givesRelay(server, waitMs)) return ok(name, `${address} answers, and gives a relay address.`);
  return problem(
    name,
    `${address} answers, but gives no relay address. ${variable === "TURN_URL" ? SECRET_ADVICE : PASSWORD_ADVICE}`,
  );
}

function opens(socket: ReturnType<typeof connectTcp>, event: "connect" | "secureConnect", waitMs: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    socket.once(event, resolve).once("error", reject);
    socket.setTimeout(waitMs, () => reject(noAnswer(waitMs)));
  }).finally(() => socket.destroy());
}

/** UDP loses packets, so the request is sent twice. */
async function answersBinding({ host, port }: { host: string; port: number }, waitMs: number): Promise<void> {
  const request = Buffer.alloc(20);
  request.writeUInt16BE(BINDING_REQUEST, 0);
  request.writeUInt32BE(MAGIC_COOKIE, 4);
  randomBytes(12).copy(request, 8);
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  const timers: NodeJS.Timeout[] = [];
  await new Promise<void>((resolve, reject) => {
    const send = () => socket.send(request, port, host, (error) => error && reject(error));
    socket.on("error", reject);
    socket.on("message", (answer) => {
      const isOurs = answer.length >= 20 && answer.subarray(4, 20).equals(request.subarray(4));
      if (isOurs && answer.readUInt16BE(0) === BINDING_ANSWER) resolve();
    });
    timers.push(
      setTimeout(send, waitMs / 2),
      setTimeout(() => reject(noAnswer(waitMs)), waitMs),
    );
    send();
  }).finally(() => {
    for (const timer of timers) clearTimeout(timer);
    socket.close();
  });
}

const SECRET_ADVICE =
  "Its static-auth-secret must be TURN_SECRET, use-auth-secret must be on, and the clocks of both machines must agree.";
const PASSWORD_ADVICE = "Correct username and credential in ICE_SERVERS, or use TURN_URL and TURN_SECRET.";

const noAnswer = (waitMs: number) => new Error(`no answer within ${waitMs / 1000} s`);

/** Signs in to the mail server; sends no mail. */
export async function checkMail({ smtp }: Config): Promise<Finding> {
  if (!smtp) return ok("Mail", "SMTP_URL is not set: mails go to the outbox of this server, and nothing is sent.");
  const transport = createSmtpTransport(smtp);
  const { hostname } = new URL(smtp.url);
  try {
    await transport.verify();
    return ok("Mail", `${hostname} accepts the connection.`);
  } catch (error) {
    return problem("Mail", `${hostname} refuses the connection (${reasonOf(error)}). Correct SMTP_URL.`);
  } finally {
    transport.close();
  }
}

/** Tests each key of the environment with a free request. */
export async function checkProviders({ providerKeys, providerUrls: urls, allowPrivateAddresses }: Config): Promise<Finding[]> {
  const tested = await Promise.all(
    Object.entries(providerKeys).map(async ([provider, apiKey]) => {
      const context = { keys: {}, orgKeys: { [provider]: { apiKey } }, urls, allowPrivateAddresses };
      return { provider, result: await checkKey(provider, context, timeLimit(2 * WAIT_MS)) };
    }),
  );
  if (tested.length === 0)
    return [
      ok("Providers", "No key in the environment: organizations use their own credentials, or the built-in voices and model."),
    ];
  const asked = tested.filter(({ result }) => result.state !== "untested");
  if (asked.length > 0 && asked.every(({ result }) => /could not be reached/.test(result.message)))
    return [
      warning(
        "Providers",
        `Skipped: ${asked.map(({ provider }) => provider).join(", ")} cannot be reached. Connect this machine to the internet.`,
      ),
    ];
  return tested.map(({ provider, result: { state, message } }) => {
    const variable = providerVariable(provider, "API_KEY");
    if (state === "works") return ok("Providers", message);
    if (state === "untested") return ok("Providers", `${variable} is set, and not tested: ${message}`);
    if (state === "refused") return problem("Providers", `${message} Correct ${variable}.`);
    return warning("Providers", message);
  });
}
