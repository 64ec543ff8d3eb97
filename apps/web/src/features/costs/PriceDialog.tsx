import {
  CARRIER_PROVIDERS,
  EVERY_MODEL,
  MODEL_PROVIDERS,
  PRICED_PARTS,
  type PricedPart,
  type PriceUnit,
  type SetPrice,
  TRANSCRIBER_PROVIDERS,
  UNITS_OF_PARTS,
  VOICE_PROVIDERS,
} from "@callwright/contract";
import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { humanValue } from "../../kit/field-names.ts";
import { priceKeys } from "../../resource/costs/price-queries.ts";

const PROVIDERS: Readonly<Record<PricedPart, readonly string[]>> = {
  model: MODEL_PROVIDERS,
  voice: VOICE_PROVIDERS,
  transcriber: TRANSCRIBER_PROVIDERS,
  telephone: [...CARRIER_PROVIDERS, "byo-phone-number"],
};
/** What runs on this server costs nothing. */
const providersOf = (part: PricedPart) => PROVIDERS[part].filter((provider) => provider !== "callwright");

/** Sets a price of the organization. It replaces one of the same part, provider, model and unit. */
export function PriceDialog({ price, onClose }: { price: Partial<SetPrice> | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [part, setPart] = useState<PricedPart>(price?.part ?? "model");
  const [provider, setProvider] = useState(price?.provider ?? "openai");
  const [model, setModel] = useState(price?.model ?? "");
  const [unit, setUnit] = useState<PriceUnit>(price?.unit ?? "1m-input-tokens");
  const [usd, setUsd] = useState<number | string>(price?.usd ?? "");
  const client = useClient();
  const save = useMutation({
    mutationFn: (body: SetPrice) => client.prices.set({ body }),
    onSuccess: () => {
      notifications.show({ message: t("costs.wasSet") });
      onClose();
    },
    meta: { changes: [priceKeys.any] },
  });
  const changePart = (next: PricedPart) => {
    setPart(next);
    if (next === "telephone") setModel(EVERY_MODEL);
    if (!providersOf(next).includes(provider)) setProvider(providersOf(next)[0] ?? "");
    if (!UNITS_OF_PARTS[next].includes(unit)) setUnit(UNITS_OF_PARTS[next][0] ?? "minute");
  };
  return (
    <FormDialog
      title={t("costs.addTitle")}
      action={t("costs.set")}
      isReady={model.trim() !== "" && usd !== ""}
      isPending={save.isPending}
      failure={save.error && t("costs.failed", { reason: save.error.message })}
      onSubmit={() => save.mutate({ part, provider, model: model.trim(), unit, usd: Number(usd) })}
      onClose={onClose}
    >
      <NativeSelect
        label={t("costs.part")}
        value={part}
        data={PRICED_PARTS.map((value) => ({ value, label: t(`costs.parts.${value}`) }))}
        onChange={({ currentTarget: { value } }) => changePart(PRICED_PARTS.find((each) => each === value) ?? "model")}
      />
      <NativeSelect
        label={t("costs.provider")}
        value={provider}
        data={providersOf(part).map((value) => ({ value, label: humanValue(value) }))}
        onChange={(event) => setProvider(event.currentTarget.value)}
      />
      <TextInput
        label={t("costs.model")}
        description={t(part === "telephone" ? "costs.directionHint" : "costs.modelHint")}
        required
        maxLength={200}
        spellCheck={false}
        value={model}
        onChange={(event) => setModel(event.currentTarget.value)}
      />
      <NativeSelect
        label={t("costs.unit")}
        value={unit}
        data={UNITS_OF_PARTS[part].map((value) => ({ value, label: t(`costs.units.${value}`) }))}
        onChange={({ currentTarget: { value } }) => setUnit(UNITS_OF_PARTS[part].find((each) => each === value) ?? unit)}
      />
      <NumberInput
        label={t("costs.usd")}
        required
        data-autofocus
        min={0}
        max={100_000}
        decimalScale={8}
        prefix="$"
        value={usd}
        onChange={setUsd}
      />
    </FormDialog>
  );
}
