import { CALL_LEASE_MS, ENDED_REASONS, JOIN_TIMEOUT_MS, NOBODY_JOINED } from "@callwright/contract";
import type { ServerContext } from "../../../platform/platform.ts";
import type { HostedCall } from "./hosted-call.ts";
import { findCallRow, renewLeases } from "./lifecycle-store.ts";

export interface CallLeasesOptions extends Pick<ServerContext, "db" | "now"> {
  nodeId: string;
  /** The calls of this node by id. */
  hosted: ReadonlyMap<string, HostedCall>;
  end(call: HostedCall, endedReason: string, message?: string): void;
}

/** A node's claims to its calls. An expired claim means that the node is gone, and other nodes end its calls. */
export class CallLeases {
  readonly #options: CallLeasesOptions;

  constructor(options: CallLeasesOptions) {
    this.#options = options;
  }

  /** The end of a lease that begins now. */
  get end(): Date {
    return new Date(this.#options.now().getTime() + CALL_LEASE_MS);
  }

  /** Renews the leases of open calls, and ends calls that nobody joined and those that another node has ended. */
  async tick(): Promise<void> {
    this.#endUnjoined();
    const { db, nodeId, hosted } = this.#options;
    const open = [...hosted.values()].filter(({ status }) => status === "queued" || status === "in-progress");
    const renewed = await renewLeases(db, nodeId, [...hosted.keys()], this.end);
    for (const call of open) if (!renewed.has(call.callId)) await this.#followRow(call);
  }

  /** Another node ended the call: on request, or because this node could not renew its lease. */
  async #followRow(call: HostedCall): Promise<void> {
    const row = await findCallRow(this.#options.db, call.callId);
    if (row?.status === "ended") this.#options.end(call, row.endedReason ?? ENDED_REASONS.workerDied);
  }

  #endUnjoined(): void {
    const { now, hosted, end } = this.#options;
    const createdBefore = now().getTime() - JOIN_TIMEOUT_MS;
    for (const call of hosted.values()) {
      if (call.status !== "queued" || call.isPhone || call.createdAtMs > createdBefore) continue;
      if (call.wasOffered) end(call, ENDED_REASONS.transportNeverConnected);
      else end(call, ENDED_REASONS.customerDidNotAnswer, NOBODY_JOINED);
    }
  }
}
