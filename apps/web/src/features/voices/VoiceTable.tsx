import type { LibraryVoice } from "@callwright/contract";
import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "../../app/use-copy.ts";
import table from "../../resource/list/table.module.css";

/** Voices with what they are called, how they sound, and the id an assistant takes. */
export function VoiceTable({ voices }: { voices: readonly LibraryVoice[] }) {
  const { t } = useTranslation();
  return (
    <div className={table.scroller}>
      <table className={table.table} aria-label={t("voices.title")}>
        <thead className={table.head}>
          <tr>
            <th scope="col" style={{ paddingLeft: 20 }}>
              {t("voices.name")}
            </th>
            <th scope="col">{t("voices.gender")}</th>
            <th scope="col" className={table.medium}>
              {t("voices.accent")}
            </th>
            <th scope="col" className={table.medium}>
              {t("voices.language")}
            </th>
            <th scope="col">{t("voices.id")}</th>
          </tr>
        </thead>
        <tbody className={table.body}>
          {voices.map(({ id, name, slug, gender, accent, language, providerId }) => (
            <tr key={id} className={table.row}>
              <td style={{ paddingLeft: 20 }}>{name ?? slug ?? providerId}</td>
              <td>{gender && t(`voices.genders.${gender}`)}</td>
              <td className={table.medium}>{accent}</td>
              <td className={table.medium}>{language}</td>
              <td>
                <VoiceId id={providerId} name={name ?? slug ?? providerId} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function VoiceId({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { copy, copied } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <code title={id}>{id}</code>
      <ActionIcon aria-label={t("voices.copyId", { name })} onClick={() => void copy(id)}>
        <Icon size={14} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}
