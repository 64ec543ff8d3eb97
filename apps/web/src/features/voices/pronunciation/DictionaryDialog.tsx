import type { ProviderResource } from "@callwright/contract";
import { ActionIcon, Alert, Button, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
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
  useReturnedFocus();
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== "" && isWhole && !save.isPending) save.mutate();
  };
  const change = (index: number, part: Partial<Rule>) =>
    setRules(rules.map((rule, each) => (each === index ? { ...rule, ...part } : rule)));
  const kinds = kindsOf(provider);
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      closeOnClickOutside={false}
      title={t(dictionary ? "voices.pronunciation.edit" : "voices.pronunciation.create", {
        provider: humanValue(provider),
      })}
    >
      <form noValidate onSubmit={submit}>
        <Stack>
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
          {save.error && (
            <Alert color="red" variant="outline" role="alert">
              {save.error.message}
              <CredentialHint message={save.error.message} />
            </Alert>
          )}
          <DialogActions onClose={onClose} type="submit" loading={save.isPending}>
            {t("voices.pronunciation.save")}
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  );
}
