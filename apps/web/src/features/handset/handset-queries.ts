import type { Client } from "@callwright/client";
import { LIST_LIMIT, type PhoneNumber } from "@callwright/contract";
import { queryOptions } from "@tanstack/react-query";
import { resourceKeys } from "../../resource/resource-queries.ts";

const POLL_MS = 1_500;

export const handsetKeys = { ringing: ["handset", "ringing"] as const };

/** The calls that ring or are held on the Handset. Without a live connection they are polled. */
export function ringingQuery(client: Client, isLive: boolean) {
  return queryOptions({
    queryKey: handsetKeys.ringing,
    queryFn: ({ signal }) => client.handset.listCalls({ signal }),
    refetchInterval: isLive ? false : POLL_MS,
  });
}

export type SimulatedNumber = Extract<PhoneNumber, { provider: "simulated" }>;
/** The simulated numbers, at least one. */
export type Numbers = readonly [SimulatedNumber, ...SimulatedNumber[]];

/** The numbers of the simulated line. */
export function simulatedNumbersQuery(client: Client) {
  return queryOptions({
    queryKey: [...resourceKeys.lists("phone-numbers"), "simulated"],
    queryFn: async ({ signal }) => {
      const numbers = await client.phoneNumbers.list({ query: { limit: LIST_LIMIT.max }, signal });
      return numbers.filter((number): number is SimulatedNumber => number.provider === "simulated");
    },
  });
}
