import type { Client } from "@callwright/client";
import type { Price } from "@callwright/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useServices } from "../../data/services.tsx";

export const priceKeys = {
  /** Includes the spending. */
  any: ["costs"] as const,
  all: ["costs", "prices"] as const,
  spending: ["costs", "spending"] as const,
};

const pricesQuery = (client: Client) =>
  queryOptions({ queryKey: priceKeys.all, queryFn: ({ signal }) => client.prices.list({ signal }) });

/** The prices that count in the organization. Undefined until they are loaded, and on another host. */
export function usePrices(): readonly Price[] | undefined {
  return usePricesQuery().data;
}

export function usePricesQuery() {
  const { session, dataHost } = useServices();
  return useQuery({ ...pricesQuery(session.client), enabled: dataHost.offers("listPrices") });
}
