import type { ProviderResource } from "@callwright/contract";
import { MultiSelect, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { dictionaryName, useDictionaries } from "../../../resource/dictionaries/dictionaries.ts";
import { readPath, writePath } from "./config-path.ts";
import { type EditorFields, fieldProps } from "./editor-fields.ts";

interface Locator {
  pronunciationDictionaryId: string;
  versionId: string;
}

/** The pronunciation dictionaries of an ElevenLabs voice: several, each in one version. Absent while there are none to choose. */
export function DictionariesField(fields: EditorFields) {
  const { t } = useTranslation();
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
  ];
  const data = options.filter(({ value }, index) => options.findIndex((each) => each.value === value) === index);
  if (data.length === 0) return null;
  return (
    <MultiSelect
      label={t("choosing.dictionaries")}
      data={data}
      value={chosen.map(optionOf)}
      clearable
      searchable
      {...fieldProps(fields, path)}
      onChange={(values) =>
        fields.edit((config) => writePath(config, path, values.length > 0 ? newestOf(values.map(locatorFrom)) : undefined))
      }
    />
  );
}

/** The pronunciation dictionary of a Cartesia voice. Absent while there is none to choose. */
export function DictionaryField(fields: EditorFields) {
  const { t } = useTranslation();
  const path = "voice.pronunciationDictId";
  const dictionaries = useDictionaries("cartesia").data ?? [];
  const chosen = readPath(fields.config, path);
  const known = dictionaries.map((each) => ({ value: each.resourceId, label: dictionaryName(each) }));
  const isUnknown = typeof chosen === "string" && !known.some(({ value }) => value === chosen);
  const data = isUnknown ? [{ value: chosen, label: chosen }, ...known] : known;
  if (data.length === 0) return null;
  return (
    <Select
      label={t("choosing.dictionary")}
      data={data}
      value={typeof chosen === "string" ? chosen : null}
      clearable
      searchable
      {...fieldProps(fields, path)}
      onChange={(id) => fields.edit((config) => writePath(config, path, id ?? undefined))}
    />
  );
}

function locatorOf({ resourceId, resource }: ProviderResource): Locator {
  return { pronunciationDictionaryId: resourceId, versionId: String(resource.versionId ?? "") };
}

const optionOf = ({ pronunciationDictionaryId, versionId }: Locator) => `${pronunciationDictionaryId}/${versionId}`;

function locatorFrom(value: string): Locator {
  const at = value.indexOf("/");
  return { pronunciationDictionaryId: value.slice(0, at), versionId: value.slice(at + 1) };
}

/** One version of each dictionary: the one that was chosen last. */
function newestOf(locators: readonly Locator[]): Locator[] {
  return [...new Map(locators.map((locator) => [locator.pronunciationDictionaryId, locator])).values()];
}
