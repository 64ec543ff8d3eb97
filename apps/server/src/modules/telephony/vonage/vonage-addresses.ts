import { carrierAddresses } from "../carrier/carrier-addresses.ts";

/** Where Vonage asks about a number. `legKey`: about one leg. */
export function vonageAddresses(origin: string, numberId: string, legKey?: string) {
  const { hook, stream } = carrierAddresses("vonage", origin, numberId, legKey);
  return {
    /** Somebody calls: answers what Vonage does with the call. */
    answer: hook("answer"),
    /** What happens to calls. */
    events: hook("events", true),
    /** What happens to the stream of a call: answers how the call goes on. */
    after: hook("after", true),
    stream,
  };
}
