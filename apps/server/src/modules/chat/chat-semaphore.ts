import {
  ORG_CONCURRENT_CHATS,
  PlatformError,
  PUBLIC_TOKEN_CONCURRENT_CHATS,
  VISITOR_CONCURRENT_CHATS,
} from "@callwright/contract";
import { createUsageCounter } from "../../platform/http/usage-counter.ts";
import { hashVisitorAddress } from "../../platform/http/visitor-address.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import type { ChatRequest } from "./open-session.ts";

const RETRY_AFTER_SECONDS = 5;

type Visitor = Pick<ChatRequest, "caller" | "clientAddress">;

/** A limit of concurrent chats by `key`. */
interface Limit {
  key: string;
  limit: number;
  scope: string;
}

/** The chats that are answered on this node at a time. */
export function createChatSemaphore(secrets: Pick<Secrets, "visitors">) {
  const uses = createUsageCounter();

  /** The narrowest first, so that a visitor's own limit is named before the organization's. */
  function limitsOf({ caller: { tag, apiToken, orgId }, clientAddress }: Visitor): Limit[] {
    const ofOrg = { key: orgId, limit: ORG_CONCURRENT_CHATS, scope: "of this organization" };
    if (tag !== "public" || !apiToken) return [ofOrg];
    const address = `${apiToken.id} ${hashVisitorAddress(clientAddress, secrets.visitors)}`;
    return [
      { key: address, limit: VISITOR_CONCURRENT_CHATS, scope: "from your address" },
      { key: apiToken.id, limit: PUBLIC_TOKEN_CONCURRENT_CHATS, scope: "with this token" },
      ofOrg,
    ];
  }

  return {
    /** Enters for a chat, and returns the function that leaves, to be called once. Fails with `chats-at-capacity`. */
    take(request: Visitor) {
      const limits = limitsOf(request);
      const full = limits.find(({ key, limit }) => uses.count(key) >= limit);
      if (full) {
        const { limit, scope } = full;
        throw new PlatformError("chats-at-capacity", { limit, scope, retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      const taken = limits.map(({ key }) => uses.acquire(key));
      return () => {
        for (const leave of taken) leave();
      };
    },
  };
}
