import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PartName } from "../../../data/capabilities.ts";
import { late } from "../../../kit/late.tsx";
import { Section, SectionDepth } from "../../../resource/form/Section.tsx";
import { useProviderSupports } from "../../../resource/use-provider-supports.ts";
import classes from "./assistant-tab.module.css";
import type { EditorFields } from "./editor-fields.ts";
import { ProviderNote } from "./ProviderNote.tsx";
import { ProviderSelect } from "./ProviderSelect.tsx";
import { isOfSettings, settingsOf } from "./part-settings.ts";

const PartSettings = late(async () => (await import("./PartSettings.tsx")).PartSettings);

interface SettingCardProps {
  part: PartName;
  fields: EditorFields;
  /** Undefined: the host's default. */
  provider: string | undefined;
  onChoose: (provider: string) => void;
  /** What the choice means. Default: why the provider does not run, if it does not. */
  note?: ReactNode;
  children: ReactNode;
}

/** The settings of the model, voice or transcriber: the provider, its main fields, a note, and its further settings. */
export function SettingCard({ part, fields, provider, onChoose, note, children }: SettingCardProps) {
  const { t } = useTranslation();
  const support = useProviderSupports(part)[provider ?? ""];
  const settings = provider === undefined ? [] : settingsOf(fields.config, part, support);
  const hasSettings = settings.length > 0 || (part !== "model" && provider !== undefined);
  return (
    <section className={classes.card} aria-label={t(`editor.${part}`)}>
      <ProviderSelect part={part} provider={provider} problems={fields.problems} onChoose={onChoose} />
      {children}
      <p className={classes.note}>{note ?? <ProviderNote part={part} provider={provider} />}</p>
      {hasSettings && (
        <div data-path={part}>
          {}
          <SectionDepth value={2}>
            <Section
              // Another provider has other fields.
              key={provider}
              title={t("choosing.settings")}
              hasProblem={fields.problems.some(({ path }) => isOfSettings(part, path))}
              startsOpen={settings.some(({ isRequired }) => isRequired)}
            >
              <PartSettings part={part} fields={fields} settings={settings} />
            </Section>
          </SectionDepth>
        </div>
      )}
    </section>
  );
}
