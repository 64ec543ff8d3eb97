import type { PhoneSetupStep } from "@callwright/contract";
import { checkAddress, isOurs, originOf, unreachableServer } from "../carrier/carrier-addresses.ts";
import { failed, open, ready } from "../carrier/setup-steps.ts";
import type { CarrierSetup } from "../phone-line.ts";
import { vonageAddresses } from "./vonage-addresses.ts";
import { openVonage, readPrivateKey, toVonage, type Vonage, vonageFailure } from "./vonage-client.ts";
import type { VonageLineOptions } from "./vonage-line.ts";
import type { VonageNumber } from "./vonage-number.ts";

type Options = Pick<VonageLineOptions, "config" | "numberOf"> & {
  /** Does a stream that begins in the internet arrive at this server? */
  probe(url: string): Promise<boolean>;
};

interface Webhook {
  address?: string;
  http_method?: string;
}

/** What gets the calls of its numbers, as far as it matters here. */
interface Application {
  name: string;
  capabilities?: {
    voice?: { webhooks?: { answer_url?: Webhook; event_url?: Webhook }; signed_callbacks?: boolean };
  } & Record<string, unknown>;
}

interface OwnedNumber {
  country: string;
  /** Without a plus. */
  msisdn: string;
  app_id?: string;
  /** Calls go to a SIP address or a telephone instead of the application. */
  voiceCallbackType?: string;
  voiceCallbackValue?: string;
}

export const NO_APPLICATION =
  "Choose a credential of Vonage (credentialId) with the account's API key, API secret and signature secret, and an application's id and private key.";
const NO_PRIVATE_KEY =
  "privateKey of the credential is no RSA key in the form of PEM. It is the file that Vonage gave when the key was made.";
const NO_SUCH_APPLICATION = "The account has no application with the id of the credential (applicationId).";

/** Sets a number of Vonage up: its checks, and what brings its calls here. An application has one address for calls, so each number needs its own. */
export function createVonageSetup({ config, numberOf, probe }: Options): CarrierSetup {
  const addressesOf = (id: string) => vonageAddresses(config.publicUrl ?? "", id);
  const openFor = ({ account }: VonageNumber) => openVonage(account, config.vonageBaseUrl);
  const applicationOf = (vonage: Vonage, { account }: VonageNumber) =>
    vonage.applications<Application>("GET", `/${encodeURIComponent(account.applicationId)}`);

  async function findOwned(vonage: Vonage, { number }: VonageNumber): Promise<OwnedNumber | undefined> {
    const msisdn = toVonage(number.number);
    const query = new URLSearchParams({ pattern: msisdn, search_pattern: "0" });
    const { numbers = [] } = await vonage.numbers<{ numbers?: OwnedNumber[] }>(`/account/numbers?${query}`);
    return numbers.find((each) => each.msisdn === msisdn);
  }

  async function checkAccount(number: VonageNumber): Promise<PhoneSetupStep[]> {
    if (!readPrivateKey(number.account.privateKey)) return [failed("keys", NO_PRIVATE_KEY), ...open("owned", "answersHere")];
    try {
      const vonage = openFor(number);
      // The private key is that of the application when the list of its calls can be read.
      await vonage.voice("GET", "/calls?page_size=1");
      const application = await applicationOf(vonage, number);
      if (!application) return [failed("keys", NO_SUCH_APPLICATION), ...open("owned", "answersHere")];
      const owned = await findOwned(vonage, number);
      if (!owned)
        return [ready("keys"), failed("owned", `The account has no number ${number.number.number}.`), ...open("answersHere")];
      return [ready("keys"), ready("owned"), answersHere(number, owned, application)];
    } catch (error) {
      return [failed("keys", saidBy(error)), ...open("owned", "answersHere")];
    }
  }

  function answersHere({ number, account }: VonageNumber, owned: OwnedNumber, application: Application): PhoneSetupStep {
    const { answer, events } = addressesOf(number.id);
    const { webhooks = {}, signed_callbacks: isSigned = true } = application.capabilities?.voice ?? {};
    const isPosted = ({ address, http_method: method }: Webhook = {}, wanted: string) => address === wanted && method === "POST";
    if (linkOf(owned) !== account.applicationId)
      return failed("answersHere", "The number's calls do not go to the application of the credential.");
    if (!isPosted(webhooks.answer_url, answer) || !isPosted(webhooks.event_url, events)) {
      const url = webhooks.answer_url?.address;
      return failed(
        "answersHere",
        url ? `The application's calls go to ${originOf(url)}.` : "The application's calls go nowhere.",
      );
    }
    return isSigned ? ready("answersHere") : failed("answersHere", "Vonage does not sign the requests of the application.");
  }

  /** Settings that are not named stay. */
  const change = (vonage: Vonage, number: VonageNumber, application: Application, voice: object) => {
    const { keys: _keys, id: _id, _links, ...kept } = application as Application & Record<string, unknown>;
    const capabilities = { ...application.capabilities, voice: { ...application.capabilities?.voice, ...voice } };
    return vonage.applications("PUT", `/${encodeURIComponent(number.account.applicationId)}`, { ...kept, capabilities });
  };

  const link = (vonage: Vonage, { country, msisdn }: OwnedNumber, to: Record<string, string>) =>
    vonage.numbers("/number/update", { country, msisdn, ...to });

  return {
    async check(id) {
      const { stream } = vonageAddresses(config.nodeUrl ?? "", id);
      const [number, ofAddress] = await Promise.all([numberOf(id), checkAddress("Vonage", config, stream, probe)]);
      const ofAccount = number ? await checkAccount(number) : [failed("keys", NO_APPLICATION), ...open("owned", "answersHere")];
      return [...ofAddress, ...ofAccount];
    },

    async connect(id) {
      const number = await numberOf(id);
      const problem = number ? unreachableServer("Vonage", config) : NO_APPLICATION;
      if (!number || problem !== undefined) return { problem: problem ?? "" };
      try {
        const vonage = openFor(number);
        const [application, owned] = await Promise.all([applicationOf(vonage, number), findOwned(vonage, number)]);
        if (!application) return { problem: NO_SUCH_APPLICATION };
        if (!owned) return { problem: `The account has no number ${number.number.number}.` };
        if (answersHere(number, owned, application).state === "ready") return {};
        const { answer, events } = addressesOf(id);
        const { voice = {} } = application.capabilities ?? {};
        const wasOurs = isOurs(voice.webhooks?.answer_url?.address, answer);
        const posted = (address: string): Webhook => ({ address, http_method: "POST" });
        await change(vonage, number, application, {
          webhooks: { ...voice.webhooks, answer_url: posted(answer), event_url: posted(events) },
          signed_callbacks: true,
        });
        const { applicationId } = number.account;
        // Another way of the number's calls would have priority.
        const other = owned.voiceCallbackType && { voiceCallbackType: "app", voiceCallbackValue: applicationId };
        if (linkOf(owned) !== applicationId) await link(vonage, owned, { app_id: applicationId, ...other });
        // After a change of PUBLIC_URL; what was there before the number came here stays remembered.
        return wasOurs ? {} : { before: { voice: JSON.stringify(voice), number: JSON.stringify(routeOf(owned)) } };
      } catch (error) {
        return { problem: saidBy(error) };
      }
    },

    async giveBack(id, before) {
      const number = await numberOf(id);
      if (!number) return undefined;
      try {
        const vonage = openFor(number);
        const [application, owned] = await Promise.all([applicationOf(vonage, number), findOwned(vonage, number)]);
        // What leads elsewhere by now stays.
        if (!application || !isOurs(application.capabilities?.voice?.webhooks?.answer_url?.address, addressesOf(id).answer))
          return undefined;
        await change(vonage, number, application, read(before?.voice) ?? { webhooks: {} });
        if (owned) await link(vonage, owned, read(before?.number) ?? { app_id: "" });
        return undefined;
      } catch (error) {
        return `Vonage still sends the calls of ${number.number.number} to this server. Change its application in Vonage's dashboard. ${saidBy(error)}`;
      }
    },
  };
}

/** The application that gets the number's calls. */
const linkOf = ({ app_id: application, voiceCallbackType: type, voiceCallbackValue: value }: OwnedNumber) =>
  type === "app" ? value : type ? undefined : application;

/** What brings the number's calls back to where they went. */
function routeOf({
  app_id: application,
  voiceCallbackType: type,
  voiceCallbackValue: value,
}: OwnedNumber): Record<string, string> {
  if (type === "app") return { app_id: value ?? "" };
  if (type && value) return { voiceCallbackType: type, voiceCallbackValue: value };
  return { app_id: application ?? "" };
}

const read = (text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as Record<string, string>));

/** Vonage's error as a sentence. Throws errors that did not come from Vonage. */
function saidBy(error: unknown): string {
  const { message, cause } = vonageFailure(error);
  if (cause !== undefined) throw cause;
  return message;
}
