import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOrId, useReferred } from "../../../resource/use-choices.ts";
import type { CallRow } from "../call-rows.ts";

const CAMPAIGNS = referenceTo("campaigns");
const NUMBERS = referenceTo("phone-numbers");

type Through = Pick<CallRow, "campaignId" | "phoneNumberId" | "type">;

/** Through what calls came: the name of a campaign or of a phone number, or a page. */
export function useThrough(rows: readonly Through[]): (row: Through) => string {
  const { t } = useTranslation();
  const campaigns = useReferred(CAMPAIGNS, useIds(rows, "campaignId"));
  const numbers = useReferred(NUMBERS, useIds(rows, "phoneNumberId"));
  return ({ campaignId, phoneNumberId, type }) => {
    const found = campaigns.get(campaignId ?? "") ?? numbers.get(phoneNumberId ?? "");
    if (found) return nameOrId(found);
    return type === "webCall" ? t("calls.web") : "–";
  };
}

/** Each once. */
function useIds(rows: readonly Through[], field: "campaignId" | "phoneNumberId"): string[] {
  const ids = JSON.stringify([...new Set(rows.flatMap((row) => row[field] ?? []))].sort());
  return useMemo(() => JSON.parse(ids) as string[], [ids]);
}
