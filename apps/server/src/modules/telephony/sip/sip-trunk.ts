import { lookup } from "node:dns/promises";
import { isIPv4 } from "node:net";
import { CREDENTIAL_SECRETS, type CreateCredential, PHONE_NUMBER_SECRETS, type PhoneNumber } from "@callwright/contract";
import { isPrivateAddress } from "@callwright/engine";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Config } from "../../../platform/config/config.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { openConfig, plainEntity } from "../../../platform/resource-kit/resource-service.ts";
import { credential } from "../../credential/tables.ts";
import { credentialOfNumber } from "../number-credential.ts";
import { isSipAddress, readSipAddress } from "../sip-address.ts";
import { phoneNumber } from "../tables.ts";

export type SipTrunk = Extract<CreateCredential, { provider: "byo-sip-trunk" }>;
type Gateway = SipTrunk["gateways"][number];

/** A number of a SIP trunk, and the trunk with its password. */
export interface SipNumber {
  orgId: string;
  number: Extract<PhoneNumber, { provider: "byo-phone-number" }>;
  trunkId: string;
  trunk: SipTrunk;
  /** Belongs to the organization with the oldest trunk of this server, deleted ones included. */
  isOfFirstOrg: boolean;
}

type Context = Pick<ServerContext, "db" | "secrets">;

/**
 * Numbers of SIP trunks, with their trunks, the oldest first, so that adding another organization's number does not redirect its calls. A caller
 * names no organization: the trunk's address decides.
 */
export async function findSipNumbers(context: Context, by: { id: string } | { dialed: string } | "all"): Promise<SipNumber[]> {
  const provider = sql`${phoneNumber.config} ->> 'provider' = 'byo-phone-number'`;
  const digits = sql`regexp_replace(${phoneNumber.config} ->> 'number', '\\D', '', 'g')`;
  const firstOrg = sql`(select first.org_id from credential first where first.config ->> 'provider' = 'byo-sip-trunk' order by first.created_at, first.id limit 1)`;
  const rows = await context.db
    .select({ number: phoneNumber, trunk: credential, isOfFirstOrg: sql<boolean>`${credential.orgId} = ${firstOrg}` })
    .from(phoneNumber)
    .innerJoin(credential, credentialOfNumber("byo-sip-trunk"))
    .where(
      and(
        isNull(phoneNumber.deletedAt),
        provider,
        by === "all" ? undefined : "id" in by ? eq(phoneNumber.id, by.id) : sql`${digits} = ${by.dialed}`,
      ),
    )
    .orderBy(phoneNumber.createdAt);
  return rows.map(({ number, trunk, isOfFirstOrg }) => ({
    isOfFirstOrg,
    orgId: number.orgId,
    number: plainEntity({
      ...number,
      config: openConfig(context, phoneNumber, number, PHONE_NUMBER_SECRETS),
    }) as SipNumber["number"],
    trunkId: trunk.id,
    trunk: openConfig<SipTrunk>(context, credential, trunk, CREDENTIAL_SECRETS.get("byo-sip-trunk") ?? []),
  }));
}

/** May a caller at this address call numbers of the trunk? Gateways that are named, and not numbered, take no calls. */
export function isOfTrunk({ gateways }: SipTrunk, address: string): boolean {
  return gateways.some(({ ip, netmask = 32, inboundEnabled = true }) => {
    if (!inboundEnabled || !isIPv4(ip) || !isIPv4(address)) return false;
    const shift = 32 - netmask;
    return numeric(ip) >>> shift === numeric(address) >>> shift;
  });
}

const numeric = (address: string) => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

/** The gateway for outgoing calls. */
export const outboundGateway = ({ gateways }: SipTrunk): Gateway | undefined =>
  gateways.find(({ outboundEnabled = true }) => outboundEnabled);

export interface GatewayRules extends Pick<Config, "allowPrivateAddresses"> {
  sip: Pick<NonNullable<Config["sip"]>, "gateways"> | undefined;
}

/** The resolved address for requests to a gateway. Names are resolved only here. */
export interface FoundGateway {
  gateway: Gateway;
  /** The resolved address as a SIP address. */
  at: string;
}

/** The gateway for outgoing calls of a number, or why they are not permitted, as a sentence. */
export async function findGateway(number: SipNumber, rules: GatewayRules): Promise<FoundGateway | { problem: string }> {
  const gateway = outboundGateway(number.trunk);
  if (!gateway) return { problem: "No gateway of the SIP trunk takes calls that begin here (outboundEnabled)." };
  const problem = ownerProblem(number, gateway, rules.sip?.gateways);
  return problem === undefined ? locateGateway(gateway, rules.allowPrivateAddresses) : { problem };
}

/** The SIP URI to call, and the resolved address that the INVITE is sent to (`at`). */
interface SipTarget {
  uri: string;
  at: string;
  /** The trunk's gateway. Absent for an address elsewhere, which gets no password. */
  gateway?: Gateway;
}

/** How a telephone number or a SIP address is called with a number, or why it must not be, as a sentence. */
export async function findTarget(number: SipNumber, to: string, rules: GatewayRules): Promise<SipTarget | { problem: string }> {
  const address = isSipAddress(to) ? readSipAddress(to) : undefined;
  const outbound = outboundGateway(number.trunk);
  const isOfTrunk =
    outbound !== undefined &&
    address?.host === outbound.ip.toLowerCase() &&
    (address.port === undefined || address.port === portOf(outbound));
  if (!address || isOfTrunk) {
    const found = await findGateway(number, rules);
    if ("problem" in found) return found;
    const { gateway, at } = found;
    const dialed = address ? address.number : to;
    const end = `@${hostOf(gateway)};transport=${transportOf(gateway)}`;
    return {
      at,
      gateway,
      uri: dialed === undefined ? `sip:${address?.user}${end}` : trunkAddress(number.trunk, gateway, dialed),
    };
  }
  const { user, host: ip, port, transport } = address;
  const problem = ownerProblem({ ...number, trunk: WITHOUT_PASSWORD }, { ip }, rules.sip?.gateways);
  if (problem !== undefined) return { problem };
  const located = await locateGateway({ ip, port, outboundProtocol: transport }, rules.allowPrivateAddresses);
  if ("problem" in located) return located;
  return { at: located.at, uri: `sip:${user}@${hostOf(located.gateway)};transport=${transport}` };
}

const WITHOUT_PASSWORD: SipTrunk = { provider: "byo-sip-trunk", gateways: [] };

/** A trunk that knows this server by its address cannot distinguish organizations. */
function ownerProblem(
  { orgId, isOfFirstOrg, trunk }: SipNumber,
  { ip }: Gateway,
  listed: ReadonlyMap<string, string> | undefined,
): string | undefined {
  if (!listed)
    return isOfFirstOrg
      ? undefined
      : `Another organization of this server has SIP trunks. The operator allows the gateway ${ip} for this one (SIP_GATEWAYS).`;
  const owner = listed.get(ip.toLowerCase());
  if (owner === orgId.toLowerCase()) return undefined;
  if (owner !== "*") return `The gateway ${ip} is not allowed for this organization. The operator allows it (SIP_GATEWAYS).`;
  const hasPassword = trunk.outboundAuthenticationPlan?.authPassword !== undefined;
  return hasPassword
    ? undefined
    : `The gateway ${ip} serves several organizations. The trunk needs a password (outboundAuthenticationPlan).`;
}

export async function locateGateway(
  gateway: Gateway,
  allowPrivateAddresses: boolean,
): Promise<FoundGateway | { problem: string }> {
  const { ip } = gateway;
  if (!/^[\w.-]+$/.test(ip)) return { problem: `The gateway ${ip} is no IPv4 address and no name.` };
  const addresses = await lookup(ip, { all: true, family: 4 }).catch(() => []);
  const [first] = addresses;
  if (!first) return { problem: `The gateway ${ip} was not found.` };
  if (!allowPrivateAddresses && addresses.some(({ address }) => isPrivateAddress(address)))
    return { problem: `The gateway ${ip} is in a private network. Set ALLOW_PRIVATE_ADDRESSES to call it.` };
  return { gateway, at: `sip:${first.address}:${portOf(gateway)};transport=${transportOf(gateway)}` };
}

/** A number in the form that the trunk dials. */
export function trunkAddress(trunk: SipTrunk, gateway: Gateway, number: string): string {
  const plus = trunk.outboundLeadingPlusEnabled ? "+" : "";
  const user = `${userPart(trunk.techPrefix ?? "")}${plus}${digitsOf(number).replaceAll("#", "%23")}`;
  return `sip:${user}@${hostOf(gateway)};transport=${transportOf(gateway)}`;
}

/** What may stand in the user, or the host, of a SIP address. */
export const userPart = (text: string) => text.replace(/[^\w.+*-]/g, "");

export const digitsOf = (number: string) => number.replace(/[^\d*#]/g, "");

export const hostOf = (gateway: Gateway) => `${gateway.ip}:${portOf(gateway)}`;

/** The transport of SIP. With `tls/srtp`, the sound is encrypted, too. */
export const transportOf = ({ outboundProtocol = "udp" }: Gateway) =>
  outboundProtocol === "tls/srtp" ? "tls" : outboundProtocol;

const portOf = (gateway: Gateway) => gateway.port ?? (transportOf(gateway) === "tls" ? 5061 : 5060);
