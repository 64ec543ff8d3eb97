import type { Logger } from "../config/logger.ts";
import type { Mail, Mailer } from "../mail/mailer.ts";
import { authRequest } from "./auth-request.ts";

/** How long a link in an e-mail works. */
export const LINK_SECONDS = 3600;

/** Pages of the dashboard that e-mails link to. */
const VERIFY_PAGE = "/verify-email";
export const RESET_PAGE = "/reset-password";

interface Addressee {
  email: string;
}

/**
 * These return before the e-mail is sent: the time that a mail server takes, or its refusal, would reveal whether an account exists.
 * E-mails contain no name, because a stranger who signs up with another person's address chooses it.
 */
export function createAccountMails(mailer: Mailer, log: Logger) {
  const post = (mail: Mail) => {
    mailer.sendMail(mail).catch((error) => log.error({ err: error, subject: mail.subject }, "an e-mail was not sent"));
  };
  return {
    verifyAddress: ({ email }: Addressee, token: string) =>
      post({
        to: email,
        subject: "Confirm your address",
        text: `Someone entered this address for a Callwright account at ${origin()}. To confirm that it is yours, open this link within an hour:\n\n${link(VERIFY_PAGE, token)}\n\nIf you did not sign up, ignore this e-mail.\n`,
      }),

    resetPassword: ({ email }: Addressee, token: string) =>
      post({
        to: email,
        subject: "Choose a new password",
        text: `Someone, probably you, asked to reset your password at ${origin()}. To choose a new one, open this link within an hour:\n\n${link(RESET_PAGE, token)}\n\nIf this was not you, ignore this e-mail. Your password stays the same.\n`,
      }),

    /** Sent to the current address, before the e-mail to the new address. */
    confirmNewAddress: ({ email }: Addressee, newEmail: string, token: string) =>
      post({
        to: email,
        subject: "Confirm your new address",
        text: `Someone, probably you, asked to change the address of your account at ${origin()} to ${newEmail}. To confirm, open this link within an hour. We then send an e-mail to the new address:\n\n${link(VERIFY_PAGE, token)}\n\nIf this was not you, do not open the link, and change your password.\n`,
      }),

    /** Sent to a person who signs up but already has an account. */
    haveAccount: ({ email }: Addressee) =>
      post({
        to: email,
        subject: "You already have an account",
        text: `Someone, probably you, tried to sign up at ${origin()} with this address, which already has an account. Sign in or reset your password:\n\n${origin()}/sign-in\n\nIf this was not you, ignore this e-mail. Nothing has changed.\n`,
      }),

    passwordChanged: ({ email }: Addressee) =>
      post({
        to: email,
        subject: "Your password was changed",
        text: `The password of your account at ${origin()} was changed, and all other devices were signed out.\n\nIf this was not you, reset your password now:\n\n${origin()}/forgot-password\n`,
      }),

    addressChanged: ({ email }: Addressee, newEmail: string) =>
      post({
        to: email,
        subject: "Your address was changed",
        text: `The address of your account at ${origin()} is now ${newEmail}. This address is no longer used.\n\nIf this was not you, contact the administrator of that server.\n`,
      }),
  };
}

/** E-mails about accounts. */
export type AccountMails = ReturnType<typeof createAccountMails>;

const link = (page: string, token: string) => `${origin()}${page}?token=${encodeURIComponent(token)}`;

function origin(): string {
  const request = authRequest.getStore();
  if (!request) throw new Error("e-mails about accounts are sent during requests only");
  return request.origin;
}
