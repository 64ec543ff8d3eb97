import type { Client } from "@callwright/client";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../data/services.tsx";
import { priceKeys } from "../../resource/costs/price-queries.ts";

export const spendingQuery = (client: Client) =>
  queryOptions({ queryKey: priceKeys.spending, queryFn: ({ signal }) => client.prices.getSpending({ signal }), staleTime: 0 });

/** A change to prices or limits. What depends on them is read again. */
export function useCostChange<Input>(change: (client: Client, input: Input) => Promise<unknown>, onDone: () => void) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: priceKeys.any });
    },
  });
}
