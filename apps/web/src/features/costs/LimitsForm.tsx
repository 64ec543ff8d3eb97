import type { Org, UpdateOrg } from "@callwright/contract";
import { Button, Group, NumberInput, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { orgKeys } from "../../data/org-queries.ts";
import { useClient } from "../../data/services.tsx";
import { useCostChange } from "./cost-queries.ts";
import classes from "./costs.module.css";

const LIMITS = [
  { field: "billingLimit", max: 1000 },
  { field: "monthlyBudget", max: 10_000_000 },
] as const;
type Limit = (typeof LIMITS)[number]["field"];
/** "" for no limit. */
type Form = Partial<Record<Limit, number | string>>;

/** What the organization may spend in a month. */
export function LimitsForm({ org: { id }, isAdmin }: { org: Pick<Org, "id">; isAdmin: boolean }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: org } = useQuery({ queryKey: orgKeys.one(id), queryFn: ({ signal }) => client.orgs.get({ id, signal }) });
  const [form, setForm] = useState<Form>({});
  const save = useCostChange(
    async (api, body: UpdateOrg) => queryClient.setQueryData(orgKeys.one(id), await api.orgs.update({ id, body })),
    () => {
      setForm({});
      notifications.show({ message: t("costs.saved") });
    },
  );
  if (!org) return null;
  const shown = (field: Limit) => form[field] ?? org[field] ?? "";
  const changed = LIMITS.filter(({ field }) => shown(field) !== (org[field] ?? ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = changed.map(({ field }) => [field, shown(field) === "" ? null : Number(shown(field))]);
    save.mutate(Object.fromEntries(body));
  };
  return (
    <section className={classes.section} aria-label={t("costs.limits")}>
      <h2>{t("costs.limits")}</h2>
      <p className={classes.hint}>{t("costs.limitsHint")}</p>
      <form onSubmit={submit} className={classes.limits}>
        {LIMITS.map(({ field, max }) => (
          <NumberInput
            key={field}
            label={t(`costs.${field}`)}
            min={0}
            max={max}
            decimalScale={2}
            prefix="$"
            thousandSeparator=","
            disabled={!isAdmin}
            value={shown(field)}
            onChange={(value) => setForm((before) => ({ ...before, [field]: value }))}
          />
        ))}
        {isAdmin && (
          <Group>
            <Button type="submit" variant="filled" loading={save.isPending} disabled={changed.length === 0}>
              {t("costs.save")}
            </Button>
            {save.error && (
              <Text c="red" role="alert">
                {t("costs.failed", { reason: save.error.message })}
              </Text>
            )}
          </Group>
        )}
      </form>
    </section>
  );
}
