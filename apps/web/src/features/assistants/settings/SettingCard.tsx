import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { PartName } from "../../../data/capabilities.ts";
import classes from "./assistant-tab.module.css";
import type { EditorFields } from "./editor-fields.ts";
import { ProviderNote } from "./ProviderNote.tsx";
import { ProviderSelect } from "./ProviderSelect.tsx";

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

/** The card of the model, voice or transcriber: the provider, its settings, and a note. */
export function SettingCard({ part, fields, provider, onChoose, note, children }: SettingCardProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.cardTitle}>
        {t(`editor.${part}`)}
      </h2>
      <ProviderSelect part={part} provider={provider} problems={fields.problems} onChoose={onChoose} />
      {children}
      <p className={classes.note}>{note ?? <ProviderNote part={part} provider={provider} />}</p>
    </section>
  );
}
