import type { PhoneSetupStep } from "@callwright/contract";
import { isOurs } from "../carrier/carrier-addresses.ts";
import { CarrierProblem } from "../carrier/carrier-request.ts";
import { elsewhere, failed, ready } from "../carrier/carrier-setup.ts";
import type { CarrierSetupSpec } from "../carrier/carrier-spec.ts";
import { readPublicKey, type Telnyx, type TelnyxAccount } from "./telnyx-client.ts";

/** A number of the account, with the fields that are used here. */
interface OwnedNumber {
  id: string;
  phone_number: string;
  /** The application that receives its calls. */
  connection_id?: string | null;
}

/** A Call Control application: it receives a number's events, and has the profile for outgoing calls. */
interface Application {
  id: string;
  application_name?: string;
  active?: boolean;
  webhook_event_url?: string;
  outbound?: { outbound_voice_profile_id?: string | null } | null;
}

const NO_PUBLIC_KEY =
  "publicKey of the credential is no Ed25519 key in base64. Copy it from Keys & Credentials of Telnyx' portal.";
const NO_PROFILE = "The number cannot call: its application has no outbound voice profile. Choose one in Telnyx' portal.";

interface Found {
  owned: OwnedNumber | undefined;
  application: Application | undefined;
}

/** An application of its own brings a number's calls here. */
export const telnyxSetup: CarrierSetupSpec<TelnyxAccount, Telnyx, Found> = {
  laterSteps: ["answersHere", "callsOut"],
  byHand: "Change its connection in Telnyx' portal.",

  async checkKeys(_telnyx, { publicKey }) {
    if (!readPublicKey(publicKey)) throw new CarrierProblem(NO_PUBLIC_KEY);
    return undefined;
  },

  async find(telnyx, { number }) {
    const owned = await findAtTelnyx(telnyx, number.number);
    const id = owned?.connection_id;
    const application = id && (await telnyx.get<Application>(`/call_control_applications/${encodeURIComponent(id)}`));
    return { owned, application: application || undefined };
  },

  check({ owned, application }, _number, hook) {
    if (!owned) return undefined;
    const callsOut = application?.outbound?.outbound_voice_profile_id ? ready("callsOut") : failed("callsOut", NO_PROFILE);
    return [ready("owned"), answersHere(application, hook("events")), callsOut];
  },

  async connect(telnyx, { owned, application }, { number }, { hook }) {
    if (!owned) return undefined;
    if (!application || !isOurs(application.webhook_event_url, hook("events"))) {
      await bringHere(telnyx, owned.id, await profileOf(telnyx, application), {
        application_name: `Callwright ${number.id}`,
        webhook_event_url: hook("events"),
      });
      return { connectionId: owned.connection_id ?? "" };
    }
    // Used after a change of PUBLIC_URL; the settings from before the first connection stay stored.
    await telnyx.send("PATCH", `/call_control_applications/${application.id}`, {
      application_name: application.application_name,
      webhook_event_url: hook("events"),
      active: true,
    });
    return undefined;
  },

  async giveBack(telnyx, { owned, application }, _number, { before, hook }) {
    if (!owned || !application || !isOurs(application.webhook_event_url, hook("events"))) return;
    await telnyx.send("PATCH", `/phone_numbers/${owned.id}`, { connection_id: before?.connectionId ?? "" });
    await telnyx.send("DELETE", `/call_control_applications/${application.id}`);
  },
};

export async function findAtTelnyx(telnyx: Telnyx, number: string): Promise<OwnedNumber | undefined> {
  const found = await telnyx.get<OwnedNumber[]>(`/phone_numbers?filter[phone_number]=${encodeURIComponent(number)}`);
  return found?.find(({ phone_number: each }) => each === number);
}

async function bringHere(telnyx: Telnyx, numberId: string, profile: string | undefined, fields: object): Promise<void> {
  const created = await telnyx.send<Application>("POST", "/call_control_applications", {
    ...fields,
    webhook_api_version: "2",
    ...(profile !== undefined && { outbound: { outbound_voice_profile_id: profile } }),
  });
  try {
    await telnyx.send("PATCH", `/phone_numbers/${numberId}`, { connection_id: created.id });
  } catch (error) {
    await telnyx.send("DELETE", `/call_control_applications/${created.id}`).catch(() => {});
    throw error;
  }
}

/** The profile that the number has used, or else the first one of the account. */
async function profileOf(telnyx: Telnyx, application: Application | undefined): Promise<string | undefined> {
  const own = application?.outbound?.outbound_voice_profile_id;
  if (own) return own;
  const profiles = await telnyx.get<{ id: string; enabled?: boolean }[]>("/outbound_voice_profiles");
  return profiles?.find(({ enabled = true }) => enabled)?.id;
}

function answersHere(application: Application | undefined, events: string): PhoneSetupStep {
  if (!application) return failed("answersHere", "The number's calls go to no Call Control application.");
  const { webhook_event_url: url, active = true } = application;
  if (url !== events) return elsewhere("answersHere", "The number's calls", url);
  return active ? ready("answersHere") : failed("answersHere", "The application of the number is not active at Telnyx.");
}
