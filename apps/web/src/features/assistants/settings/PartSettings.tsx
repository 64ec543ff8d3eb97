import { firstTranscriberOf, firstVoiceOf } from "@callwright/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { PartName } from "../../../data/capabilities.ts";
import { AddButton } from "../../../kit/AddButton.tsx";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { Field } from "../../../resource/form/Field.tsx";
import { FormScope } from "../../../resource/form/FormScope.tsx";
import classes from "../../../resource/form/form.module.css";
import { MoveButtons } from "../../../resource/form/MoveButtons.tsx";
import { readPath, writePath } from "../../../resource/form/paths.ts";
import { useItemKeys } from "../../../resource/form/use-item-keys.ts";
import { useFieldSupport } from "../../../resource/use-field-support.ts";
import own from "./assistant-tab.module.css";
import { CONTRACT, type EditorFields, fieldProps } from "./editor-fields.ts";
import { OfferedNameField } from "./OfferedNameField.tsx";
import { ProviderNote } from "./ProviderNote.tsx";
import { ProviderSelect } from "./ProviderSelect.tsx";
import { type PartSetting, partOf, withSetting } from "./part-settings.ts";
import { TranscriberName } from "./TranscriberName.tsx";
import { VoiceName } from "./VoiceName.tsx";

interface PartSettingsProps {
  part: PartName;
  fields: EditorFields;
  settings: readonly PartSetting[];
}

const ASSISTANT = { name: "Assistant" };

/** The form of a provider's settings, and who takes over if it fails. */
export function PartSettings({ part, fields, settings }: PartSettingsProps) {
  const { t } = useTranslation();
  const assistant = useFieldSupport(ASSISTANT);
  const reason = t("choosing.noSetting");
  const support = useMemo(
    () => ({
      ...assistant,
      unsupportedAt: (path: readonly (string | number)[]) =>
        path.length === 2 && settings.some(({ name, isHonored }) => name === path[1] && !isHonored)
          ? { path: path.join("."), effect: "ignored" as const, reason }
          : assistant.unsupportedAt(path),
    }),
    [assistant, settings, reason],
  );
  // A voice has its model here, a model and a transcriber have it in their card.
  const model = part === "voice" && settings.find(({ name, isHonored }) => name === "model" && isHonored);
  const others = settings.filter((setting) => setting !== model);
  const value = partOf(fields.config, part);
  return (
    <FormScope root={CONTRACT} problems={fields.problems} support={support} openDepth={1}>
      <div className={classes.fields}>
        {others.map(({ name, schema, isRequired }) => (
          <Field
            key={name}
            path={[part, name]}
            schema={schema}
            isRequired={isRequired}
            value={value[name]}
            onChange={(next) => fields.edit((config) => withSetting(config, part, name, next))}
          />
        ))}
        {model && (
          <OfferedNameField
            part={part}
            provider={String(value.provider)}
            label={t("editor.modelName")}
            {...fieldProps(fields, "voice.model")}
            value={typeof value.model === "string" ? value.model : ""}
            onChange={(name) => fields.edit((config) => withSetting(config, part, "model", name === "" ? undefined : name))}
          />
        )}
        {part !== "model" && <FallbackList part={part} fields={fields} />}
      </div>
    </FormScope>
  );
}

type Entry = Readonly<Record<string, unknown>> & { provider: string };

/** By part: the list in `fallbackPlan`, and the field that is chosen beside the provider. */
const LISTS = { voice: { list: "voices", name: "voiceId" }, transcriber: { list: "transcribers", name: "model" } } as const;

interface FallbackListProps {
  part: keyof typeof LISTS;
  fields: EditorFields;
}

/** The voices or transcribers that take over, in this order, if one fails. */
function FallbackList({ part, fields }: FallbackListProps) {
  const { t } = useTranslation();
  const { list, name } = LISTS[part];
  const path = `${part}.fallbackPlan.${list}`;
  const stored = readPath(fields.config, path);
  const entries = Array.isArray(stored) ? (stored as Entry[]) : [];
  const items = useItemKeys(entries.length);
  const change = (next: readonly object[]) =>
    fields.edit((config) =>
      // The default provider is written together with its fallbacks.
      writePath({ ...config, [part]: partOf(config, part) }, path, next.length > 0 ? next : undefined),
    );
  const firstOf = (provider: string): Entry => ({
    ...(part === "voice" ? firstVoiceOf(provider) : firstTranscriberOf(provider)),
  });
  return (
    <section className={own.fallbacks} aria-label={t(`choosing.fallbacks.${part}`)} data-path={`${part}.fallbackPlan`}>
      <h3 className={own.fallbacksTitle}>{t("choosing.fallbacks.title")}</h3>
      <p className={classes.note}>{t(`choosing.fallbacks.${part}Hint`)}</p>
      {entries.length > 0 && (
        <ol className={classes.items}>
          {entries.map((entry, index) => {
            const at = `${path}.${index}`;
            const title = t("choosing.fallbacks.entry", { index: String(index + 1) });
            const chosen = entry[name];
            const field = {
              provider: entry.provider,
              value: typeof chosen === "string" ? chosen : "",
              ...fieldProps(fields, `${at}.${name}`),
            };
            const write = (text: string) => {
              const { [name]: _, ...rest } = entry;
              change(entries.with(index, (text === "" ? rest : { ...rest, [name]: text }) as Entry));
            };
            return (
              // biome-ignore lint/a11y/useSemanticElements: an entry of a list that groups its controls.
              <li key={items.keys[index]} className={own.fallback} role="group" aria-label={title} data-path={at}>
                <div className={own.fallbackHead}>
                  <span>{title}</span>
                  <MoveButtons
                    name={title}
                    index={index}
                    count={entries.length}
                    onMove={(to) => {
                      items.move(index, to);
                      change(entries.with(index, entries[to] as Entry).with(to, entry));
                    }}
                  />
                  <CrossButton
                    iconSize={15}
                    aria-label={t("resource.form.remove", { name: title })}
                    onClick={() => {
                      items.remove(index);
                      change(entries.filter((_, each) => each !== index));
                    }}
                  />
                </div>
                <ProviderSelect
                  part={part}
                  at={at}
                  provider={entry.provider}
                  problems={fields.problems}
                  onChoose={(provider) => change(entries.with(index, firstOf(provider)))}
                />
                {part === "voice" ? <VoiceName {...field} onChange={write} /> : <TranscriberName {...field} onChange={write} />}
                <p className={own.note}>
                  <ProviderNote part={part} provider={entry.provider} />
                </p>
              </li>
            );
          })}
        </ol>
      )}
      <AddButton
        className={classes.add ?? ""}
        onClick={() => {
          items.add();
          change([...entries, firstOf("callwright")]);
        }}
      >
        {t("choosing.fallbacks.add")}
      </AddButton>
    </section>
  );
}
