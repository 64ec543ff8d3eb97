import type { PhoneNumber } from "@callwright/contract";
import { useMutation } from "@tanstack/react-query";
import { useClient } from "../../data/services.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";

/** Saves fields of a number at once. */
export function useSaveNumber({ id }: Pick<PhoneNumber, "id">) {
  const client = useClient();
  return useMutation({
    mutationFn: (body: Record<string, unknown>) => client.phoneNumbers.update({ id, body }),
    meta: { changes: [resourceKeys.all("phone-numbers")], failure: (reason) => reason },
  });
}
