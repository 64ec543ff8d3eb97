import type { OrgQuota } from "@callwright/contract";
import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/use-format.ts";
import { useNow } from "../../kit/use-now.ts";
import classes from "./quotas.module.css";
import { SettingsSection } from "./SettingsSection.tsx";

/** From this share of a limit on, its bar warns. */
const NEARLY_REACHED = 0.9;

/** What the organization has used, and what the operator allows. */
export function Quotas({ quotas }: { quotas: readonly OrgQuota[] }) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t("organization.quotas.title")}>
      <p className={classes.intro}>{t("organization.quotas.intro")}</p>
      <dl className={classes.quotas}>
        {quotas.map((quota) => (
          <Quota key={quota.name} {...quota} />
        ))}
      </dl>
    </SettingsSection>
  );
}

function Quota({ name, used, limit, resetsAt }: OrgQuota) {
  const { t } = useTranslation();
  const { until } = useFormat();
  const nowMs = useNow(false);
  const label = t(`organization.quotas.names.${name}`);
  const amount = (value: number, digits: number) => {
    const text = value.toLocaleString(undefined, { maximumFractionDigits: digits });
    if (name === "storageGb") return t("organization.quotas.gigabytes", { amount: text });
    return name === "configurationMb" ? t("organization.quotas.millionCharacters", { amount: text }) : text;
  };
  const shownUse = amount(used, name === "storageGb" ? 3 : 1);
  const share = limit === undefined ? undefined : limit === 0 ? 1 : used / limit;
  const use =
    limit === undefined
      ? t("organization.quotas.useWithoutLimit", { used: shownUse })
      : t("organization.quotas.use", { used: shownUse, limit: amount(limit, 0) });
  return (
    <div className={classes.quota}>
      <dt>{label}</dt>
      <dd className="num">{use}</dd>
      {share !== undefined && (
        <dd className={classes.bar}>
          <Progress.Root size="sm">
            <Progress.Section
              value={Math.min(100, share * 100)}
              color={share >= 1 ? "red" : share >= NEARLY_REACHED ? "yellow" : undefined}
              aria-label={label}
              aria-valuetext={use}
            />
          </Progress.Root>
          {share >= 1 && <span className={classes.reached}>{t("organization.quotas.reached")}</span>}
          {share >= 1 && resetsAt !== undefined && (
            <span className={classes.hint}>{t("organization.quotas.perReset", { when: until(resetsAt, nowMs) })}</span>
          )}
        </dd>
      )}
    </div>
  );
}
