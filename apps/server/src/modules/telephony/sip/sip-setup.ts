import type { PhoneSetupStep } from "@callwright/contract";
import type { CarrierSetup } from "../phone-line.ts";
import type { SipLineOptions } from "./sip-line.ts";
import type { SipRegistrations } from "./sip-registrations.ts";
import { findGateway, type GatewayRules, hostOf, outboundGateway, type SipNumber } from "./sip-trunk.ts";

interface Options extends Pick<SipLineOptions, "config" | "numbers"> {
  problems(): { janus?: string; kamailio?: string };
  registrations: Pick<SipRegistrations, "stateOf" | "sync"> | undefined;
}

const NO_TRUNK =
  "The SIP trunk of the number (credentialId) does not exist any more, or is no credential of provider byo-sip-trunk.";

/** The requirements of a SIP trunk's number: this server's gateway, and a trunk that sends calls to it. */
export function createSipSetup({ config, numbers, problems, registrations }: Options): CarrierSetup {
  async function checkRegistration({ trunk, trunkId }: SipNumber): Promise<PhoneSetupStep[]> {
    if (!trunk.outboundAuthenticationPlan?.sipRegisterPlan) return [];
    await registrations?.sync();
    const state = registrations?.stateOf(trunkId);
    if (!state) return [{ id: "trunkRegistration", state: "open", message: "The trunk has not answered yet. Check again." }];
    return [step("trunkRegistration", state.isRegistered, state.message)];
  }

  return {
    async check(id) {
      const { janus, kamailio } = problems();
      const [number] = await numbers({ id });
      const isUp = janus === undefined;
      return [
        step("sipGateway", isUp, janus),
        isUp ? step("sipProxy", kamailio === undefined, kamailio) : { id: "sipProxy", state: "open" },
        number ? await checkTrunk(number, config) : step("trunk", false, NO_TRUNK),
        ...(number && isUp && kamailio === undefined ? await checkRegistration(number) : []),
      ];
    },
    connect: async () => ({ problem: "The calls of a SIP trunk are brought here in the settings of its provider." }),
    giveBack: async () => undefined,
  };
}

async function checkTrunk(found: SipNumber, rules: GatewayRules): Promise<PhoneSetupStep> {
  const { trunk, number } = found;
  const gateway = outboundGateway(trunk);
  const located = gateway && (await findGateway(found, rules));
  if (located && "problem" in located) return step("trunk", false, located.problem);
  const from = trunk.gateways
    .filter(({ inboundEnabled = true }) => inboundEnabled)
    .map(({ ip, netmask = 32 }) => `${ip}/${netmask}`);
  if (number.number === undefined) return step("trunk", false, "The phone number has no number, so that nobody can call it.");
  const out = gateway ? `Calls go out by ${hostOf(gateway)}` : "No call goes out (outboundEnabled)";
  const into = from.length > 0 ? `come in from ${from.join(", ")}` : "none comes in (inboundEnabled)";
  return step("trunk", gateway !== undefined || from.length > 0, `${out}, and ${into}.`);
}

const step = (id: PhoneSetupStep["id"], isReady: boolean, message: string | undefined): PhoneSetupStep => ({
  id,
  state: isReady ? "ready" : "failed",
  ...(message !== undefined && { message }),
});
