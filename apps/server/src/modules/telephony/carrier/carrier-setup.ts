import type { PhoneSetupStep } from "@callwright/contract";
import type { CarrierSetup } from "../phone-line.ts";
import { carrierAddresses, type Origins, originOf, unreachableServer } from "./carrier-addresses.ts";
import type { CarrierNumber, CarrierSpec } from "./carrier-spec.ts";

interface CarrierSetupOptions {
  config: Origins;
  numberOf(id: string): Promise<CarrierNumber | undefined>;
  open(found: CarrierNumber): Promise<unknown>;
  /** Does a stream that begins in the internet arrive at this server? */
  probe(url: string): Promise<boolean>;
}

export const ready = (id: PhoneSetupStep["id"], message?: string): PhoneSetupStep => ({
  id,
  state: "ready",
  ...(message !== undefined && { message }),
});

export const failed = (id: PhoneSetupStep["id"], message: string): PhoneSetupStep => ({ id, state: "failed", message });

/** The step for `what` that points to another address, or to none. */
export const elsewhere = (id: PhoneSetupStep["id"], what: string, url: string | undefined): PhoneSetupStep =>
  failed(id, url ? `${what} go to ${originOf(url)}.` : `${what} go nowhere.`);
/** Steps that wait for an earlier one. */
export const open = (...ids: PhoneSetupStep["id"][]) => ids.map((id): PhoneSetupStep => ({ id, state: "open" }));

/** Sets up numbers of a carrier: checks them, and directs their calls to this server. */
export function createCarrierSetup(spec: CarrierSpec, options: CarrierSetupOptions): CarrierSetup {
  const { config, numberOf, open: openApi, probe } = options;
  const { name, setup } = spec;
  const hookOf = ({ number: { id } }: CarrierNumber) => carrierAddresses(spec.id, config.publicUrl ?? "", id).hook;
  const unowned = ({ number }: CarrierNumber) => `The account has no number ${number.number}.`;

  /** The carrier's error as a sentence. Throws errors that did not come from the carrier. */
  function saidBy(error: unknown): string {
    const { message, cause } = spec.failureOf(error);
    if (cause !== undefined) throw cause;
    return message;
  }

  async function checkAddress(id: string): Promise<PhoneSetupStep[]> {
    const problem = unreachableServer(name, config);
    if (problem !== undefined) return [failed("publicAddress", problem), ...open("reachable")];
    const { stream } = carrierAddresses(spec.id, config.nodeUrl ?? "", id);
    const unreached = `A websocket to ${stream} does not arrive here. Let the proxy in front of this server pass websockets on.`;
    const isThere = await probe(stream);
    return [ready("publicAddress", config.publicUrl), isThere ? ready("reachable") : failed("reachable", unreached)];
  }

  async function checkNumber(number: CarrierNumber | undefined): Promise<PhoneSetupStep[]> {
    if (!number) return [failed("keys", spec.keysMissing), ...open("owned", ...setup.laterSteps)];
    try {
      const api = await openApi(number);
      const keys = ready("keys", await setup.checkKeys(api, number.account));
      const steps = setup.check(await setup.find(api, number), number, hookOf(number));
      return [keys, ...(steps ?? [failed("owned", unowned(number)), ...open(...setup.laterSteps)])];
    } catch (error) {
      return [failed("keys", saidBy(error)), ...open("owned", ...setup.laterSteps)];
    }
  }

  return {
    async check(id) {
      const [ofNumber, ofAddress] = await Promise.all([numberOf(id).then(checkNumber), checkAddress(id)]);
      return [...ofAddress, ...ofNumber];
    },

    async connect(id) {
      const number = await numberOf(id);
      const problem = number ? unreachableServer(name, config) : spec.keysMissing;
      if (!number || problem !== undefined) return { problem: problem ?? "" };
      try {
        const api = await openApi(number);
        const found = await setup.find(api, number);
        const steps = setup.check(found, number, hookOf(number));
        if (!steps) return { problem: unowned(number) };
        const failures = steps.flatMap((step) => (step.state === "failed" ? [step.id] : []));
        const brought = { calls: failures.includes("answersHere"), texts: failures.includes("textsHere") };
        if (!brought.calls && !brought.texts) return {};
        const before = await setup.connect(api, found, number, { ...brought, hook: hookOf(number) });
        return before ? { before } : {};
      } catch (error) {
        return { problem: saidBy(error) };
      }
    },

    async giveBack(id, before) {
      const number = await numberOf(id);
      if (!number) return undefined;
      try {
        const api = await openApi(number);
        await setup.giveBack(api, await setup.find(api, number), number, { before, hook: hookOf(number) });
        return undefined;
      } catch (error) {
        return `${name} still sends the calls of ${number.number.number} to this server. ${setup.byHand} ${saidBy(error)}`;
      }
    },
  };
}
