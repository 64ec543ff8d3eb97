import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { resourceKeys } from "../../resource/resource-queries.ts";

interface AddSimulatedNumberProps {
  /** Default: opens its page. */
  onAdded?: (id: string) => void;
}

/** Adds a number of the simulated line with one click. Only Callwright has such numbers. */
export function AddSimulatedNumber({ onAdded }: AddSimulatedNumberProps) {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const mayAdd = useMayEdit("dialFromHandset");
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.phoneNumbers.create({ body: { provider: "simulated" } }),
    onSuccess: ({ id }) =>
      onAdded ? onAdded(id) : navigate({ to: "/$resource/$id", params: { resource: "phone-numbers", id } }),
    meta: { changes: [resourceKeys.all("phone-numbers")], failure: (reason) => reason },
  });
  if (!mayAdd) return null;
  return (
    <Button loading={isPending} onClick={() => mutate()}>
      {t("phoneNumbers.addSimulated")}
    </Button>
  );
}
