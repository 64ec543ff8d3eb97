import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { eventually } from "../../../harness/eventually.ts";
import { scratchPath } from "../../../harness/scratch.ts";
import { endsWithTests } from "./children.ts";

/** Scenarios of SIPp in a line a step, and its runs. */

/** XML of a step. */
type Step = string;

export interface Content {
  /** Lines, each with its end. */
  sdp?: string | undefined;
  type?: string;
  headers?: readonly string[];
}

const TAG = "[pid]SIPpTag[call_number]";
const US = "sip:[service]@[remote_ip]:[remote_port]";
const CALLER = "<sip:+14155550199@[local_ip]:[local_port]>";
const CONTACT = "Contact: <sip:phone@[local_ip]:[local_port];transport=[transport]>";

const message = (start: string, headers: readonly string[], { sdp, type = "application/sdp", headers: more = [] }: Content) => {
  const body = sdp === undefined ? ["Content-Length: 0", "", ""] : [`Content-Type: ${type}`, "Content-Length: [len]", "", sdp];
  return `<![CDATA[\n${[start, ...headers, CONTACT, ...more, ...body].join("\n")}\n]]>`;
};

// A phone that calls

interface Invitation extends Content {
  /** The value of From without its tag. */
  from?: string;
  /** Default: the service of the run. */
  to?: string;
}

/** The first request of a call. */
export const invite = ({ from = CALLER, to = US, ...content }: Invitation): Step => {
  const headers = [
    "Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]",
    `From: ${from};tag=${TAG}`,
    `To: <${to}>`,
    "Call-ID: [call_id]",
    "CSeq: 1 INVITE",
    "Max-Forwards: 70",
  ];
  return `<send retrans="500">${message(`INVITE ${to} SIP/2.0`, headers, content)}</send>`;
};

/** A request in the call that this phone has begun. `[peer_tag_param]` is of the last answer. */
export const request = (method: string, cseq: number, content: Content & { from?: string } = {}): Step => {
  const { from = CALLER, ...rest } = content;
  const headers = [
    "Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]",
    `From: ${from};tag=${TAG}`,
    `To: <${US}>[peer_tag_param]`,
    "[routes]",
    "Call-ID: [call_id]",
    `CSeq: ${cseq} ${method}`,
    "Max-Forwards: 70",
  ];
  const again = method === "ACK" ? "" : ' retrans="500"';
  return `<send${again}>${message(`${method} [next_url] SIP/2.0`, headers, rest)}</send>`;
};

/** Of the INVITE, which is `back` steps before; each code of `maybe` is a step. */
export const cancel = (back: number): Step => {
  const headers = [
    `Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch-${back}]`,
    `From: ${CALLER};tag=${TAG}`,
    `To: <${US}>`,
    "Call-ID: [call_id]",
    "CSeq: 1 CANCEL",
    "Max-Forwards: 70",
  ];
  return `<send retrans="500">${message(`CANCEL ${US} SIP/2.0`, headers, {})}</send>`;
};

/** Answers that may come before the next step. */
export const maybe = (...codes: number[]): Step => codes.map((code) => `<recv response="${code}" optional="true"/>`).join("\n");
export const get = (code: number): Step => `<recv response="${code}" rrs="true"/>`;
export const ack = (cseq = 1): Step => request("ACK", cseq);
export const pause = (ms: number): Step => `<pause milliseconds="${ms}"/>`;

// A phone that is called

/** Waits for a request. The first one is remembered for requests of this phone. */
export const take = (method: string): Step =>
  method === "INVITE"
    ? `<recv request="INVITE" rrs="true"><action>${remembered("From:", "theirs")}${remembered("To:", "ours")}</action></recv>`
    : `<recv request="${method}"/>`;
const remembered = (header: string, name: string) => `<ereg regexp=".*" search_in="hdr" header="${header}" assign_to="${name}"/>`;

/** Answers the request that came last. */
export const reply = (status: string, content: Content = {}): Step => {
  const headers = [
    "[last_Via:]",
    "[last_From:]",
    `[last_To:];tag=${TAG}`,
    "[last_Call-ID:]",
    "[last_CSeq:]",
    "[last_Record-Route:]",
  ];
  const isFinalInvite = Number(status.slice(0, 3)) >= 200 && content.sdp !== undefined;
  return `<send${isFinalInvite || status >= "3" ? ' retrans="500"' : ""}>${message(`SIP/2.0 ${status}`, headers, content)}</send>`;
};

/** In a dialog, the tag is there. */
export const replyInCall = (status: string, content: Content = {}): Step => {
  const headers = ["[last_Via:]", "[last_From:]", "[last_To:]", "[last_Call-ID:]", "[last_CSeq:]"];
  return `<send>${message(`SIP/2.0 ${status}`, headers, content)}</send>`;
};

/** A request of the phone that was called. */
export const requestBack = (method: string, cseq: number, content: Content = {}): Step => {
  const headers = [
    "Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]",
    `From:[$ours];tag=${TAG}`,
    "To:[$theirs]",
    "[routes]",
    "Call-ID: [call_id]",
    `CSeq: ${cseq} ${method}`,
    "Max-Forwards: 70",
  ];
  return `<send${method === "ACK" ? "" : ' retrans="500"'}>${message(`${method} [next_url] SIP/2.0`, headers, content)}</send>`;
};

/** Goes on at the label whose expression the number of the INVITE's address has. */
export const takeByNumber = (branches: Readonly<Record<string, string>>): Step => {
  const look = Object.entries(branches).map(
    ([label, number]) => `<ereg regexp="${number}" search_in="hdr" header="To:" assign_to="is_${label}"/>`,
  );
  const go = Object.keys(branches).map((label) => `<nop next="${label}" test="is_${label}"/>`);
  const both = `${remembered("From:", "theirs")}${remembered("To:", "ours")}`;
  return `<recv request="INVITE" rrs="true"><action>${both}${look.join("")}</action></recv>\n${go.join("\n")}`;
};
export const label = (name: string): Step => `<label id="${name}"/>`;
export const goTo = (name: string): Step => `<nop next="${name}"/>`;
/** Plays a file of G.711 (raw) or WAV by SIPp itself. */
export const play = (file: string): Step => `<nop><action><exec rtp_stream="${file},1,0,PCMU/8000"/></action></nop>`;

// Runs

export interface SipMessage {
  isSent: boolean;
  /** "INVITE sip:… SIP/2.0" or "SIP/2.0 200 OK". */
  start: string;
  /** Of an answer; 0 is a request. */
  code: number;
  headers: { name: string; value: string }[];
  body: string;
  atMs: number;
}

export const header = ({ headers }: SipMessage, name: string): string | undefined =>
  headers.find((each) => each.name.toLowerCase() === name.toLowerCase())?.value;

interface SippOptions {
  steps: readonly Step[];
  /** Its address and port. */
  address: string;
  port: number;
  /** Absent: it waits for calls. */
  remote?: string;
  service?: string;
  calls?: number;
  perSecond?: number;
  atOnce?: number;
  transport?: "u1" | "t1";
  more?: readonly string[];
}

export interface SippRun {
  /** Waits until it takes calls. */
  listens(): Promise<void>;
  /** What was sent and received until now, in this order. */
  messages(): SipMessage[];
  /** The first final answer to the INVITE that this phone has sent, or to another method. */
  final(method?: string): Promise<SipMessage>;
  /** Waits for a message that came in. */
  received(what: string, is: (message: SipMessage) => boolean): Promise<SipMessage>;
  /** Waits for its end. The exit code is 0 if each call went as its scenario says. */
  done(): Promise<{ code: number | null; messages: SipMessage[]; errors: string }>;
  stop(): Promise<void>;
}

export function sipp({ steps, address, port, remote, service, calls = 1, ...rest }: SippOptions): SippRun {
  const { perSecond = 1, atOnce, transport = "u1", more = [] } = rest;
  const [file, messages, errors] = [scratchPath("scenario.xml"), scratchPath("messages.log"), scratchPath("errors.log")];
  // SIPp refuses variables that nothing uses.
  const all = steps.join("\n");
  const names = [...new Set([...all.matchAll(/assign_to="(\w+)"/g)].map(([, name]) => name))];
  const kept = names.length > 0 ? `<Reference variables="${names.join(",")}"/>` : "";
  writeFileSync(file, `<?xml version="1.0" encoding="ISO-8859-1"?>\n<scenario name="a phone">\n${all}\n${kept}\n</scenario>\n`);
  const args = [
    ...(remote === undefined ? [] : [remote]),
    ...["-sf", file, "-i", address, "-mi", address, "-p", String(port), "-m", String(calls), "-t", transport, "-nostdin"],
    ...["-trace_msg", "-message_file", messages, "-trace_err", "-error_file", errors],
    ...["-r", String(perSecond)],
    ...(service === undefined ? [] : ["-s", service]),
    ...(atOnce === undefined ? [] : ["-l", String(atOnce)]),
    ...more,
  ];
  const child = spawn("sipp", args, { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, TERM: "dumb" } });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const exit = endsWithTests(child);
  const read = () => (existsSync(messages) ? messagesOf(readFileSync(messages, "latin1")) : []);
  const received = (what: string, is: (message: SipMessage) => boolean) =>
    eventually(
      what,
      () => {
        const found = read().find((each) => !each.isSent && is(each));
        if (!found && child.exitCode !== null) throw new Error(`SIPp ended before ${what}: ${said}\n${summary(read())}`);
        return found;
      },
      60_000,
    );
  return {
    async listens() {
      await eventually("SIPp to listen", () => {
        if (child.exitCode !== null) throw new Error(`SIPp ended: ${said}`);
        return isBound(address, port) || undefined;
      });
    },
    messages: read,
    received,
    final: (method = "INVITE") =>
      received(`the answer to ${method}`, (each) => each.code >= 200 && header(each, "CSeq")?.endsWith(method) === true),
    async done() {
      const code = await exit;
      return { code, messages: read(), errors: said + (existsSync(errors) ? readFileSync(errors, "utf8") : "") };
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await exit;
    },
  };
}

/** Whether a program has the UDP port. */
function isBound(address: string, port: number): boolean {
  const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, "0");
  const host = address
    .split(".")
    .reverse()
    .map((part) => hex(Number(part), 2));
  return readFileSync("/proc/net/udp", "utf8").includes(`${host.join("")}:${hex(port, 4)}`);
}

/** The first lines, for a failing test. */
const summary = (messages: readonly SipMessage[]): string =>
  messages.map(({ isSent, start }) => `${isSent ? ">" : "<"} ${start}`).join("\n");

/** SIPp's trace: a line with the time, one with the direction, a message. */
function messagesOf(trace: string): SipMessage[] {
  const parts = trace.split(/^-{20,} (.+)\n(?:UDP|TCP|TLS) message (sent|received).*\n/m);
  const found: SipMessage[] = [];
  for (let at = 1; at + 2 < parts.length + 1; at += 3) {
    const [time = "", direction, text = ""] = parts.slice(at, at + 3);
    const [head = "", ...bodies] = text.trim().split(/\r?\n\r?\n/);
    const [start = "", ...lines] = head.split(/\r?\n/);
    const headers = lines.map((line) => {
      const colon = line.indexOf(":");
      return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
    });
    const code = Number(/^SIP\/2\.0 (\d{3})/.exec(start)?.[1] ?? 0);
    found.push({
      isSent: direction === "sent",
      start,
      code,
      headers,
      body: bodies.join("\r\n\r\n"),
      atMs: Date.parse(time.replace(" ", "T")),
    });
  }
  return found;
}
