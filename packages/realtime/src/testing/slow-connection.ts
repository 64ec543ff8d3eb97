import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const BYTES = 40;
const EVERY_MS = 15;

/** A connection to a server that delays the client's frames: two frames that were sent together arrive far apart. */
export async function openSlowConnection(port: number): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    let waiting = Buffer.alloc(0);
    const passing = setInterval(() => {
      if (waiting.length > 0) far.write(waiting.subarray(0, BYTES));
      waiting = waiting.subarray(BYTES);
    }, EVERY_MS);
    near.on("data", (data) => {
      waiting = Buffer.concat([waiting, data]);
    });
    far.pipe(near);
    for (const [socket, opposite] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        clearInterval(passing);
        sockets.delete(socket);
        opposite.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
