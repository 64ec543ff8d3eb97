import { createDownloads } from "@callwright/client";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useServices } from "../data/services.tsx";
import { saveFile } from "../kit/save-file.ts";

interface DownloadButtonProps {
  label: string;
  /** The file's name. */
  name: string;
  load: (downloads: ReturnType<typeof createDownloads>) => Promise<Response>;
}

/** Saves what the server exports as a file. */
export function DownloadButton({ label, name, load }: DownloadButtonProps) {
  const { session } = useServices();
  const download = useMutation({
    mutationFn: async () => saveFile(await (await load(createDownloads(session.access))).blob(), name),
    meta: { failure: (reason) => reason },
  });
  return (
    <Button loading={download.isPending} onClick={() => download.mutate()}>
      {label}
    </Button>
  );
}
