import type { Config } from "../config/config.ts";
import type { Logger } from "../config/logger.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createSmtpMailer } from "./smtp-mailer.ts";

/** A mail before it is sent. */
export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  /** Plain text; addresses in it become links in every mail program. */
  text: string;
}

/** How the server writes to people. */
export interface Mailer {
  /** Fails with `mail-not-sent` if the mail server refuses it. Without a mail server, it is kept in the outbox. */
  sendMail: (mail: Mail) => Promise<void>;
  /** The mails that are kept without a mail server. */
  outbox?: Outbox;
  /** Resolves when running deliveries have ended. */
  close: () => Promise<void>;
}

/** Sends by SMTP_URL. Without it, mails stay in the outbox of this machine, for development and trials. */
export function createMailer({ smtp }: Pick<Config, "smtp">, log: Logger, now: () => Date): Mailer {
  if (smtp) return createSmtpMailer(smtp);
  const outbox = createOutbox(log, now);
  return { sendMail: async (mail) => outbox.put(mail), outbox, close: async () => {} };
}
