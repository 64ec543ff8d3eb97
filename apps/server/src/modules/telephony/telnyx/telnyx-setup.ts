import type { PhoneSetupStep } from "@callwright/contract";
import { checkAddress, isOurs, originOf, unreachableServer } from "../carrier/carrier-addresses.ts";
import { failed, open, ready } from "../carrier/setup-steps.ts";
import type { CarrierSetup } from "../phone-line.ts";
import { telnyxAddresses } from "./telnyx-addresses.ts";
import { openTelnyx, type Telnyx, telnyxFailure } from "./telnyx-client.ts";
import type { TelnyxLineOptions } from "./telnyx-line.ts";
import type { TelnyxNumber } from "./telnyx-number.ts";
import { readPublicKey } from "./telnyx-signature.ts";

type Options = Pick<TelnyxLineOptions, "config" | "numberOf"> & {
  /** Does a stream that begins in the internet arrive at this server? */
  probe(url: string): Promise<boolean>;
};

/** A number of the account, as far as it matters here. */
interface OwnedNumber {
  id: string;
  phone_number: string;
  /** Of the application that gets its calls. */
  connection_id?: string | null;
}

/** A Call Control application: what gets the events of a number, and by whose profile it calls. */
interface Application {
  id: string;
  application_name?: string;
  active?: boolean;
  webhook_event_url?: string;
  outbound?: { outbound_voice_profile_id?: string | null } | null;
}

const NO_CREDENTIAL = "Choose a credential of Telnyx (credentialId): its API key and the account's public key.";
const NO_PUBLIC_KEY =
  "publicKey of the credential is no Ed25519 key in base64. Copy it from Keys & Credentials of Telnyx' portal.";
const NO_PROFILE = "The number cannot call: its application has no outbound voice profile. Choose one in Telnyx' portal.";

export async function findAtTelnyx(telnyx: Telnyx, number: string): Promise<OwnedNumber | undefined> {
  const found = await telnyx.get<OwnedNumber[]>(`/phone_numbers?filter[phone_number]=${encodeURIComponent(number)}`);
  return found?.find(({ phone_number: each }) => each === number);
}

/** Sets a number of Telnyx up: its checks, and what brings its calls here, an application of its own. */
export function createTelnyxSetup({ config, numberOf, probe }: Options): CarrierSetup {
  const eventsOf = (id: string) => telnyxAddresses(config.publicUrl ?? "", id).events;
  const openFor = ({ account }: TelnyxNumber) => openTelnyx(account, config.telnyxBaseUrl);
  const applicationOf = async (telnyx: Telnyx, { connection_id: id }: OwnedNumber) =>
    id ? telnyx.get<Application>(`/call_control_applications/${encodeURIComponent(id)}`) : undefined;

  async function checkAccount({ account, number }: TelnyxNumber): Promise<PhoneSetupStep[]> {
    if (!readPublicKey(account.publicKey)) return [failed("keys", NO_PUBLIC_KEY), ...open("owned", "answersHere", "callsOut")];
    try {
      const telnyx = openTelnyx(account, config.telnyxBaseUrl);
      const owned = await findAtTelnyx(telnyx, number.number);
      if (!owned)
        return [
          ready("keys"),
          failed("owned", `The account has no number ${number.number}.`),
          ...open("answersHere", "callsOut"),
        ];
      const application = await applicationOf(telnyx, owned);
      const callsOut = application?.outbound?.outbound_voice_profile_id ? ready("callsOut") : failed("callsOut", NO_PROFILE);
      return [ready("keys"), ready("owned"), answersHere(application, eventsOf(number.id)), callsOut];
    } catch (error) {
      return [failed("keys", saidBy(error)), ...open("owned", "answersHere", "callsOut")];
    }
  }

  /** The profile with which the number has called, else the first one of the account. */
  async function profileOf(telnyx: Telnyx, application: Application | undefined): Promise<string | undefined> {
    const own = application?.outbound?.outbound_voice_profile_id;
    if (own) return own;
    const profiles = await telnyx.get<{ id: string; enabled?: boolean }[]>("/outbound_voice_profiles");
    return profiles?.find(({ enabled = true }) => enabled)?.id;
  }

  async function bringHere(telnyx: Telnyx, number: TelnyxNumber, owned: OwnedNumber, application: Application | undefined) {
    const profile = await profileOf(telnyx, application);
    const created = await telnyx.send<Application>("POST", "/call_control_applications", {
      application_name: `Callwright ${number.number.id}`,
      webhook_event_url: eventsOf(number.number.id),
      webhook_api_version: "2",
      ...(profile !== undefined && { outbound: { outbound_voice_profile_id: profile } }),
    });
    try {
      await telnyx.send("PATCH", `/phone_numbers/${owned.id}`, { connection_id: created.id });
    } catch (error) {
      await telnyx.send("DELETE", `/call_control_applications/${created.id}`).catch(() => {});
      throw error;
    }
  }

  return {
    async check(id) {
      const { stream } = telnyxAddresses(config.nodeUrl ?? "", id);
      const [number, ofAddress] = await Promise.all([numberOf(id), checkAddress("Telnyx", config, stream, probe)]);
      const ofAccount = number
        ? await checkAccount(number)
        : [failed("keys", NO_CREDENTIAL), ...open("owned", "answersHere", "callsOut")];
      return [...ofAddress, ...ofAccount];
    },

    async connect(id) {
      const number = await numberOf(id);
      const problem = number ? unreachableServer("Telnyx", config) : NO_CREDENTIAL;
      if (!number || problem !== undefined) return { problem: problem ?? "" };
      try {
        const telnyx = openFor(number);
        const owned = await findAtTelnyx(telnyx, number.number.number);
        if (!owned) return { problem: `The account has no number ${number.number.number}.` };
        const application = await applicationOf(telnyx, owned);
        if (answersHere(application, eventsOf(id)).state === "ready") return {};
        if (application && isOurs(application.webhook_event_url, eventsOf(id))) {
          // After a change of PUBLIC_URL; what the number had before it came here stays remembered.
          await telnyx.send("PATCH", `/call_control_applications/${application.id}`, {
            application_name: application.application_name,
            webhook_event_url: eventsOf(id),
            active: true,
          });
          return {};
        }
        await bringHere(telnyx, number, owned, application);
        return { before: { connectionId: owned.connection_id ?? "" } };
      } catch (error) {
        return { problem: saidBy(error) };
      }
    },

    async giveBack(id, before) {
      const number = await numberOf(id);
      if (!number) return undefined;
      try {
        const telnyx = openFor(number);
        const owned = await findAtTelnyx(telnyx, number.number.number);
        const application = owned && (await applicationOf(telnyx, owned));
        // What leads elsewhere by now stays.
        if (!owned || !application || !isOurs(application.webhook_event_url, eventsOf(id))) return undefined;
        await telnyx.send("PATCH", `/phone_numbers/${owned.id}`, { connection_id: before?.connectionId ?? "" });
        await telnyx.send("DELETE", `/call_control_applications/${application.id}`);
        return undefined;
      } catch (error) {
        return `Telnyx still sends the calls of ${number.number.number} to this server. Change its connection in Telnyx' portal. ${saidBy(error)}`;
      }
    },
  };
}

function answersHere(application: Application | undefined, events: string): PhoneSetupStep {
  if (!application) return failed("answersHere", "The number's calls go to no Call Control application.");
  const { webhook_event_url: url, active = true } = application;
  if (url !== events)
    return failed("answersHere", url ? `The number's calls go to ${originOf(url)}.` : "The number's calls go nowhere.");
  return active ? ready("answersHere") : failed("answersHere", "The application of the number is not active at Telnyx.");
}

/** Telnyx' error as a sentence. Throws errors that did not come from Telnyx. */
function saidBy(error: unknown): string {
  const { message, cause } = telnyxFailure(error);
  if (cause !== undefined) throw cause;
  return message;
}
