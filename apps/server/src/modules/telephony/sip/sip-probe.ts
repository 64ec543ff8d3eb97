import { randomUUID } from "node:crypto";
import { createSocket } from "node:dgram";

const ANSWER_MS = 2_000;

/** Does a SIP server answer a request by UDP, in two seconds? A refusal is an answer. */
export function probeSip(address: string, port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  return new Promise<boolean>((resolve) => {
    const settle = (answers: boolean) => {
      clearTimeout(timer);
      socket.removeAllListeners().on("error", () => {});
      socket.close();
      resolve(answers);
    };
    const timer = setTimeout(settle, ANSWER_MS, false);
    socket.once("error", () => settle(false));
    socket.once("message", () => settle(true));
    socket.connect(port, address, () => {
      const own = `${socket.address().address}:${socket.address().port}`;
      const id = randomUUID();
      const lines = [
        `OPTIONS sip:probe@${address}:${port} SIP/2.0`,
        `Via: SIP/2.0/UDP ${own};branch=z9hG4bK${id};rport`,
        "Max-Forwards: 5",
        `From: <sip:probe@${own}>;tag=${id}`,
        `To: <sip:probe@${address}:${port}>`,
        `Call-ID: ${id}`,
        "CSeq: 1 OPTIONS",
        "Content-Length: 0",
      ];
      socket.send(`${lines.join("\r\n")}\r\n\r\n`);
    });
  });
}
