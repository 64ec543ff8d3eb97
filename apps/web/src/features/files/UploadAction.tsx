import { FILE_EXTENSIONS, FILE_MAX_BYTES } from "@callwright/contract";
import { Button, FileButton, Portal, Progress, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { rememberBusyEntity } from "../../resource/resource-queries.ts";
import { useMay } from "../../resource/use-may.ts";
import { fileSize } from "./file-size.ts";
import classes from "./files.module.css";
import { createUploadStore, type Upload } from "./upload-store.ts";

/** The resource whose routes decide who may upload. */
const FILE = { name: "File", path: "files", texts: "files" } as const;
const ACCEPTED = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(",");

/** Chooses files, takes those that are dropped on the page, and shows how far they are. */
export function UploadAction({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation();
  const { uploads, uploadAll, dismiss } = useUploads();
  const may = useMay(FILE);
  if (!may("create")) return null;
  return (
    <>
      <FileButton multiple accept={ACCEPTED} onChange={uploadAll}>
        {(props) => (
          <Button {...(isMain ? { variant: "filled" } : { mt: "xs" })} {...props}>
            {t("files.upload")}
          </Button>
        )}
      </FileButton>
      {isMain ? (
        <>
          <DropArea onDrop={uploadAll} />
          <UploadPanel uploads={uploads} onDismiss={dismiss} />
        </>
      ) : (
        <Text size="sm" c="dimmed" maw={420}>
          {t("files.limits", { size: fileSize(FILE_MAX_BYTES), kinds: FILE_EXTENSIONS.join(", ") })}
        </Text>
      )}
    </>
  );
}

const store = createUploadStore();

/** The uploads that run, and how to start and end one. */
function useUploads() {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const uploads = useSyncExternalStore(store.subscribe, store.uploads);
  const upload = async (file: File) => {
    if (file.size > FILE_MAX_BYTES) {
      const reason = t("files.tooLarge", { size: fileSize(FILE_MAX_BYTES) });
      notifications.show({ color: "red", message: `${file.name}: ${t("files.failed", { reason })}` });
      return;
    }
    const stored = await store.start(client, file);
    if (!stored) return;
    rememberBusyEntity(queryClient, "files", stored);
    notifications.show({ message: t("files.uploaded", { name: stored.name }) });
  };
  return { uploads, uploadAll: (files: readonly File[]) => void Promise.all(files.map(upload)), dismiss: store.dismiss };
}

/** The whole page takes files that are dragged onto it, and says so while they are held over it. */
function DropArea({ onDrop }: { onDrop: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  const [isHeldOver, setHeldOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
  useWindowEvent("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setHeldOver(true);
  });
  useWindowEvent("dragleave", (event) => {
    // Out of the window, not into another element.
    if (event.relatedTarget === null) setHeldOver(false);
  });
  useWindowEvent("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setHeldOver(false);
    onDrop([...(event.dataTransfer?.files ?? [])]);
  });
  if (!isHeldOver) return null;
  return (
    <Portal>
      <div className={classes.drop}>{t("files.drop")}</div>
    </Portal>
  );
}

/** How far each upload is, with a button to end it. */
function UploadPanel({ uploads, onDismiss }: { uploads: readonly Upload[]; onDismiss: (id: number) => void }) {
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
              <CrossButton
                iconSize={15}
                aria-label={t(failure === undefined ? "files.cancel" : "files.dismiss", { name })}
                onClick={() => onDismiss(id)}
              />
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
