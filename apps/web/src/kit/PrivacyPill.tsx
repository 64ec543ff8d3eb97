import { useTranslation } from "react-i18next";
import { Pill } from "./Pill.tsx";

interface PrivacyPillProps {
  plan: { hipaaEnabled?: boolean | undefined; pciEnabled?: boolean | undefined } | undefined;
}

/** Says that nothing of what is said is stored, and why. */
export function PrivacyPill({ plan }: PrivacyPillProps) {
  const { t } = useTranslation();
  const rule = plan?.hipaaEnabled ? "HIPAA" : plan?.pciEnabled ? "PCI" : undefined;
  if (!rule) return null;
  return (
    <Pill kind="accent">
      <span title={t("compliance.nothingStored", { rule })}>{rule}</span>
    </Pill>
  );
}
