import type { Logger } from "../logger.ts";
import type { Mail, Mailer } from "../mail/mailer.ts";
import { authRequest } from "./auth-request.ts";

/** How long a link in a mail works. */
export const LINK_SECONDS = 3600;

/** Pages of the dashboard that mails lead to. */
const VERIFY_PAGE = "/verify-email";
const RESET_PAGE = "/reset-password";

interface Addressee {
  email: string;
}

/** What the service writes to people about their accounts. */
export interface AccountMails {
  verifyAddress: (to: Addressee, token: string) => void;
  resetPassword: (to: Addressee, token: string) => void;
  /** To the present address, before one is written to the new address. */
  confirmNewAddress: (to: Addressee, newEmail: string, token: string) => void;
  /** To somebody who has an account and signs up. */
  haveAccount: (to: Addressee) => void;
  passwordChanged: (to: Addressee) => void;
  addressChanged: (to: Addressee, newEmail: string) => void;
}

/**
 * Mails are on their way when these return: what a mail server takes long for, or refuses, would tell whether an account is there.
 * No name is in them, for a stranger who signs up with another's address writes it.
 */
export function createAccountMails(mailer: Mailer, log: Logger): AccountMails {
  const post = (mail: Mail) => {
    mailer.sendMail(mail).catch((error) => log.error({ err: error, subject: mail.subject }, "a mail was not sent"));
  };
  return {
    verifyAddress: ({ email }, token) =>
      post({
        to: email,
        subject: "Confirm your address",
        text: `This address was given for an account of Callwright at ${origin()}. Open this link within an hour to confirm that it is yours:\n\n${link(VERIFY_PAGE, token)}\n\nIf you know nothing of it, do nothing.\n`,
      }),

    resetPassword: ({ email }, token) =>
      post({
        to: email,
        subject: "Choose a new password",
        text: `Somebody, probably you, asked for a new password at ${origin()}. Open this link within an hour to choose it:\n\n${link(RESET_PAGE, token)}\n\nIf that was not you, do nothing: your password stays as it is.\n`,
      }),

    confirmNewAddress: ({ email }, newEmail, token) =>
      post({
        to: email,
        subject: "Confirm your new address",
        text: `Your account at ${origin()} shall get the address ${newEmail}. Open this link within an hour to agree; a mail then goes to the new address:\n\n${link(VERIFY_PAGE, token)}\n\nIf that was not you, do nothing but change your password.\n`,
      }),

    haveAccount: ({ email }) =>
      post({
        to: email,
        subject: "You already have an account",
        text: `Somebody, probably you, signed up at ${origin()} with this address, which has an account already. Sign in there, or choose a new password:\n\n${origin()}/sign-in\n\nIf that was not you, do nothing: nothing has changed.\n`,
      }),

    passwordChanged: ({ email }) =>
      post({
        to: email,
        subject: "Your password was changed",
        text: `The password of your account at ${origin()} was changed, and every other device was signed out.\n\nIf that was not you, choose a new password at once:\n\n${origin()}/forgot-password\n`,
      }),

    addressChanged: ({ email }, newEmail) =>
      post({
        to: email,
        subject: "Your address was changed",
        text: `Your account at ${origin()} now has the address ${newEmail}; this one is no longer used.\n\nIf that was not you, write to the people who run that server.\n`,
      }),
  };
}

const link = (page: string, token: string) => `${origin()}${page}?token=${encodeURIComponent(token)}`;

function origin(): string {
  const request = authRequest.getStore();
  if (!request) throw new Error("mails about accounts are answers to requests");
  return request.origin;
}
