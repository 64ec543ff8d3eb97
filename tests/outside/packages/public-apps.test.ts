import path from "node:path";
import type { Call, OfferedPackage } from "@callwright/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type FakeOpenAiServer,
  type FakeReply,
  startFakeOpenAiServer,
} from "../../../packages/engine/src/providers/testing/fake-model-server.ts";
import {
  type FakeTranscriberServer,
  startFakeTranscriberServer,
} from "../../../packages/engine/src/providers/testing/fake-transcriber-server.ts";
import { deepgramNova } from "../../../packages/engine/src/providers/testing/streaming-dialects.ts";
import { type Browser, launchChromium, openPage } from "../../harness/chromium.ts";
import { newAccount } from "../../harness/open-dashboard.ts";
import { type PlatformUser, signUp } from "../../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server-process.ts";
import { speechFile } from "../../harness/speech.ts";
import { addFiles, addressOf, inApp, install } from "./harness/fresh-app.ts";
import { type Change, change, checkOut, type PublicApp } from "./harness/public-app.ts";
import { type RecordingRegistry, startRecordingRegistry } from "./harness/recording-registry.ts";
import { type Served, serveByProgram, serveFolder } from "./harness/served.ts";

/**
 * Apps that others wrote for the official SDK call our server. Their assistants are in their code and name OpenAI and Deepgram: servers of these
 * protocols stand in for both. Everything else is real.
 */

const OURS = "@callwright/vapi-web";
const OFFICIAL = "@vapi-ai/web";
const QUESTION = "What are your opening hours?";
const KEY = "key-of-the-operator";

let model: FakeOpenAiServer;
let transcriber: FakeTranscriberServer;
let server: ServerProcess;
let registry: RecordingRegistry;
let offered: OfferedPackage[];
let browser: Browser;
let user: PlatformUser;
let token: string;

beforeAll(async () => {
  [model, transcriber, registry] = await Promise.all([
    startFakeOpenAiServer({ apiKey: KEY }),
    startFakeTranscriberServer({ streaming: deepgramNova }, KEY),
    startRecordingRegistry(),
  ]);
  transcriber.do({ kind: "hears", texts: [QUESTION] });
  const providers = {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: KEY,
    DEEPGRAM_BASE_URL: transcriber.url,
    DEEPGRAM_API_KEY: KEY,
  };
  server = await startServerProcess({ env: { SIGN_UP: "open", ...providers } });
  offered = (await (await fetch(`${server.url}/packages`)).json()) as OfferedPackage[];
  user = await signUp(server.url, newAccount());
  token = (await user.send<{ value: string }>("POST", "/token", { tag: "public", name: "Page" })).body.value;
  browser = await launchChromium({
    microphone: await speechFile({ text: QUESTION, voice: "slt", leadSeconds: 12, tailSeconds: 45 }),
  });
});
afterAll(async () => {
  await browser?.close();
  registry?.close();
  await server?.stop();
  await Promise.all([model?.close(), transcriber?.close()]);
});

/** A page of an app, in the hands of a person. */
interface Visit {
  page: Page;
  /** Waits until the page has this text. */
  shows(text: string | RegExp): Promise<void>;
  /** Waits until the app has written a line that begins with this text to the console, so many times. */
  logs(text: string, times?: number): Promise<void>;
  /** Waits until the agent has understood the question, and its model has it. */
  asks(): Promise<void>;
}

interface App extends PublicApp {
  /** Says which package is meant, and where the server is, and what our documentation says must be changed. */
  changes(): Change[];
  /** Files that the app reads its settings from. */
  settings?(folder: string): Record<string, string>;
  /**
   * The official package that the app is compiled with, where an alias of the bundler takes its place: the first version on the registry from that
   * of the app's lockfile on. Otherwise ours is installed under the official name.
   */
  aliased?: string;
  build(folder: string): Promise<Served>;
  replies: FakeReply[];
  /** From the press of the app's own button to the end of the call. */
  talk(visit: Visit): Promise<void>;
}

const says = (words: string): FakeReply => ({ kind: "words", words: [words] });
const calls = (name: string, input: object): FakeReply => ({
  kind: "words",
  words: [{ id: "call_1", name, arguments: JSON.stringify(input) }],
});

async function builtByVite(folder: string): Promise<Served> {
  await inApp(folder, "tsc");
  await inApp(folder, "vite", "build", "--logLevel", "warn");
  return serveFolder(path.join(folder, "dist"));
}

const APPS: App[] = [
  {
    repository: "client-example-javascript-react",
    commit: "b98bedefd443a0ae77b76971702ddb023e1828c5",
    changes: () => [
      {
        file: "vite.config.ts",
        from: "  plugins: [react()],",
        to: `  plugins: [react()],\n  define: { CALLWRIGHT_URL: JSON.stringify("${server.url}") },`,
      },
    ],
    settings: () => ({ ".env": `VITE_VAPI_WEB_TOKEN=${token}` }),
    build: builtByVite,
    replies: [calls("finalizeDetail", { key: "Name", value: "Ada Lovelace" }), says("Her name is settled.")],
    async talk({ page, shows, logs }) {
      await page.getByRole("button").click();
      await logs("Call has started");
      await shows("Hi. I'm Mary, your personal character sketch pad.");
      await logs("Speech has ended");
      await shows(/hours/i);
      // The function that the app gives its model, as the app shows it.
      await shows("Ada Lovelace");
      await shows("Her name is settled.");
      await logs("Speech has ended", 2);
      await page.locator("#card-footer button").click();
      await logs("Call has stopped");
    },
  },
  {
    repository: "client-example-javascript-next",
    commit: "a3d61657db11d5dfe9a9d8d66c94eb21fa111d3a",
    aliased: "1.0.267",
    changes: () => [
      {
        file: "next.config.mjs",
        from: "  reactStrictMode: true,",
        to: `  reactStrictMode: true,
  webpack(config, { webpack }) {
    config.resolve.alias["${OFFICIAL}"] = "${OURS}";
    config.plugins.push(new webpack.DefinePlugin({ CALLWRIGHT_URL: JSON.stringify("${server.url}") }));
    return config;
  },`,
      },
      // A page with a public token names no address of a server: it runs the functions itself.
      {
        file: "assistants/assistant.ts",
        from: `  serverUrl: process.env.NEXT_PUBLIC_SERVER_URL
    ? process.env.NEXT_PUBLIC_SERVER_URL
    : "https://08ae-202-43-120-244.ngrok-free.app/api/webhook",
`,
        to: "",
      },
    ],
    settings: (folder) => ({
      ".env.local": `NEXT_PUBLIC_VAPI_WEB_TOKEN=${token}\nNEXT_FONT_GOOGLE_MOCKED_RESPONSES=${path.join(folder, "fonts.cjs")}`,
      // In place of Google's fonts, which the build downloads.
      "fonts.cjs": 'module.exports = new Proxy({}, { get: () => "@font-face { font-family: Inter; src: local(Arial) }" });',
    }),
    build: async (folder) => {
      await inApp(folder, "next", "build");
      return serveByProgram(folder, "next", "start", "--hostname", "127.0.0.1", "--port", "0");
    },
    replies: [calls("suggestShows", { location: "New York", date: "today" }), says("You see them on the screen.")],
    async talk({ page, shows, logs }) {
      await page.getByRole("button").click();
      await logs("Call has started");
      await logs("Speech has ended");
      await shows("The Notebook");
      await logs("Speech has ended", 2);
      await page.getByRole("button").click();
      await logs("Call has stopped");
    },
  },
  {
    repository: "quickstart-react",
    commit: "28db92525df259405f7bae5fdbc5abedb0c72c07",
    changes: () => [
      { file: "public/index.html", from: "<body>", to: `<body><script>CALLWRIGHT_URL = "${server.url}"</script>` },
      { file: "src/App.jsx", from: "0000XXXX-XXXX-XXXX-XXXX-XXXXXXXX0000", to: token },
    ],
    build: async (folder) => {
      await inApp(folder, "react-scripts", "build");
      return serveFolder(path.join(folder, "build"));
    },
    replies: [says("We are always open.")],
    async talk({ page, shows, asks }) {
      const start = page.getByRole("button", { name: "Call Vapi’s Pizza Front Desk" });
      await start.click();
      await shows("Assistant speaking");
      await shows("Assistant not speaking");
      await asks();
      await shows("Assistant speaking");
      await page.getByRole("button", { name: "End Call" }).click();
      await start.waitFor();
    },
  },
  {
    repository: "client-sdk-web",
    commit: "82aa047878b82d1c8e6501a4c036de9a554ec88a",
    folder: "example",
    // The app depends on a file that its repository builds.
    changes: () => [{ file: "package.json", from: "file:../vapi-ai-web-latest.tgz", to: addressOf(OURS, offered) }],
    settings: () => ({ ".env.local": `VITE_VAPI_PUBLIC_KEY=${token}\nVITE_VAPI_API_BASE_URL=${server.url}` }),
    build: builtByVite,
    replies: [says("We are open from nine to five.")],
    async talk({ page, shows, logs }) {
      await page.getByRole("button", { name: "Start Call" }).click();
      await shows("Call connected");
      await shows(/Call started successfully in \d+ms/);
      await shows("Hello! I'm your AI assistant. How can I help you today?");
      await logs("Assistant stopped speaking");
      await shows(QUESTION);
      await shows("We are open from nine to five.");
      await logs("Assistant stopped speaking", 2);
      await page.getByRole("button", { name: "Stop Call" }).click();
      await shows("Call ended - webCall data preserved for reconnection");
    },
  },
];

async function serve(app: App, folder: string): Promise<Served> {
  for (const each of app.changes()) await change(folder, each);
  await addFiles(folder, app.settings?.(folder) ?? {});
  const address = addressOf(OURS, offered);
  await install(folder, app.aliased ? [`${OFFICIAL}@${app.aliased}`, address] : [`${OFFICIAL}@${address}`], registry);
  return app.build(folder);
}

async function visit(url: string): Promise<Visit & { errors: string[] }> {
  const { page, errors } = await openPage(browser, url);
  const lines: string[] = [];
  page.on("console", (message) => lines.push(message.text()));
  await page.goto(url);
  const askedBefore = model.requests.length;
  return {
    page,
    errors,
    async shows(text) {
      const matcher = typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text);
      await expect.poll(() => page.locator("body").textContent()).toEqual(matcher);
    },
    async logs(text, times = 1) {
      await expect.poll(() => lines.filter((line) => line.startsWith(text)).length).toBeGreaterThanOrEqual(times);
    },
    async asks() {
      const asked = () => model.requests.slice(askedBefore).map(({ body }) => JSON.stringify(body.messages));
      await expect.poll(asked).toContainEqual(expect.stringMatching(/hours/i));
    },
  };
}

// An app with a thousand packages is installed and built.
test.for(APPS)("$repository calls the agent", { timeout: 1_800_000 }, async (app, { skip }) => {
  const folder = await checkOut(app);
  if (folder === undefined) return skip("GitHub cannot be reached: set PUBLIC_APPS_FOLDER to a folder with the repositories");
  const served = await serve(app, folder);
  model.reply(...app.replies);
  const opened = await visit(served.url);
  await app.talk(opened);
  await opened.asks();
  const latest = async () => (await user.send<Call[]>("GET", "/call?limit=1")).body[0];
  const ended = { type: "webCall", status: "ended", endedReason: "customer-ended-call" };
  await expect.poll(latest).toMatchObject(ended);
  expect(opened.errors).toEqual([]);
  await opened.page.context().close();
  await served.close();
});
