import type { UsedPart } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/use-format.ts";
import { useOfferedNames } from "../../../resource/catalog/use-catalog.ts";
import { SuggestedName, type SuggestedNameProps } from "./SuggestedName.tsx";

type OfferedNameFieldProps = Omit<SuggestedNameProps, "names" | "notes"> & { part: UsedPart; provider: string };

/** A text field for a model of a provider, with the names that it offers now: each with whether it is new, or when it ends. */
export function OfferedNameField({ part, provider, ...props }: OfferedNameFieldProps) {
  const { t } = useTranslation();
  const { calendarDay } = useFormat();
  const names = useOfferedNames(part, provider);
  const notes = Object.fromEntries(
    names.flatMap(({ name, life, retires }): [string, string][] => {
      if (life === "new") return [[name, t("choosing.newName")]];
      if (retires === undefined || life === undefined) return [];
      return [[name, t(life === "ended" ? "choosing.endedName" : "choosing.endingName", { date: calendarDay(retires) })]];
    }),
  );
  return <SuggestedName {...props} names={names.map(({ name }) => name)} notes={notes} />;
}
