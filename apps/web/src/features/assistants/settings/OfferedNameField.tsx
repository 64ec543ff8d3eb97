import { lifeOf, type UsedPart } from "@callwright/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/use-format.ts";
import { useCatalog, useOfferedNames } from "../../../resource/catalog/use-catalog.ts";
import { SuggestedName, type SuggestedNameProps } from "./SuggestedName.tsx";

type OfferedNameFieldProps = Omit<SuggestedNameProps, "names" | "notes"> & { part: UsedPart; provider: string };

/** A text field for a model of a provider, with the names that it offers now: each with whether it is new, or when it ends. */
export function OfferedNameField({ part, provider, ...props }: OfferedNameFieldProps) {
  const { t } = useTranslation();
  const { calendarDay } = useFormat();
  const catalog = useCatalog();
  const [nowMs] = useState(Date.now);
  const names = useOfferedNames(part, provider);
  const noteOf = (name: string) => {
    const row = catalog.find({ part, provider, name });
    const life = row && lifeOf(row, nowMs);
    if (life === "new") return t("choosing.newName");
    if (row?.retires === undefined) return undefined;
    return t(life === "ended" ? "choosing.endedName" : "choosing.endingName", { date: calendarDay(row.retires) });
  };
  // The chosen name may have ended, so it may not be in the list.
  const noted = [...names, props.value ?? ""].flatMap((name): [string, string][] => {
    const note = noteOf(name);
    return note === undefined ? [] : [[name, note]];
  });
  return <SuggestedName {...props} names={names} notes={Object.fromEntries(noted)} />;
}
