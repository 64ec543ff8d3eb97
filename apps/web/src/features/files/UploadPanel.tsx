import { ActionIcon, Portal, Progress } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./files.module.css";
import type { Upload } from "./upload-store.ts";

/** How far each upload is, with a button to end it. */
export function UploadPanel({ uploads, onDismiss }: { uploads: readonly Upload[]; onDismiss: (id: number) => void }) {
  const { t, i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" });
  if (uploads.length === 0) return null;
  return (
    <Portal>
      <section className={classes.uploads} aria-label={t("files.uploads")}>
        <ul>
          {uploads.map(({ id, name, progress, failure }) => (
            <li key={id}>
              <span className={classes.name} title={name}>
                {name}
              </span>
              <span className={classes.state}>
                {failure === undefined ? percent.format(progress) : t("files.failed", { reason: failure })}
              </span>
              <ActionIcon
                aria-label={t(failure === undefined ? "files.cancel" : "files.dismiss", { name })}
                onClick={() => onDismiss(id)}
              >
                <IconX size={15} aria-hidden="true" />
              </ActionIcon>
              {failure === undefined && (
                <Progress
                  className={classes.progress ?? ""}
                  size="sm"
                  value={progress * 100}
                  aria-label={t("files.uploading", { name })}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    </Portal>
  );
}
