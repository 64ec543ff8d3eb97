import type { CarrierProvider } from "@callwright/contract";
import type { CarrierSpec } from "./carrier/carrier-spec.ts";
import { telnyx } from "./telnyx/telnyx.ts";
import { twilio } from "./twilio/twilio.ts";
import { vonage } from "./vonage/vonage.ts";

/** The carriers of this server. A new one is added here. */
export const CARRIERS: Readonly<Record<CarrierProvider, CarrierSpec>> = { twilio, telnyx, vonage };
