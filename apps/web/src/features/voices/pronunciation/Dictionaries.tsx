import { type ProviderResource, RESOURCE_PROVIDERS } from "@callwright/contract";
import { Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { AddButton } from "../../../kit/AddButton.tsx";
import { ConfirmDialog } from "../../../kit/ConfirmDialog.tsx";
import { CopyId } from "../../../kit/CopyId.tsx";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { EmptyNote } from "../../../kit/EmptyNote.tsx";
import { FormDialog } from "../../../kit/FormDialog.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import classes from "../../../kit/list-page.module.css";
import { DataTable } from "../../../kit/table/DataTable.tsx";
import table from "../../../kit/table/table.module.css";
import { CredentialHint } from "../../../resource/credentials/CredentialHint.tsx";
import {
  type DictionaryProvider,
  dictionariesKey,
  dictionaryName,
  RESOURCE_NAME,
  useDictionaries,
} from "../../../resource/dictionaries/dictionaries.ts";
import { QueryState } from "../../../resource/QueryState.tsx";
import { useMay } from "../../../resource/use-may.ts";
import { voiceSearch } from "../voice-search.ts";
import dictionaryClasses from "./dictionary.module.css";
import { bodyOf, kindsOf, type Rule, rulesOf } from "./rules.ts";

const route = getRouteApi("/shell/voices");

type Open = { kind: "create" } | { kind: "edit" | "delete"; dictionary: ProviderResource };

/** The pronunciation dictionaries of the organization, at the provider that speaks with them. */
export function Dictionaries() {
  const { t } = useTranslation();
  const client = useClient();
  const may = useMay({ name: "ProviderResource" });
  const navigate = route.useNavigate();
  const search = voiceSearch({ ...route.useSearch() });
  const provider = RESOURCE_PROVIDERS.find((each) => each === search.provider) ?? RESOURCE_PROVIDERS[0];
  const [open, setOpen] = useState<Open>();
  const dictionaries = useDictionaries(provider);
  const close = () => setOpen(undefined);
  const create = may("create") && (
    <Button leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={() => setOpen({ kind: "create" })}>
      {t("voices.pronunciation.new")}
    </Button>
  );
  return (
    <>
      <div className={classes.tools}>
        <NativeSelect
          aria-label={t("voices.provider")}
          value={provider}
          data={RESOURCE_PROVIDERS.map((each) => ({ value: each, label: humanValue(each) }))}
          onChange={(event) =>
            void navigate({ search: voiceSearch({ ...search, provider: event.currentTarget.value }), replace: true })
          }
        />
        {dictionaries.data && dictionaries.data.length > 0 && create}
        <span className={classes.count} role="status">
          {dictionaries.data && t("voices.pronunciation.count", { count: dictionaries.data.length })}
        </span>
      </div>
      <QueryState query={dictionaries} />
      {dictionaries.data?.length === 0 && (
        <EmptyNote title={t("voices.pronunciation.none")} body={t("voices.pronunciation.noneBody")} action={create} />
      )}
      {dictionaries.data && dictionaries.data.length > 0 && (
        <DataTable
          label={t("voices.pronunciation.tab")}
          rows={dictionaries.data}
          columns={[
            { id: "name", label: t("voices.name"), isRowHeader: true, cell: dictionaryName, title: dictionaryName },
            {
              id: "words",
              label: t("voices.pronunciation.rules"),
              className: table.medium,
              cell: (each) =>
                rulesOf(each)
                  .map(({ word }) => word)
                  .join(", "),
            },
            {
              id: "id",
              label: t("voices.pronunciation.id"),
              className: table.medium,
              cell: (each) => <CopyId id={each.resourceId} label={t("voices.pronunciation.id")} />,
            },
          ]}
          styles={dictionaryClasses}
          actions={(dictionary) => (
            <Group gap={6} wrap="nowrap">
              {may("update") && (
                <Button
                  size="xs"
                  aria-label={t("voices.pronunciation.editName", { name: dictionaryName(dictionary) })}
                  onClick={() => setOpen({ kind: "edit", dictionary })}
                >
                  {t("voices.pronunciation.editButton")}
                </Button>
              )}
              {may("delete") && (
                <Button
                  size="xs"
                  aria-label={t("voices.pronunciation.deleteName", { name: dictionaryName(dictionary) })}
                  onClick={() => setOpen({ kind: "delete", dictionary })}
                >
                  {t("resource.delete")}
                </Button>
              )}
            </Group>
          )}
        />
      )}
      {open?.kind === "create" && <DictionaryDialog provider={provider} onClose={close} />}
      {open?.kind === "edit" && <DictionaryDialog provider={provider} dictionary={open.dictionary} onClose={close} />}
      {open?.kind === "delete" && (
        <ConfirmDialog
          title={t("voices.pronunciation.deleteTitle", { name: dictionaryName(open.dictionary) })}
          body={t("voices.pronunciation.deleteBody", { provider: humanValue(provider) })}
          onClose={close}
          changes={[dictionariesKey(provider)]}
          onConfirm={() => client.providerResources.delete({ provider, resourceName: RESOURCE_NAME, id: open.dictionary.id })}
        />
      )}
    </>
  );
}

const EMPTY: Rule = { word: "", kind: "alias", said: "" };

interface DictionaryDialogProps {
  provider: DictionaryProvider;
  /** Absent: a new one. */
  dictionary?: ProviderResource | undefined;
  onClose: () => void;
}

/** The name and the rules of a pronunciation dictionary. Saving stores them at the provider. */
function DictionaryDialog({ provider, dictionary, onClose }: DictionaryDialogProps) {
  const { t } = useTranslation();
  const client = useClient();
  const [name, setName] = useState(dictionary ? dictionaryName(dictionary) : "");
  const [rules, setRules] = useState<readonly Rule[]>(dictionary ? rulesOf(dictionary) : [EMPTY]);
  const [isTried, setTried] = useState(false);
  const filled = rules.filter(({ word, said }) => word.trim() !== "" || said.trim() !== "");
  const isWhole = filled.length > 0 && filled.every(({ word, said }) => word.trim() !== "" && said.trim() !== "");
  const save = useMutation({
    mutationFn: () => {
      const at = { provider, resourceName: RESOURCE_NAME, body: bodyOf(provider, name.trim(), filled) };
      return dictionary ? client.providerResources.update({ ...at, id: dictionary.id }) : client.providerResources.create(at);
    },
    onSuccess: onClose,
    meta: { changes: [dictionariesKey(provider)] },
  });
  const submit = () => {
    setTried(true);
    if (name.trim() !== "" && isWhole) save.mutate();
  };
  const change = (index: number, part: Partial<Rule>) =>
    setRules(rules.map((rule, each) => (each === index ? { ...rule, ...part } : rule)));
  const kinds = kindsOf(provider);
  return (
    <FormDialog
      size="lg"
      closeOnClickOutside={false}
      title={t(dictionary ? "voices.pronunciation.edit" : "voices.pronunciation.create", {
        provider: humanValue(provider),
      })}
      action={t("voices.pronunciation.save")}
      isPending={save.isPending}
      failure={
        save.error && (
          <>
            {save.error.message}
            <CredentialHint message={save.error.message} />
          </>
        )
      }
      noValidate
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t("voices.name")}
        data-autofocus
        withAsterisk
        maxLength={200}
        value={name}
        error={isTried && name.trim() === "" && t("voices.pronunciation.nameMissing")}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className={dictionaryClasses.rules}>
        <legend>{t("voices.pronunciation.rules")}</legend>
        <Text size="sm" c="dimmed">
          {t(`voices.pronunciation.hint.${provider === "11labs" ? "elevenLabs" : "cartesia"}`)}
        </Text>
        {rules.map((rule, index) => {
          const number = { number: String(index + 1) };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its own.
            <div key={index} className={dictionaryClasses.rule}>
              <TextInput
                aria-label={t("voices.pronunciation.word", number)}
                placeholder={t("voices.pronunciation.wordExample")}
                maxLength={200}
                autoFocus={index > 0 && index === rules.length - 1 && rule === EMPTY}
                value={rule.word}
                onChange={(event) => change(index, { word: event.currentTarget.value })}
              />
              {kinds.length > 1 && (
                <NativeSelect
                  aria-label={t("voices.pronunciation.kind", number)}
                  value={rule.kind}
                  data={kinds.map((kind) => ({ value: kind, label: t(`voices.pronunciation.kinds.${kind}`) }))}
                  onChange={(event) =>
                    change(index, { kind: kinds.find((kind) => kind === event.currentTarget.value) ?? "alias" })
                  }
                />
              )}
              <TextInput
                aria-label={t("voices.pronunciation.said", number)}
                placeholder={t(`voices.pronunciation.saidExamples.${rule.kind}`)}
                maxLength={500}
                value={rule.said}
                onChange={(event) => change(index, { said: event.currentTarget.value })}
              />
              <CrossButton
                aria-label={t("voices.pronunciation.removeRule", number)}
                onClick={() => setRules(rules.filter((_, each) => each !== index))}
              />
            </div>
          );
        })}
        <AddButton onClick={() => setRules([...rules, EMPTY])}>{t("voices.pronunciation.addRule")}</AddButton>
        {isTried && !isWhole && (
          <Text size="sm" c="red" role="alert">
            {t("voices.pronunciation.ruleMissing")}
          </Text>
        )}
      </fieldset>
    </FormDialog>
  );
}
