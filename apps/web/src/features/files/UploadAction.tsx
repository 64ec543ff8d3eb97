import { FILE_EXTENSIONS, FILE_MAX_BYTES } from "@callwright/contract";
import { Button, FileButton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../../resource/use-may.ts";
import { DropArea } from "./DropArea.tsx";
import { fileSize } from "./file-size.ts";
import { UploadPanel } from "./UploadPanel.tsx";
import { useUploads } from "./use-uploads.ts";

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
