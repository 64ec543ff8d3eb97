import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ForeignPage } from "../../harness/foreign-page.ts";
import { serveNetworkPage } from "../../harness/network-page.ts";
import { type PlatformUser, signUp } from "../../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { type FarNetwork, farNetworkProblem, openFarNetwork, type Passage } from "./harness/far-network.ts";
import { type BrowserInTest, type HeldCall, holdCall, median, openChromium, openFirefox } from "./harness/held-call.ts";
import { hasTurnServer, startTurnServer, TURN_PORT, TURN_SECRET } from "./harness/turn-server.ts";

/** The same call over each path that a browser may have to take. Prints a table, as docs/networks.md explains. */

const PORT = 3000;
const MEDIA_PORTS = { min: 40_000, max: 40_019 };
const ACCOUNT = { name: "Ada", email: "ada@example.com", password: "a password for networks" };
const ANSWERS = [
  "We are open on Saturday from nine until five.",
  "You may bring your dog into the shop.",
  "A haircut for a child is twelve dollars.",
  "We have a table for two at eight.",
  "You can change your appointment with a call.",
];

interface Path {
  name: string;
  passage: Passage;
  usesTurn?: boolean;
  paths: object[];
}
const mediaPorts = Array.from({ length: MEDIA_PORTS.max - MEDIA_PORTS.min + 1 }, (_, at) => MEDIA_PORTS.min + at);
const PATHS: Path[] = [
  { name: "UDP", passage: { udp: true, tcp: "all" }, paths: [] },
  { name: "ICE-TCP", passage: { udp: false, tcp: [PORT, ...mediaPorts] }, paths: [] },
  { name: "TURN over TCP", passage: { udp: false, tcp: [PORT, TURN_PORT] }, usesTurn: true, paths: [] },
  { name: "websocket", passage: { udp: false, tcp: [PORT] }, paths: [{ path: "websocket", reason: "udp-blocked" }] },
];

const problem = await farNetworkProblem();
const rows: string[] = [];

/** A server behind the network, the page of someone else, and a public token for it. */
async function openServer(network: FarNetwork, env: Record<string, string>) {
  const url = `http://${network.address}:${PORT}`;
  const server = await startServerProcess({
    database: "embedded",
    prefix: network.prefix,
    env: {
      HOST: network.address,
      PORT: String(PORT),
      PUBLIC_URL: url,
      PUBLIC_IP: network.address,
      MEDIA_PORTS: `${MEDIA_PORTS.min}-${MEDIA_PORTS.max}`,
      SIGN_UP: "open",
      ...env,
    },
  });
  const user = await signUp(url, ACCOUNT);
  const { body: assistant } = await user.send<{ id: string }>("POST", "/assistant", {
    name: "Riley",
    firstMessage: "Hello, how can I help?",
    transcriber: { provider: "callwright", model: "moonshine" },
    model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: ANSWERS.join("\n") }] },
  });
  const { body: token } = await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Site" });
  return { server, user, target: { token: token.value, url, assistantId: assistant.id } };
}

describe.skipIf(problem !== undefined)(`networks${problem ? `: ${problem}` : ""}`, () => {
  let network: FarNetwork;
  let site: ForeignPage;
  let turn: Awaited<ReturnType<typeof startTurnServer>> | undefined;
  let server: ServerProcess;
  let user: PlatformUser;
  let target: { token: string; url: string; assistantId: string };
  const browsers: BrowserInTest[] = [];

  beforeAll(async () => {
    network = await openFarNetwork();
    site = await serveNetworkPage();
    if (hasTurnServer()) turn = await startTurnServer(network);
    const turnUrl = `turn:${network.address}:${TURN_PORT}?transport=tcp`;
    ({ server, user, target } = await openServer(network, turn ? { TURN_URL: turnUrl, TURN_SECRET } : {}));
    browsers.push(await openChromium(), await openFirefox());
  });

  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await server?.stop();
    await turn?.stop();
    await site?.close();
    await network?.close();
    // The reporter of the area shows what tests write.
    process.stdout.write(
      `\n| path | browser | greeted after | heard p50 | word errors | kbit/s up | kbit/s down |\n|---|---|---|---|---|---|---|\n${rows.join("\n")}\n`,
    );
  });

  describe.each(PATHS)("$name", ({ name, passage, usesTurn, paths }) => {
    test.each(["Chromium", "Firefox"] as const)("is the way of a spoken call in %s", async (browserName) => {
      const browser = browsers.find((each) => each.name === browserName);
      if (!browser) throw new Error(`${browserName} did not start`);
      if (usesTurn && !turn)
        return void rows.push(`| ${name} | ${browserName} | not tried: turnserver (coturn) is not installed |`);
      await network.allow(passage);
      const call = await holdCall({ browser, site: site.url, target, user, network });
      rows.push(rowOf(name, browserName, call));
      expect(call.paths).toEqual(paths);
      expect(call.errors).toEqual([]);
      expect(call.heardMs).toHaveLength(5);
      expect(call.wordErrorRate).toBeLessThan(0.25);
      if (usesTurn) expect(turn?.output()).toMatch(new RegExp(`:${call.id}>`));
    });
  });
});

function rowOf(path: string, browser: string, call: HeldCall): string {
  const { greetedMs, heardMs, wordErrorRate, kbitsUp, kbitsDown } = call;
  const cells = [
    path,
    browser,
    `${(greetedMs / 1_000).toFixed(1)} s`,
    `${Math.round(median(heardMs))} ms`,
    `${(wordErrorRate * 100).toFixed(0)} %`,
    kbitsUp.toFixed(0),
    kbitsDown.toFixed(0),
  ];
  return `| ${cells.join(" | ")} |`;
}
