import { useTranslation } from "react-i18next";
import { Pill } from "./Pill.tsx";

type Plan = { hipaaEnabled?: boolean | undefined; pciEnabled?: boolean | undefined } | undefined;

/** The rule by which no spoken words are stored. Undefined: they are stored. */
export function privacyRule(plan: Plan): "HIPAA" | "PCI" | undefined {
  return plan?.hipaaEnabled ? "HIPAA" : plan?.pciEnabled ? "PCI" : undefined;
}

/** Says that no spoken words are stored, and why. */
export function PrivacyPill({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const rule = privacyRule(plan);
  if (!rule) return null;
  return (
    <Pill kind="accent">
      <span title={t("compliance.nothingStored", { rule })}>{rule}</span>
    </Pill>
  );
}
