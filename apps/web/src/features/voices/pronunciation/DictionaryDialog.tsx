import type { ProviderResource } from "@callwright/contract";
import { ActionIcon, Button, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../kit/FormDialog.tsx";
import { useClient } from "../../../data/services.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import { CredentialHint } from "../../../resource/credentials/CredentialHint.tsx";
import {
  type DictionaryProvider,
  dictionariesKey,
  dictionaryName,
  RESOURCE_NAME,
} from "../../../resource/dictionaries/dictionaries.ts";
import classes from "./dictionary.module.css";
import { bodyOf, kindsOf, type Rule, rulesOf } from "./rules.ts";

const EMPTY: Rule = { word: "", kind: "alias", said: "" };

interface DictionaryDialogProps {
  provider: DictionaryProvider;
  /** Absent: a new one. */
  dictionary?: ProviderResource | undefined;
  onClose: () => void;
}

/** The name and the rules of a pronunciation dictionary. Saving stores them at the provider. */
export function DictionaryDialog({ provider, dictionary, onClose }: DictionaryDialogProps) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
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
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: dictionariesKey(provider) });
      onClose();
    },
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
          <fieldset className={classes.rules}>
            <legend>{t("voices.pronunciation.rules")}</legend>
            <Text size="sm" c="dimmed">
              {t(`voices.pronunciation.hint.${provider === "11labs" ? "elevenLabs" : "cartesia"}`)}
            </Text>
            {rules.map((rule, index) => {
              const number = { number: String(index + 1) };
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its own.
                <div key={index} className={classes.rule}>
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
                  <ActionIcon
                    aria-label={t("voices.pronunciation.removeRule", number)}
                    onClick={() => setRules(rules.filter((_, each) => each !== index))}
                  >
                    <IconX size={14} aria-hidden="true" />
                  </ActionIcon>
                </div>
              );
            })}
            <Button
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => setRules([...rules, EMPTY])}
            >
              {t("voices.pronunciation.addRule")}
            </Button>
            {isTried && !isWhole && (
              <Text size="sm" c="red" role="alert">
                {t("voices.pronunciation.ruleMissing")}
              </Text>
            )}
          </fieldset>
    </FormDialog>
  );
}
