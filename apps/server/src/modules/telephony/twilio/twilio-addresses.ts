import { carrierAddresses } from "../carrier/carrier-addresses.ts";

/** Where Twilio asks about a number. `legKey`: about one leg. */
export function twilioAddresses(origin: string, numberId: string, legKey?: string) {
  const { hook, stream } = carrierAddresses("twilio", origin, numberId, legKey);
  return {
    /** Somebody calls the number. */
    voice: hook("voice"),
    /** Somebody writes to the number. */
    sms: hook("sms"),
    /** Twilio reports the status of a call. */
    status: hook("status", true),
    /** Twilio asks for further TwiML, because the stream of a call has ended. */
    after: hook("after", true),
    stream,
  };
}
