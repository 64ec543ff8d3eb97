import { FILE_EXTENSIONS, FILE_MAX_BYTES } from "@callwright/contract";
import { Button, FileButton, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { rememberBusyEntity } from "../../resource/resource-queries.ts";
import { useMay } from "../../resource/use-may.ts";
import { DropArea } from "./DropArea.tsx";
import { fileSize } from "./file-size.ts";
import { UploadPanel } from "./UploadPanel.tsx";
import { createUploadStore } from "./upload-store.ts";

/** Whose routes say who may upload. */
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
