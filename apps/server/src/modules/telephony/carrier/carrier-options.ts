import type { Config } from "../../../platform/config/config.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { PhoneLine } from "../phone-line.ts";

/** What the line of a carrier is made with. */
export interface CarrierOptions<Number> extends Pick<ServerContext, "log" | "now"> {
  config: Pick<Config, "nodeUrl" | "publicUrl">;
  /** Undefined for a number that is not the carrier's, or lacks the key with which the carrier signs. */
  numberOf(id: string): Promise<Number | undefined>;
  /** True once for each name, on any node. */
  isFirstUse(orgId: string, name: string): Promise<boolean>;
  limits: Pick<PhoneLine, "admit">;
  /** How long a call without its stream waits for another one. Default 10 s. */
  reconnectMs?: number;
  /** Maps an address of this server to one that this process can reach. Default: the same address. */
  reach?(url: string): string;
}
