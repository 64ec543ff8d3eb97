import { FILE_MAX_BYTES } from "@callwright/contract";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { rememberBusyEntity } from "../../resource/resource-queries.ts";
import { fileSize } from "./file-size.ts";
import { createUploadStore } from "./upload-store.ts";

const store = createUploadStore();

/** The uploads that run, and how to start and end one. */
export function useUploads() {
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
