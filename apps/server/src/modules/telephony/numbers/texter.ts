import { invalid, type PhoneNumber } from "@callwright/contract";
import type { ServerContext } from "../../../platform/platform.ts";
import { isOnDoNotCallList } from "../../do-not-call/store.ts";
import type { CarrierTexts } from "../phone-line.ts";
import type { PhoneLines } from "../phone-lines.ts";

export interface TextContext extends Pick<ServerContext, "db" | "secrets"> {
  line: Pick<PhoneLines, "textsOf">;
}

/** Sends text messages with the number of a conversation. */
export interface Texter {
  /** The other party's number, in E.164. */
  customerNumber: string | undefined;
  /** Fails with a `PlatformError` when the number must not be written to. */
  requireAllowed(to: string): Promise<void>;
  /** Fails with a `PlatformError` that says why. */
  send(to: string, text: string): Promise<void>;
}

/** Sends text messages with a number. Undefined where that cannot be. */
export function createTexter(context: TextContext, number: PhoneNumber, customerNumber: string | undefined): Texter | undefined {
  const texts = context.line.textsOf(number);
  return texts?.problemOf(number) === undefined && texts ? texterOf(context, texts, number, customerNumber) : undefined;
}

/** As `texterOf`, for a number that must send texts. Fails with `validation-failed`. */
export function requireTexter(context: TextContext, number: PhoneNumber, customerNumber: string): Texter {
  const texts = context.line.textsOf(number);
  if (!texts)
    throw invalid(
      `phoneNumberId must name a number of provider 'twilio': this server sends no text messages with numbers of '${number.provider}'`,
    );
  const problem = texts.problemOf(number);
  if (problem !== undefined) throw invalid(problem);
  return texterOf(context, texts, number, customerNumber);
}

function texterOf(context: TextContext, texts: CarrierTexts, from: PhoneNumber, customerNumber: string | undefined): Texter {
  const { orgId } = from;
  const requireAllowed = async (to: string) => {
    if (await isOnDoNotCallList(context, orgId, to)) throw invalid(`${to} is on the do-not-call list`);
    await texts.requireAllowed(orgId, from, to);
  };
  return {
    customerNumber,
    requireAllowed,
    async send(to, text) {
      await requireAllowed(to);
      await texts.send({ orgId, from, to, text });
    },
  };
}
