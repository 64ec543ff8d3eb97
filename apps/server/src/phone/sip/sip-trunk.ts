import { lookup } from "node:dns/promises";
import { isIP, isIPv4 } from "node:net";
import { CREDENTIAL_SECRETS, type CreateCredential, PHONE_NUMBER_SECRETS, type PhoneNumber } from "@callwright/contract";
import { isPrivateAddress } from "@callwright/engine";
import { and, eq, isNull, sql } from "drizzle-orm";
import { credential, phoneNumber } from "../../db/schema/platform.ts";
import { openConfig, plainEntity } from "../../resource-kit/resource-service.ts";
import type { ServerContext } from "../../server-context.ts";

export type SipTrunk = Extract<CreateCredential, { provider: "byo-sip-trunk" }>;
type Gateway = SipTrunk["gateways"][number];

/** A number of a SIP trunk, and the trunk with its password. */
export interface SipNumber {
  orgId: string;
  number: Extract<PhoneNumber, { provider: "byo-phone-number" }>;
  trunkId: string;
  trunk: SipTrunk;
}

type Context = Pick<ServerContext, "db" | "secrets">;

/**
 * Numbers of SIP trunks, with their trunks, the oldest first: who adds a number of somebody else does not get its calls. A caller names no
 * organization: the trunk's address decides.
 */
export async function findSipNumbers(context: Context, by: { id: string } | { dialed: string } | "all"): Promise<SipNumber[]> {
  const provider = sql`${phoneNumber.config} ->> 'provider' = 'byo-phone-number'`;
  const digits = sql`regexp_replace(${phoneNumber.config} ->> 'number', '\\D', '', 'g')`;
  const rows = await context.db
    .select({ number: phoneNumber, trunk: credential })
    .from(phoneNumber)
    .innerJoin(
      credential,
      and(
        sql`${credential.id}::text = lower(${phoneNumber.config} ->> 'credentialId')`,
        eq(credential.orgId, phoneNumber.orgId),
        isNull(credential.deletedAt),
        sql`${credential.config} ->> 'provider' = 'byo-sip-trunk'`,
      ),
    )
    .where(
      and(
        isNull(phoneNumber.deletedAt),
        provider,
        by === "all" ? undefined : "id" in by ? eq(phoneNumber.id, by.id) : sql`${digits} = ${by.dialed}`,
      ),
    )
    .orderBy(phoneNumber.createdAt);
  return rows.map(({ number, trunk }) => ({
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

/** The gateway that calls go out by. */
export const outboundGateway = ({ gateways }: SipTrunk): Gateway | undefined =>
  gateways.find(({ outboundEnabled = true }) => outboundEnabled);

/** Why no call goes to a gateway, as a sentence. Undefined: it may. */
export async function gatewayProblem(
  { ip, outboundProtocol = "udp" }: Gateway,
  allowPrivateAddresses: boolean,
): Promise<string | undefined> {
  if (outboundProtocol.startsWith("tls")) return `The gateway ${ip} wants TLS, and calls go over UDP or TCP (outboundProtocol).`;
  if (!/^[\w.-]+$/.test(ip)) return `The gateway ${ip} is no IPv4 address and no name.`;
  if (allowPrivateAddresses) return undefined;
  const addresses = isIP(ip)
    ? [ip]
    : await lookup(ip, { all: true }).then(
        (all) => all.map(({ address }) => address),
        () => [],
      );
  if (addresses.length === 0) return `The gateway ${ip} was not found.`;
  const isPrivate = addresses.some((address) => isPrivateAddress(address));
  return isPrivate ? `The gateway ${ip} is in a private network. Set ALLOW_PRIVATE_ADDRESSES to call it.` : undefined;
}

/** A number as the trunk dials it. */
export function trunkAddress(trunk: SipTrunk, gateway: Gateway, number: string): string {
  const plus = trunk.outboundLeadingPlusEnabled ? "+" : "";
  const user = `${userPart(trunk.techPrefix ?? "")}${plus}${digitsOf(number).replaceAll("#", "%23")}`;
  return `sip:${user}@${hostOf(gateway)};transport=${gateway.outboundProtocol ?? "udp"}`;
}

/** What may stand in the user, or the host, of a SIP address. */
export const userPart = (text: string) => text.replace(/[^\w.+*-]/g, "");

export const digitsOf = (number: string) => number.replace(/[^\d*#]/g, "");

export const hostOf = ({ ip, port = 5060 }: Gateway) => `${ip}:${port}`;
