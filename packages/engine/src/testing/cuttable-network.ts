import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/** One path through the network: packets to its port are passed on to the call host, and back. */
interface Way {
  isOpen: boolean;
  sockets: Set<Socket>;
}

/**
 * The network between a caller and a call host, which a test can cut. Pass both descriptions through it: the two sides then know no other way to each
 * other.
 */
export class CuttableNetwork {
  /** Only every other packet reaches the caller. */
  isLossy = false;
  /** Each packet to the caller is late by up to this many milliseconds, whatever its order. */
  jitterMs = 0;
  #ways = new Set<Way>();
  #isCut = false;
  #packetsToCaller = 0;

  /** The caller's offer without the addresses it can be reached at: the host learns the relay's from the packets. */
  offer(sdp: string): string {
    return sdp.replaceAll(/^a=candidate:.*\r\n/gm, "");
  }

  /** The host's answer, with the addresses of relays instead of its own. */
  async answer(sdp: string): Promise<string> {
    const way: Way = { isOpen: true, sockets: new Set() };
    this.#ways.add(way);
    const lines = sdp.split("\r\n").map((line) => (line.startsWith("a=candidate:") ? this.#relay(line, way) : line));
    return (await Promise.all(lines)).filter((line) => line !== undefined).join("\r\n");
  }

  /** No packet passes any more. */
  cut(): void {
    this.#isCut = true;
  }

  /** Earlier paths work again. */
  restore(): void {
    this.#isCut = false;
  }

  /** Changes the network: the paths so far are closed for good, and those of later answers are open. */
  change(): void {
    for (const way of this.#ways) way.isOpen = false;
    this.#isCut = false;
  }

  close(): void {
    for (const { sockets } of this.#ways) for (const socket of sockets) socket.close();
    this.#ways.clear();
  }

  #isLost(): boolean {
    this.#packetsToCaller += 1;
    return this.isLossy && this.#packetsToCaller % 2 === 0;
  }

  /** Only UDP over IPv4 leads through. */
  async #relay(candidate: string, way: Way): Promise<string | undefined> {
    const parts = candidate.split(" ");
    const [, , protocol, , address = "", port] = parts;
    if (protocol?.toLowerCase() !== "udp" || !/^[\d.]+$/.test(address)) return undefined;
    const near = await openSocket(way);
    const far = new Map<string, Promise<Socket>>();
    const passes = () => way.isOpen && !this.#isCut;
    near.on("message", (packet, { address: from, port: fromPort }) => {
      if (!passes()) return;
      const caller = `${from}:${fromPort}`;
      const socket =
        far.get(caller) ??
        openSocket(way, (answer) => {
          const pass = () => passes() && near.send(answer, fromPort, from);
          if (this.#isLost()) return;
          if (this.jitterMs > 0) setTimeout(pass, Math.random() * this.jitterMs);
          else pass();
        });
      far.set(caller, socket);
      void socket.then((open) => open.send(packet, Number(port), address));
    });
    parts[5] = String(near.address().port);
    return parts.join(" ");
  }
}

async function openSocket(way: Way, onPacket?: (packet: Buffer) => void): Promise<Socket> {
  const socket = createSocket("udp4");
  way.sockets.add(socket);
  if (onPacket) socket.on("message", onPacket);
  // A port that the other side has closed is reported here; packets are lost, as in any network.
  socket.on("error", () => {});
  socket.bind();
  await once(socket, "listening");
  return socket;
}
