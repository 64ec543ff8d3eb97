import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import type { Call, CallEvent } from "@callwright/contract";
import { eventually } from "../../../harness/eventually.ts";
import { getCall, listCalls, listEvents, type PlatformUser, signUp } from "../../../harness/platform.ts";
import { scratchPath } from "../../../harness/scratch.ts";
import { type ServerProcess, startServerProcess } from "../../../harness/server-process.ts";
import { run } from "../../run.ts";
import { endsWithTests } from "./children.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const SECRET = "asecretofthesiparea0123456789";
export const OUR_NUMBER = "+14155550123";
export const CALLER = "+14155550199";
/** Of the trunk, and of somebody whom nobody knows. */
export const TRUNK_ADDRESS = "127.0.0.2";
export const STRANGER_ADDRESS = "127.0.0.3";

export interface Product {
  server: ServerProcess;
  user: PlatformUser;
  /** Kamailio's, for trunks: host:port. */
  address: string;
  /** Where the trunk is called. */
  trunkPort: number;
  /** The number of the trunk. */
  numberId: string;
  credentialId: string;
  assistantId: string;
  /** Janus, Kamailio and rtpengine, if `sip:config` sets it up. */
  programs: Program[];
  /** Another assistant answers from now on. */
  answerWith(assistant: object): Promise<string>;
  /** A call out by the trunk. */
  dial(to: string, more?: object): Promise<Call>;
  call(id: string): Promise<Call>;
  events(id: string): Promise<CallEvent[]>;
  /** The call with this SIP Call-ID, when it is stored. */
  callOf(carrierId: string): Promise<Call>;
  /** Waits for the end. */
  ended(id: string): Promise<Call>;
  end(id: string): Promise<void>;
  /** Ends all calls, so that the next test begins with none. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface Program {
  name: string;
  pid(): number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Speaks and listens at no cost; its answers are scripted. */
export const CHEAP_ASSISTANT = {
  name: "Riley",
  firstMessage: "This is Riley at the Gulf Street Bakery. How can I help you today?",
  model: { provider: "callwright", model: "fake-script", reply: "I have written it down." },
  voice: { provider: "callwright", voiceId: "slt" },
  transcriber: { provider: "callwright", model: "fake-instant" },
};

interface Options {
  assistant?: object;
  /** More of the trunk. */
  trunk?: object;
  env?: Record<string, string>;
}

const SERVER_ENV = {
  SIGN_UP: "open",
  ALLOW_PRIVATE_ADDRESSES: "true",
  FAKE_PROVIDERS: "true",
  PHONE_CALLS_PER_MINUTE: "10000",
  PHONE_NUMBER_CALLS_PER_MINUTE: "10000",
};

/** A server with what `npm run sip:config` writes for it, and one trunk at `TRUNK_ADDRESS`. */
export async function openProduct({ assistant = CHEAP_ASSISTANT, trunk = {}, env = {} }: Options = {}): Promise<Product> {
  const base = await freePorts();
  const [sipPort, innerPort, janusPort, trunkPort, relayPort] = [base, base + 1, base + 2, base + 3, base + 4];
  const folder = scratchPath("sip");
  mkdirSync(folder);
  const sipEnv = {
    SIP_SECRET: SECRET,
    JANUS_URL: `ws://127.0.0.1:${janusPort}`,
    SIP_PROXY: `sip:127.0.0.1:${innerPort}`,
    SIP_RTPENGINE: `127.0.0.1:${relayPort}`,
  };
  // Starting the server builds it, and `sip:config` needs a build.
  const server = await startServerProcess({
    database: "embedded",
    env: { ...sipEnv, ...SERVER_ENV, ...env },
  });
  const programs: Program[] = [];
  try {
    const config = ["run", "sip:config", "--", "--folder", folder, "--public-address", "127.0.0.1", "--port", String(sipPort)];
    await run("npm", config, { cwd: root, env: sipEnv });
    programs.push(...programsOf(folder, janusPort));
    for (const program of programs) await program.start();
    const user = await signUp(server.url, { name: "Ada", email: "ada@example.com", password: "a password for telephones" });
    await succeed(user.send("PATCH", `/org/${user.orgId}`, { outboundCountries: ["US"], outboundSipHosts: [TRUNK_ADDRESS] }));
    const credential = await create(user, "/credential", {
      provider: "byo-sip-trunk",
      gateways: [{ ip: TRUNK_ADDRESS, port: trunkPort }],
      outboundLeadingPlusEnabled: true,
      ...trunk,
    });
    const assistantId = await create(user, "/assistant", assistant);
    const numberId = await create(user, "/phone-number", {
      provider: "byo-phone-number",
      number: OUR_NUMBER,
      credentialId: credential,
      assistantId,
    });
    const { body: setup } = await user.send<object>("GET", `/phone-number/${numberId}/setup`);
    await eventually("the SIP line", async () => {
      const { body } = await user.send<{ steps: { id: string; state: string }[] }>("GET", `/phone-number/${numberId}/setup`);
      const isReady = ["sipGateway", "sipProxy"].every((id) => body.steps.find((step) => step.id === id)?.state === "ready");
      return isReady || undefined;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)} ${JSON.stringify(setup)}\n${server.output().slice(-3000)}`);
    });
    return productOf({ server, user, programs, credentialId: credential, assistantId, numberId }, sipPort, trunkPort);
  } catch (error) {
    for (const program of programs) await program.stop();
    await server.stop();
    throw error;
  }
}

type Started = Pick<Product, "server" | "user" | "programs" | "credentialId" | "assistantId" | "numberId">;

function productOf(started: Started, sipPort: number, trunkPort: number): Product {
  const { server, user, programs, numberId } = started;
  const call = (id: string) => getCall(user, id);
  const end = async (id: string) => void (await user.send("POST", `/call/${id}/end`));
  const ended = (id: string) =>
    eventually(`the end of call ${id}`, async () => {
      const found = await call(id);
      return found.status === "ended" ? found : undefined;
    });
  return {
    ...started,
    address: `127.0.0.1:${sipPort}`,
    trunkPort,
    call,
    end,
    ended,
    events: (id) => listEvents(user, id),
    async answerWith(assistant) {
      const assistantId = await create(user, "/assistant", assistant);
      await succeed(user.send("PATCH", `/phone-number/${numberId}`, { assistantId }));
      return assistantId;
    },
    async dial(to, more = {}) {
      const customer = to.startsWith("sip:") ? { sipUri: to } : { number: to };
      const { assistantId } = started;
      return succeed(user.send<Call>("POST", "/call", { assistantId, phoneNumberId: numberId, customer, ...more }));
    },
    callOf: (carrierId) =>
      eventually(`the call ${carrierId}`, async () =>
        (await listCalls(user)).find(({ phoneCallProviderId }) => phoneCallProviderId === carrierId),
      ),
    async clear() {
      const open = (await listCalls(user)).filter(({ status }) => status !== "ended");
      for (const { id } of open) await end(id);
      for (const { id } of open) await ended(id);
    },
    async close() {
      const exitCode = await server.stop();
      for (const program of programs) await program.stop();
      if (exitCode !== 0) throw new Error(`The server ended with ${exitCode}:\n${server.output().slice(-4000)}`);
    },
  };
}

async function succeed<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

const create = async (user: PlatformUser, address: string, body: object): Promise<string> =>
  (await succeed(user.send<{ id: string }>("POST", address, body))).id;

/** The programs of a folder that `sip:config` has written, in the order in which they start. */
function programsOf(folder: string, janusPort: number): Program[] {
  const file = (name: string) => path.join(folder, name);
  const relay = file("rtpengine/rtpengine.conf");
  return [
    ...(existsSync(relay) ? [programOf("rtpengine", ["--config-file", relay, "--foreground", "--log-stderr"], undefined)] : []),
    programOf("kamailio", ["-DD", "-E", "-Y", folder, "-f", file("kamailio/kamailio.cfg")], undefined),
    programOf("janus", ["-F", file("janus")], janusPort),
  ];
}

function programOf(name: string, args: readonly string[], port: number | undefined): Program {
  let child: ChildProcess | undefined;
  let exit: Promise<number | null> | undefined;
  let said = "";
  return {
    name,
    pid: () => child?.pid ?? -1,
    async start() {
      const started = spawn(name, args, { stdio: ["ignore", "pipe", "pipe"] });
      child = started;
      exit = endsWithTests(started);
      for (const stream of [started.stdout, started.stderr])
        stream.on("data", (chunk: Buffer) => {
          said = (said + chunk.toString()).slice(-20_000);
        });
      await eventually(`${name} to listen`, async () => {
        if (started.exitCode !== null) throw new Error(`${name} ended:\n${said}`);
        return port === undefined || (await takesConnections(port)) || undefined;
      });
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      const timer = setTimeout(() => child?.kill("SIGKILL"), 3_000);
      await exit;
      clearTimeout(timer);
    },
  };
}

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** The first of ten ports below the range for automatic ones. */
async function freePorts(): Promise<number> {
  for (;;) {
    const base = 10_000 + 10 * Math.floor(Math.random() * 900);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(base, "127.0.0.1", () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return base;
  }
}
