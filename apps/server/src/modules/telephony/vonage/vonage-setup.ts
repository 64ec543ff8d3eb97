import type { PhoneSetupStep } from "@callwright/contract";
import { isOurs } from "../carrier/carrier-addresses.ts";
import { CarrierProblem } from "../carrier/carrier-request.ts";
import { elsewhere, failed, ready } from "../carrier/carrier-setup.ts";
import type { CarrierSetupSpec } from "../carrier/carrier-spec.ts";
import { readPrivateKey, toVonage, type Vonage, type VonageAccount } from "./vonage-client.ts";

interface Webhook {
  address?: string;
  http_method?: string;
}

/** The application that receives calls of its numbers, with the fields that are used here. */
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

const NO_PRIVATE_KEY =
  "privateKey of the credential is no RSA key in the form of PEM. It is the file that Vonage gave when the key was made.";
const NO_SUCH_APPLICATION = "The account has no application with the id of the credential (applicationId).";

interface Found {
  application: Application | undefined;
  owned: OwnedNumber | undefined;
}

/** The account's application directs a number's calls here. It has one address for calls, so each number needs its own application. */
export const vonageSetup: CarrierSetupSpec<VonageAccount, Vonage, Found> = {
  laterSteps: ["answersHere"],
  byHand: "Change its application in Vonage's dashboard.",

  async checkKeys(vonage, { privateKey }) {
    if (!readPrivateKey(privateKey)) throw new CarrierProblem(NO_PRIVATE_KEY);
    // If the list of calls can be read, the private key belongs to the application.
    await vonage.voice("GET", "/calls?page_size=1");
    return undefined;
  },

  async find(vonage, { account, number }) {
    const msisdn = toVonage(number.number);
    const query = new URLSearchParams({ pattern: msisdn, search_pattern: "0" });
    const [application, { numbers = [] }] = await Promise.all([
      vonage.applications<Application>("GET", pathOf(account)),
      vonage.numbers<{ numbers?: OwnedNumber[] }>(`/account/numbers?${query}`),
    ]);
    return { application, owned: numbers.find((each) => each.msisdn === msisdn) };
  },

  check({ application, owned }, { account }, hook) {
    if (!application) throw new CarrierProblem(NO_SUCH_APPLICATION);
    return owned && [ready("owned"), answersHere(account, owned, application, hook)];
  },

  async connect(vonage, { application, owned }, { account }, { hook }) {
    if (!application || !owned) return undefined;
    const { voice = {} } = application.capabilities ?? {};
    const posted = (name: string): Webhook => ({ address: hook(name), http_method: "POST" });
    await change(vonage, account, application, {
      webhooks: { ...voice.webhooks, answer_url: posted("answer"), event_url: posted("events") },
      signed_callbacks: true,
    });
    const { applicationId } = account;
    // Another destination of the number's calls would have priority.
    const other = owned.voiceCallbackType && { voiceCallbackType: "app", voiceCallbackValue: applicationId };
    if (linkOf(owned) !== applicationId) await link(vonage, owned, { app_id: applicationId, ...other });
    // After a change of PUBLIC_URL; the settings from before the first connection stay stored.
    if (isOurs(voice.webhooks?.answer_url?.address, hook("answer"))) return undefined;
    return { voice: JSON.stringify(voice), number: JSON.stringify(routeOf(owned)) };
  },

  async giveBack(vonage, { application, owned }, { account }, { before, hook }) {
    if (!application || !isOurs(application.capabilities?.voice?.webhooks?.answer_url?.address, hook("answer"))) return;
    await change(vonage, account, application, read(before?.voice) ?? { webhooks: {} });
    if (owned) await link(vonage, owned, read(before?.number) ?? { app_id: "" });
  },
};

const pathOf = ({ applicationId }: VonageAccount) => `/${encodeURIComponent(applicationId)}`;

/** Settings that are not named stay. */
function change(vonage: Vonage, account: VonageAccount, application: Application, voice: object): Promise<unknown> {
  const { keys: _keys, id: _id, _links, ...kept } = application as Application & Record<string, unknown>;
  const capabilities = { ...application.capabilities, voice: { ...application.capabilities?.voice, ...voice } };
  return vonage.applications("PUT", pathOf(account), { ...kept, capabilities });
}

const link = (vonage: Vonage, { country, msisdn }: OwnedNumber, to: Record<string, string>) =>
  vonage.numbers("/number/update", { country, msisdn, ...to });

function answersHere(
  { applicationId }: VonageAccount,
  owned: OwnedNumber,
  { capabilities }: Application,
  hook: (name: string) => string,
): PhoneSetupStep {
  const { webhooks = {}, signed_callbacks: isSigned = true } = capabilities?.voice ?? {};
  const isPosted = ({ address, http_method: method }: Webhook = {}, name: string) => address === hook(name) && method === "POST";
  if (linkOf(owned) !== applicationId)
    return failed("answersHere", "The number's calls do not go to the application of the credential.");
  if (!isPosted(webhooks.answer_url, "answer") || !isPosted(webhooks.event_url, "events"))
    return elsewhere("answersHere", "The application's calls", webhooks.answer_url?.address);
  return isSigned ? ready("answersHere") : failed("answersHere", "Vonage does not sign the requests of the application.");
}

/** The application that gets the number's calls. */
const linkOf = ({ app_id: application, voiceCallbackType: type, voiceCallbackValue: value }: OwnedNumber) =>
  type === "app" ? value : type ? undefined : application;

/** The setting that restores the number's earlier destination. */
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
