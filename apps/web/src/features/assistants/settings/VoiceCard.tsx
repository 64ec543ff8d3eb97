import { firstVoiceOf, type ProviderResource, soundAddress } from "@callwright/contract";
import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dictionaryName, useDictionaries } from "../../../resource/dictionaries/dictionaries.ts";
import { readPath, writePath } from "../../../resource/form/paths.ts";
import { HeardField } from "../../../resource/voice-preview/HeardField.tsx";
import { BUILT_IN, useDefaultProvider } from "../use-default-provider.ts";
import { type EditorFields, fieldProps, textFieldProps } from "./editor-fields.ts";
import { fallbacksOf } from "./replaced-voice.ts";
import { SettingCard } from "./SettingCard.tsx";
import { VoiceName } from "./VoiceName.tsx";

export function VoiceCard(fields: EditorFields) {
  const { t } = useTranslation();
  const { config, edit } = fields;
  const { voice, firstMessage = "" } = config;
  // A sound file is not spoken.
  const spoken = soundAddress(firstMessage) === undefined ? firstMessage : undefined;
  const byDefault = useDefaultProvider("voice");
  const provider = voice?.provider ?? byDefault;
  const isOffline = provider === "callwright" && byDefault === "callwright";
  const heard = voice ?? BUILT_IN.voice;
  return (
    <SettingCard
      part="voice"
      fields={fields}
      provider={provider}
      onChoose={(chosen) =>
        edit((current) => ({ ...current, voice: { ...fallbacksOf(current.voice), ...firstVoiceOf(chosen) } }))
      }
      note={isOffline ? t("editor.offlineVoiceHint") : undefined}
    >
      {voice?.provider === "custom-voice" && (
        <TextInput
          label={t("choosing.voiceUrl")}
          description={t("choosing.voiceUrlHint")}
          type="url"
          {...textFieldProps(fields, "voice.server.url")}
        />
      )}
      {voice?.provider === "custom-voice" && voice.protocol === "openai" && (
        <TextInput label={t("editor.voiceName")} {...textFieldProps(fields, "voice.voiceId")} />
      )}
      {(voice || isOffline) && heard.provider !== "custom-voice" && (
        <HeardField voice={heard} text={spoken}>
          <VoiceName
            {...fieldProps(fields, "voice.voiceId")}
            provider={heard.provider}
            value={heard.voiceId ?? ""}
            onChange={(voiceId) => edit((current) => ({ ...current, voice: { ...(current.voice ?? BUILT_IN.voice), voiceId } }))}
          />
        </HeardField>
      )}
      {provider === "11labs" && <DictionariesField {...fields} />}
      {provider === "cartesia" && <DictionaryField {...fields} />}
    </SettingCard>
  );
}

interface Locator {
  pronunciationDictionaryId: string;
  versionId: string;
}

/** An id and a version, as they can be pasted: `rjshI10OgN6KxqtJBqO4/xJl0ImZzi3cYp61T0UQG`. */
const ID_AND_VERSION = /^[\w-]+\/[\w-]+$/;
const ID = /^[\w-]{8,}$/;

/** The pronunciation dictionaries of an ElevenLabs voice: several, each in one version. Those made at ElevenLabs can be pasted. */
function DictionariesField(fields: EditorFields) {
  const { t } = useTranslation();
  const { pasted, searched } = usePasted(ID_AND_VERSION);
  const path = "voice.pronunciationDictionaryLocators";
  const dictionaries = useDictionaries("11labs").data ?? [];
  const chosen = (readPath(fields.config, path) ?? []) as Locator[];
  const options = [
    ...dictionaries.map((each) => ({ value: optionOf(locatorOf(each)), label: dictionaryName(each) })),
    ...chosen.map((locator) => {
      const known = dictionaries.find(({ resourceId }) => resourceId === locator.pronunciationDictionaryId);
      return {
        value: optionOf(locator),
        label: known ? t("choosing.olderDictionary", { name: dictionaryName(known) }) : locator.pronunciationDictionaryId,
      };
    }),
    ...pasted,
  ];
  const data = options.filter(({ value }, index) => options.findIndex((each) => each.value === value) === index);
  return (
    <MultiSelect
      label={t("choosing.dictionaries")}
      description={t("choosing.dictionariesHint")}
      {...searched}
      data={data}
      value={chosen.map(optionOf)}
      {...fieldProps(fields, path)}
      onChange={(values) =>
        fields.edit((config) => writePath(config, path, values.length > 0 ? newestOf(values.map(locatorFrom)) : undefined))
      }
    />
  );
}

/** The pronunciation dictionary of a Cartesia voice. The id of one made at Cartesia can be pasted. */
function DictionaryField(fields: EditorFields) {
  const { t } = useTranslation();
  const { pasted, searched } = usePasted(ID);
  const path = "voice.pronunciationDictId";
  const dictionaries = useDictionaries("cartesia").data ?? [];
  const chosen = readPath(fields.config, path);
  const known = dictionaries.map((each) => ({ value: each.resourceId, label: dictionaryName(each) }));
  const others = [...(typeof chosen === "string" ? [{ value: chosen, label: chosen }] : []), ...pasted];
  const data = [...known, ...others.filter(({ value }) => !known.some((each) => each.value === value || each.label === value))];
  return (
    <Select
      label={t("choosing.dictionary")}
      description={t("choosing.dictionaryHint")}
      {...searched}
      data={data}
      value={typeof chosen === "string" ? chosen : null}
      {...fieldProps(fields, path)}
      onChange={(id) => fields.edit((config) => writePath(config, path, id ?? undefined))}
    />
  );
}

/** A pasted search text that looks like an id is offered as a choice. */
function usePasted(pattern: RegExp) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const text = search.trim();
  return {
    pasted: pattern.test(text) ? [{ value: text, label: text }] : [],
    searched: {
      clearable: true,
      searchable: true,
      nothingFoundMessage: t("resource.form.nothingFound"),
      searchValue: search,
      onSearchChange: setSearch,
    },
  };
}

function locatorOf({ resourceId, resource }: ProviderResource): Locator {
  return { pronunciationDictionaryId: resourceId, versionId: String(resource.versionId ?? "") };
}

const optionOf = ({ pronunciationDictionaryId, versionId }: Locator) => `${pronunciationDictionaryId}/${versionId}`;

function locatorFrom(value: string): Locator {
  const at = value.indexOf("/");
  return { pronunciationDictionaryId: value.slice(0, at), versionId: value.slice(at + 1) };
}

/** One version of each dictionary: the last chosen one. */
function newestOf(locators: readonly Locator[]): Locator[] {
  return [...new Map(locators.map((locator) => [locator.pronunciationDictionaryId, locator])).values()];
}
