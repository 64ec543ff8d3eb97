import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SimulatedNumber } from "./handset-queries.ts";

interface NumberChoiceProps {
  numbers: readonly SimulatedNumber[];
  chosen: SimulatedNumber;
  onChoose: (id: string) => void;
  error?: string | undefined;
}

/** The number that a telephone calls, and is called by. */
export function NumberChoice({ numbers, chosen, onChoose, error }: NumberChoiceProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t("handset.number")}
      value={chosen.id}
      data={numbers.map(({ id, name, number: digits = "" }) => ({ value: id, label: name ? `${name} · ${digits}` : digits }))}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      {...(error !== undefined && { error })}
    />
  );
}
