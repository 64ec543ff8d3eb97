import { carrierAddresses } from "../carrier/carrier-addresses.ts";

/** Where Telnyx asks about a number. `legKey`: about one leg. */
export function telnyxAddresses(origin: string, numberId: string, legKey?: string) {
  const { hook, stream } = carrierAddresses("telnyx", origin, numberId, legKey);
  return {
    /** What happens to calls. */
    events: hook("events", true),
    stream,
  };
}
