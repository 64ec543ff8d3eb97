import { type CatalogRow, type CreateAssistant, lifeOf, type Model } from "@callwright/contract";
import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { humanValue } from "../../../kit/field-names.ts";
import { Pill } from "../../../kit/Pill.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { useCatalog } from "../../../resource/catalog/use-catalog.ts";
import { useProviderSupports } from "../../../resource/use-provider-supports.ts";
import { withLocalModel, withModelProvider } from "../model-config.ts";
import type { PartTime } from "../presets/expected.ts";
import { useExpected } from "../presets/use-expected.ts";
import { WaitBar } from "../presets/WaitBar.tsx";
import { BUILT_IN } from "../use-default-provider.ts";
import { AddKey } from "./AddKey.tsx";
import type { EditorFields } from "./editor-fields.ts";
import classes from "./model-list.module.css";
import { partOf } from "./part-settings.ts";
import { useLocalModelsQuery } from "./use-local-models.ts";

/** How many models are shown before more are asked for. */
const SHOWN = 6;

type Choice = Pick<Model, "provider" | "model" | "url">;

interface Row {
  choice: Choice;
  isChosen: boolean;
  /** The provider of the key that it needs. */
  keyOf: string | undefined;
  time: PartTime | undefined;
  cost: number | undefined;
}

/** The usual models on one scale: those that run first, the quickest of them on top. All others are in the fields below. */
export function ModelList({ config, edit }: EditorFields) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [isWhole, setWhole] = useState(false);
  const rows = useRows(config);
  const wanted = search.trim().toLowerCase();
  const found = rows.filter(({ choice }) => labelOf(choice).toLowerCase().includes(wanted));
  const shown = isWhole || wanted !== "" ? found : found.slice(0, SHOWN);
  const scaleMs = Math.max(...rows.map(({ time }) => (time === undefined || time.from === "unknown" ? 0 : time.ms)));
  return (
    <section aria-label={t("answering.models")}>
      <TextInput
        aria-label={t("answering.searchModels", { count: rows.length })}
        placeholder={t("answering.searchModels", { count: rows.length })}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={classes.rows}>
        {shown.map((row) => (
          <ModelRow
            key={`${row.choice.provider} ${row.choice.url} ${row.choice.model}`}
            row={row}
            scaleMs={scaleMs}
            onUse={() => edit((current) => ({ ...current, model: withChoice(current.model, row.choice) }))}
          />
        ))}
      </ul>
      {found.length === 0 && <p className={classes.about}>{t("resource.form.nothingFound")}</p>}
      {shown.length < found.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t("answering.moreModels", { count: found.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

function ModelRow({ row, scaleMs, onUse }: { row: Row; scaleMs: number; onUse: () => void }) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const { choice, isChosen, keyOf, time, cost } = row;
  const isBuiltIn = choice.provider === "callwright";
  const name = isBuiltIn ? t("editor.builtInProviders.model") : choice.model;
  return (
    <li className={classes.row} data-chosen={isChosen || undefined} data-dim={keyOf !== undefined || undefined}>
      <span className={classes.name}>
        <b>{name}</b>
        <span className={classes.about}>{isBuiltIn ? t("answering.builtIn") : humanValue(choice.provider)}</span>
      </span>
      <span>{time && <WaitBar times={[time]} scaleMs={scaleMs} />}</span>
      <span className={classes.figure}>
        {time === undefined || time.from === "unknown"
          ? t("answering.unknown")
          : t("latency.ms", { value: time.ms.toLocaleString() })}
      </span>
      <span className={classes.figure}>{cost === undefined ? t("answering.unknown") : dollars(cost)}</span>
      <span className={classes.state}>
        {keyOf === undefined ? (
          <Pill kind={isChosen ? "accent" : "plain"}>{t(isChosen ? "answering.inUse" : "editor.providerGroups.ready")}</Pill>
        ) : (
          <AddKey provider={keyOf} />
        )}
      </span>
      {keyOf === undefined && !isChosen && (
        <UnstyledButton className={classes.use} aria-label={t("presets.use", { name })} onClick={onUse} />
      )}
    </li>
  );
}

const labelOf = ({ provider, model }: Choice) => `${humanValue(provider)} ${model}`;

function withChoice(before: Model | undefined, choice: Choice): Model {
  if (choice.provider === "custom-llm") return withLocalModel(before, choice);
  return { ...withModelProvider(before, choice.provider, choice.model), model: choice.model };
}

function useRows(config: CreateAssistant): Row[] {
  const [nowMs] = useState(Date.now);
  const catalog = useCatalog();
  const supports = useProviderSupports("model");
  const expected = useExpected();
  const servers = useQuery(useLocalModelsQuery()).data ?? [];
  const current = partOf(config, "model");
  const isUsual = (row: CatalogRow) =>
    row.part === "model" && row.quality !== undefined && row.tools !== false && ["new", "current"].includes(lifeOf(row, nowMs));
  const choices: Choice[] = [
    ...("callwright" in supports ? [BUILT_IN.model] : []),
    ...servers.flatMap(({ url, models }) => models.map((model): Choice => ({ provider: "custom-llm", model, url }))),
    ...catalog.rows.filter(isUsual).map(({ provider, name }) => ({ provider, model: name }) as Choice),
  ];
  const rows = choices.flatMap((choice): Row[] => {
    const support = supports[choice.provider];
    if (support === undefined || support.state === "not-supported") return [];
    const { times, costs } = expected({ ...config, model: withChoice(config.model, choice) });
    return [
      {
        choice,
        isChosen: current.provider === choice.provider && current.model === choice.model && current.url === choice.url,
        keyOf: support.state === "ready" ? undefined : (support.credentials?.[0] ?? choice.provider),
        time: times.find(({ part }) => part === "model"),
        cost: costs?.model,
      },
    ];
  });
  const rankOf = ({ isChosen, keyOf }: Row) => (isChosen ? 0 : keyOf === undefined ? 1 : 2);
  const msOf = ({ time }: Row) => (time === undefined || time.from === "unknown" ? Number.POSITIVE_INFINITY : time.ms);
  return rows.sort((one, other) => {
    const [a, b] = [msOf(one), msOf(other)];
    return rankOf(one) - rankOf(other) || (a === b ? 0 : a - b);
  });
}
