import { PlatformError } from "@callwright/contract";
import { createTransport } from "nodemailer";
import type { Config } from "../config/config.ts";
import type { Mailer } from "./mailer.ts";

/** A mail server answers within seconds; the library would wait for minutes. */
const TIMEOUT_MS = 15_000;

/** The connection to a mail server. */
export function createSmtpTransport({ url, from }: NonNullable<Config["smtp"]>) {
  return createTransport(
    {
      url,
      requireTLS: carriesPassword(url),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { "Auto-Submitted": "auto-generated" } },
  );
}

/** Mails by a mail server. */
export function createSmtpMailer(smtp: NonNullable<Config["smtp"]>): Mailer {
  const sending = new Set<Promise<unknown>>();
  const transport = createSmtpTransport(smtp);

  return {
    async sendMail(mail) {
      const sent = transport.sendMail(mail).catch((error: unknown) => {
        // The library's error repeats addresses and the mail server's text about them.
        throw new PlatformError("mail-not-sent", { reason: reasonOf(error) });
      });
      sending.add(sent);
      try {
        await sent;
      } finally {
        sending.delete(sent);
      }
    },

    async close() {
      await Promise.allSettled(sending);
      transport.close();
    },
  };
}

/** A password is not sent in clear, except to this machine. */
function carriesPassword(url: string): boolean {
  const { password, hostname } = new URL(url);
  return password !== "" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** The codes of a failure, without the addresses in its message. */
export function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code ?? "unknown", responseCode].filter((part) => part !== undefined).join(" ");
}
