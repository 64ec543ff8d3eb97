import { CALLING_PROVIDERS, type Campaign, type PhoneNumber } from "@callwright/contract";
import { MultiSelect, SegmentedControl, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { choicesQuery } from "../../resource/resource-queries.ts";
import { asFound, nameOrId, useChoices, usePickedName } from "../../resource/use-choices.ts";
import { AddSimulatedNumber } from "../phone-numbers/AddSimulatedNumber.tsx";
import { useSaveCampaign } from "./campaign-queries.ts";
import classes from "./campaigns.module.css";

const KINDS = {
  assistants: { name: "Assistant", field: "assistantId" },
  squads: { name: "Squad", field: "squadId" },
  workflows: { name: "Workflow", field: "workflowId" },
} as const;
type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

/** The agent, and the numbers that call. */
export function AgentStep({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>(() => kinds.find((each) => campaign[KINDS[each].field] !== undefined) ?? "assistants");
  return (
    <section className={`${classes.step} ${classes.narrow}`} aria-label={t("campaign.steps.agent")}>
      <SegmentedControl
        aria-label={t("campaign.agent.who")}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={kinds.map((value) => ({ value, label: t(`campaign.agent.kinds.${value}`) }))}
      />
      <Target key={kind} campaign={campaign} kind={kind} />
      <Numbers campaign={campaign} />
    </section>
  );
}

function Target({ campaign, kind }: { campaign: Campaign; kind: Kind }) {
  const { t } = useTranslation();
  const { name, field } = KINDS[kind];
  const chosen = campaign[field];
  const [search, setSearch] = useState("");
  const choices = useChoices(
    { name, path: kind },
    { search, chosen: chosen === undefined ? [] : [chosen], nameOf: usePickedName(nameOrId) },
  );
  const save = useSaveCampaign(campaign.id);
  return (
    <Select
      label={t(`campaign.agent.kinds.${kind}`)}
      placeholder={t("campaign.agent.choose")}
      data={choices.options}
      searchable
      filter={asFound}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={choices.open}
      nothingFoundMessage={choices.isPending ? t("app.loading") : t("resource.form.nothingFound")}
      value={chosen ?? null}
      onChange={(id) => id !== null && save.mutate({ assistantId: null, squadId: null, workflowId: null, [field]: id })}
    />
  );
}

function Numbers({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const found = useQuery(choicesQuery(useClient(), { name: "PhoneNumber", path: "phone-numbers" })).data?.results;
  const numbers = (found ?? []) as PhoneNumber[];
  const save = useSaveCampaign(campaign.id);
  const { phoneNumberId, dialPlan = [] } = campaign;
  const chosen = phoneNumberId === undefined ? dialPlan.map((each) => each.phoneNumberId) : [phoneNumberId];
  const callable = numbers.filter(({ provider, id }) => CALLING_PROVIDERS.has(provider) || chosen.includes(id));
  const choose = (ids: string[]) => {
    const plan = ids.length > 1 ? ids.map((id) => ({ phoneNumberId: id, customers: [] })) : null;
    save.mutate({ phoneNumberId: ids.length === 1 ? (ids[0] ?? null) : null, dialPlan: plan });
  };
  if (found && callable.length === 0)
    return (
      <>
        <Text>{t("campaign.agent.noNumber")}</Text>
        <div>
          <AddSimulatedNumber />
        </div>
      </>
    );
  return (
    <MultiSelect
      label={t("campaign.agent.numbers")}
      description={t("campaign.agent.numbersHelp")}
      searchable
      data={callable.map(({ id, number, name }) => ({ value: id, label: [name, number].filter(Boolean).join(" · ") || id }))}
      value={chosen}
      onChange={choose}
    />
  );
}
