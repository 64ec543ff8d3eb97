import { type CreatePhoneNumber, PHONE_NUMBER_SECRETS, type PhoneNumber } from "@callwright/contract";
import { and, eq, isNull } from "drizzle-orm";
import type { ServerContext } from "../../../platform/platform.ts";
import { openConfig, plainEntity } from "../../../platform/resource-kit/resource-service.ts";
import { phoneNumber } from "../tables.ts";
import type { TwilioAccount } from "./twilio-client.ts";

type TwilioConfig = Extract<CreatePhoneNumber, { provider: "twilio" }>;

/** A number of Twilio, and the keys of its account. */
export interface TwilioNumber {
  orgId: string;
  /** Without secrets. */
  number: Extract<PhoneNumber, { provider: "twilio" }>;
  account: TwilioAccount;
  /** What the server has stored about it, besides its config. */
  state: Record<string, unknown>;
}

/** In any organization: a webhook names none, and the signature of the number's account proves its sender. Undefined also for a number without an auth token. */
export async function findTwilioNumber(
  context: Pick<ServerContext, "db" | "secrets">,
  id: string,
): Promise<TwilioNumber | undefined> {
  const [row] = await context.db
    .select()
    .from(phoneNumber)
    .where(and(eq(phoneNumber.id, id), isNull(phoneNumber.deletedAt)));
  if (row?.config.provider !== "twilio") return undefined;
  const { twilioAuthToken, twilioApiSecret, ...config } = openConfig<TwilioConfig>(
    context,
    phoneNumber,
    row,
    PHONE_NUMBER_SECRETS,
  );
  if (twilioAuthToken === undefined) return undefined;
  return {
    orgId: row.orgId,
    number: { ...plainEntity({ ...row, config }), storedSecrets: ["twilioAuthToken"] } as TwilioNumber["number"],
    account: {
      accountSid: config.twilioAccountSid,
      authToken: twilioAuthToken,
      apiKey: config.twilioApiKey,
      apiSecret: twilioApiSecret,
    },
    state: row.state,
  };
}
