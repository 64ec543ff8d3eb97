import type { Logger } from "../config/logger.ts";
import { OUTBOX_PATH } from "../http/own-paths.ts";
import type { Mail } from "./mailer.ts";

/** Older mails are deleted. */
const MAX_MAILS = 100;

export interface OutboxMail extends Mail {
  /** ISO 8601. */
  at: string;
}

/** Mails of a server without a mail server, in memory. */
export function createOutbox(log: Logger, now: () => Date) {
  const mails: OutboxMail[] = [];
  return {
    put(mail: Mail) {
      mails.unshift({ ...mail, at: now().toISOString() });
      mails.length = Math.min(mails.length, MAX_MAILS);
      // Neither the recipient nor the text is logged: its links give access to accounts.
      log.info({ subject: mail.subject, readAt: OUTBOX_PATH }, "a mail lies in the outbox, for SMTP_URL is not set");
    },
    /** Newest first. */
    list: (): readonly OutboxMail[] => mails,
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
