import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail as it came over the wire. */
export interface ReceivedMail {
  from: string;
  to: string[];
  headers: string;
  /** Decoded. */
  text: string;
}

export interface FakeMailServer {
  /** `smtp://user:password@127.0.0.1:port`. */
  url: string;
  /** The next unread mail; waits for it. */
  nextMail: () => Promise<ReceivedMail>;
  close: () => Promise<void>;
}

/** Speaks SMTP on this machine, and takes every mail but those to `refused@…`. */
export async function startFakeMailServer(): Promise<FakeMailServer> {
  const mails: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, callback) =>
      username === "user" && password === "password" ? callback(null, { user: username }) : callback(new Error("wrong password")),
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith("refused@") ? Object.assign(new Error(`<${address}> unknown`), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, callback) => {
      text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const mail = { from, to: envelope.rcptTo.map(({ address }) => address), ...parse(raw) };
        const next = waiting.shift();
        if (next) next(mail);
        else mails.push(mail);
        callback();
      }, callback);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://user:password@127.0.0.1:${port}`,
    nextMail: () => {
      const mail = mails.shift();
      return mail ? Promise.resolve(mail) : new Promise((resolve) => waiting.push(resolve));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parse(raw: string): Pick<ReceivedMail, "headers" | "text"> {
  const end = raw.indexOf("\r\n\r\n");
  const headers = raw.slice(0, end);
  const body = raw.slice(end + 4);
  return { headers, text: /quoted-printable/i.test(headers) ? decodeQuotedPrintable(body) : body };
}

function decodeQuotedPrintable(body: string): string {
  const bytes = body
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
