import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An OpenAI-compatible model that answers when the test releases it. */
export interface HeldModel {
  /** Base URL, with `/v1`. */
  readonly url: string;
  /** Requests so far. */
  readonly asked: number;
  /** Answers all requests, including those that follow at once. */
  release(): void;
  close(): Promise<void>;
}

export async function startHeldModel(text: string): Promise<HeldModel> {
  let asked = 0;
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 0, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    void released.then(() => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`${chunk({ role: "assistant", content: text }, null)}${chunk({}, "stop")}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get asked() {
      return asked;
    },
    release,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
