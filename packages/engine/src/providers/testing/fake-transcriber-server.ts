import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { bodyOf, startLocalServer } from "../../testing/local-server.ts";
import { FakeEar } from "./fake-ear.ts";
import { refusalOf } from "./request-shape.ts";
import type { Refusal, StreamingDialect, Utterance, UtteranceDialect } from "./transcriber-dialect.ts";
import { addressRefusal } from "./transcriber-requests.ts";

/** The behavior of the fake for its connections and requests, until the test changes it. */
export type FakeHearing =
  /** Recognizes these texts, in turn and repeatedly, for any speech. */
  | { kind: "hears"; texts: readonly string[] }
  | ({ kind: "refuses" } & Refusal)
  /** Accepts the connection and sends nothing. */
  | { kind: "hangs" }
  /** Begins to hear, and breaks the connection. */
  | { kind: "breaks" }
  /** Sends a message that is not in its protocol. */
  | { kind: "talks-nonsense" };

export interface FakeTranscriberServer {
  /** Base URL, as in the environment of a server. */
  readonly url: string;
  /** Received speech, in seconds. */
  readonly heardSeconds: number;
  /** Addresses of the connections and requests so far. */
  readonly addresses: readonly URL[];
  /** The latest first message, unchanged. */
  readonly firstMessage: string | undefined;
  /** The latest body of a request, as it came. */
  readonly body: string | undefined;
  readonly openConnections: number;
  do(hearing: FakeHearing): void;
  close(): Promise<void>;
}

const CONFIDENCE = 0.9;

type Dialects = { streaming: StreamingDialect } | { byUtterance: UtteranceDialect };

/**
 * A fake transcriber on 127.0.0.1 with the protocol of a service: it distinguishes speech from silence, and recognizes the texts that the test sets.
 * Refuses every key other than `apiKey`, and what the service refuses: unknown fields and values, missing headers, sound before the session.
 */
export async function startFakeTranscriberServer(dialects: Dialects, apiKey: string): Promise<FakeTranscriberServer> {
  let hearing: FakeHearing = { kind: "hears", texts: ["Hello."] };
  let utterances = 0;
  const state = {
    heardSeconds: 0,
    addresses: [] as URL[],
    firstMessage: undefined as string | undefined,
    body: undefined as string | undefined,
  };
  const nextUtterance = (): Utterance => {
    const texts = hearing.kind === "hears" ? hearing.texts : ["Hello."];
    const text = texts[utterances % texts.length] ?? "";
    const words = text.split(" ");
    const growing = [1, 2].flatMap((count) => (count < words.length ? words.slice(0, count).join(" ") : []));
    const startSeconds = utterances * 10;
    utterances += 1;
    return { text, growing, confidence: CONFIDENCE, startSeconds, endSeconds: startSeconds + 2 };
  };

  const web = new WebSocketServer({ noServer: true });
  const server = await startLocalServer(async (request, response) => {
    const body = await bodyOf(request);
    state.addresses.push(addressOf(request));
    state.body = body.toString("latin1");
    if (hearing.kind === "hangs") return;
    if (hearing.kind === "breaks") return void request.socket.destroy();
    const say = (status: number, answered: unknown) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(typeof answered === "string" ? answered : JSON.stringify(answered));
    if ("streaming" in dialects) {
      // Gladia's session.
      if (request.headers["x-gladia-key"] !== apiKey) return void say(401, { statusCode: 401, message: "gladia key not found" });
      const refusal =
        addressRefusal(dialects.streaming.takes, addressOf(request), request.headers) ?? jsonRefusal(dialects, body);
      if (refusal) return void say(400, { message: refusal });
      if (hearing.kind === "refuses") return void say(hearing.status, { message: hearing.message });
      return void say(201, { id: "s", url: `ws://127.0.0.1:${server.port}/v2/live?token=session` });
    }
    const dialect = dialects.byUtterance;
    const address = addressOf(request);
    const hasPath = typeof dialect.path === "string" ? address.pathname === dialect.path : dialect.path.test(address.pathname);
    if (!hasPath) return void say(404, dialect.refuse({ status: 404, message: "no such page" }));
    const refusal =
      addressRefusal(dialect.takes, address, request.headers) ?? jsonRefusal(dialects, body) ?? dialect.refusal?.(body, address);
    if (refusal) return void say(400, dialect.refuse({ status: 400, message: refusal }));
    if (dialect.keyOf(request.headers) !== apiKey) return void say(401, dialect.refuse({ status: 401, message: "wrong key" }));
    if (hearing.kind === "refuses") return void say(hearing.status, dialect.refuse(hearing));
    if (hearing.kind === "talks-nonsense") return void say(200, "<html>");
    state.heardSeconds += secondsOfWave(dialect.waveIn(body, request.headers));
    say(200, dialect.answer(nextUtterance()));
  });

  server.http.on("upgrade", (request, socket: Socket, head) => {
    const address = addressOf(request);
    state.addresses.push(address);
    if (!("streaming" in dialects) || hearing.kind === "hangs") return;
    const { streaming: dialect } = dialects;
    const refuse = ({ status, message }: Refusal) =>
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-type: text/plain\r\ncontent-length: ${message.length}\r\n\r\n${message}`);
    if (address.pathname !== dialect.path) return refuse({ status: 404, message: `no ${address.pathname}` });
    const wrong = addressRefusal(dialect.takes, address, request.headers);
    if (wrong) return refuse({ status: 400, message: wrong });
    const key = dialect.keyOf(request.headers);
    const isWrong = key !== undefined && key !== apiKey;
    if (!dialect.refuse && isWrong) return refuse({ status: 401, message: `wrong key ${key}` });
    if (!dialect.refuse && hearing.kind === "refuses") return refuse(hearing);
    web.handleUpgrade(request, socket, head, (client) => converse(client, dialect, isWrong));
  });

  function converse(client: WebSocket, dialect: StreamingDialect, hasWrongKey: boolean): void {
    const { sampleRate = 16_000 } = dialect;
    const ear = new FakeEar(sampleRate);
    let current: Utterance | undefined;
    let hasBegun = false;
    const say = (messages: readonly object[] = []) => {
      for (const message of messages) client.send(JSON.stringify(message));
    };
    const refuse = (refusal: Refusal) => {
      const { message, close } = dialect.refuse?.(refusal) ?? {};
      if (message) say([message]);
      if (close) client.close(close.code, close.reason);
    };
    const begin = (key: string | undefined) => {
      hasBegun = true;
      if (hasWrongKey || (key !== undefined && key !== apiKey)) refuse({ status: 401, message: `wrong key ${key}` });
      else if (hearing.kind === "refuses") refuse(hearing);
      else if (dialect.greeting) say([dialect.greeting]);
    };
    const finish = () => {
      if (current) say(dialect.final(current));
      current = undefined;
    };
    const hear = (samples: Int16Array) => {
      state.heardSeconds += samples.length / sampleRate;
      const change = ear.hear(samples);
      if (change === "pause" && !dialect.isToldPauses) finish();
      if (change !== "speech") return;
      if (hearing.kind === "breaks") return client.terminate();
      if (hearing.kind === "talks-nonsense") return client.send("<html>");
      current = nextUtterance();
      for (const index of current.growing.keys()) say(dialect.growing(current, index));
    };
    client.on("message", (data: Buffer, isBinary) => {
      const message = dialect.read(data, isBinary);
      const wrong = isBinary ? undefined : jsonRefusal(dialects, data);
      if (wrong) return client.close(1008, wrong.slice(0, 100));
      if (message.type === "start") {
        state.firstMessage = data.toString();
        if (message.refusal) return client.close(1008, message.refusal);
        begin(message.key);
      }
      if (client.readyState !== client.OPEN) return;
      if (!hasBegun) return client.close(1008, "Sound before the session.");
      if (message.type === "sound") hear(message.samples);
      if (message.type === "stopped-speaking") finish();
      if (message.type === "commit") {
        if (!current && dialect.nothingToCommit) say([dialect.nothingToCommit]);
        finish();
      }
      if (message.type !== "end") return;
      finish();
      say(dialect.farewell);
      client.close(1000);
    });
    if (!dialect.startsWithMessage) begin(undefined);
  }

  return {
    url: server.url,
    get heardSeconds() {
      return state.heardSeconds;
    },
    get addresses() {
      return state.addresses;
    },
    get firstMessage() {
      return state.firstMessage;
    },
    get body() {
      return state.body;
    },
    get openConnections() {
      return web.clients.size;
    },
    do(next) {
      hearing = next;
      utterances = 0;
      state.heardSeconds = 0;
    },
    close: server.close,
  };
}

/** Texts that are not JSON are words of the protocol, such as `done`. */
function jsonRefusal(dialects: Dialects, data: Buffer): string | undefined {
  const { json } = "streaming" in dialects ? dialects.streaming.takes : dialects.byUtterance.takes;
  return json && data.length > 0 ? refusalOf(json, JSON.parse(data.toString()) as object) : undefined;
}

const addressOf = ({ url = "/" }: IncomingMessage) => new URL(url, "http://127.0.0.1");

/** Fails unless it is mono 16-bit sound at 16 kHz. */
function secondsOfWave(file: Buffer): number {
  const format = [file.toString("latin1", 0, 4), file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)];
  if (format.join() !== "RIFF,1,16000,16") throw new Error(`The file is ${format.join()}.`);
  return file.readUInt32LE(40) / 2 / 16_000;
}
