import { EventEmitter } from "node:events";
import { connect, type Socket } from "node:net";

interface BaresipEvent {
  type: string;
  param?: string;
}

/** The phone of a test: Baresip, driven over its `ctrl_tcp` module (netstrings of JSON). */
export class Baresip {
  readonly #socket: Socket;
  readonly #told = new EventEmitter();
  #buffer = Buffer.alloc(0);
  /** Events of baresip, in order. */
  readonly events: BaresipEvent[] = [];

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.on("data", (chunk) => this.#read(chunk));
    this.#socket.on("error", () => {});
  }

  #read(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const colon = this.#buffer.indexOf(":");
      const length = Number(this.#buffer.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || this.#buffer.length < colon + length + 2) return;
      const text = this.#buffer.subarray(colon + 1, colon + 1 + length).toString();
      this.#buffer = this.#buffer.subarray(colon + length + 2);
      const message = JSON.parse(text) as { event?: boolean; data?: string } & BaresipEvent;
      if (message.event) this.events.push(message);
      else this.#told.emit("response", message.data ?? "");
    }
  }

  /** Returns Baresip's output. */
  command(command: string, params = ""): Promise<string> {
    const text = JSON.stringify({ command, params });
    return new Promise((resolve) => {
      this.#told.once("response", resolve);
      this.#socket.write(`${Buffer.byteLength(text)}:${text},`);
    });
  }

  /** Whether it has a call, in any state. */
  async isInCall(): Promise<boolean> {
    return !/calls? \(0\)|no active calls|\b0 call/i.test(await this.command("listcalls"));
  }

  close(): void {
    this.#socket.destroy();
  }
}
