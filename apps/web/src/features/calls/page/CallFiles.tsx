import type { Call, StoredArtifact } from "@callwright/contract";
import { Alert, Button, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../../data/services.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { useMay } from "../../../resource/use-may.ts";
import { CALLS, callKeys, isRunning } from "../call-queries.ts";
import classes from "./facts.module.css";

/** The files of a call to download, and what the organization's own storage has to do with them. */
export function CallFiles({ call }: { call: Call }) {
  const { t } = useTranslation();
  const { recordingUrl, recording = {}, videoRecordingUrl, transcript, logUrl } = call.artifact ?? {};
  const { stereoUrl = recordingUrl, mono = {} } = recording;
  const links = [
    ["stereo", stereoUrl],
    ["mono", mono.combinedUrl],
    ["customer", mono.customerUrl],
    ["assistant", mono.assistantUrl],
    ["video", videoRecordingUrl],
    ["log", logUrl],
  ] as const;
  const found = links.flatMap(([name, url]) => (url ? [{ name, url }] : []));
  const hasTranscript = transcript !== undefined && transcript !== "" && !isRunning(call);
  const storage = call.artifact?.storage ?? [];
  return (
    <section className={classes.section} aria-label={t("call.files.title")}>
      {found.length === 0 && !hasTranscript ? (
        <p className={classes.quiet}>{t(isRunning(call) ? "call.files.afterCall" : "call.files.none")}</p>
      ) : (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              size="compact-sm"
              leftSection={<IconDownload size={14} aria-hidden="true" />}
              rightSection={<IconChevronDown size={14} aria-hidden="true" />}
            >
              {t("call.files.download")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {found.map(({ name, url }) => (
              <Menu.Item
                key={name}
                component="a"
                href={url}
                download={`call-${call.id}-${name}${extensionOf(url)}`}
                rightSection={<span className={classes.quiet}>{extensionOf(url).slice(1).toUpperCase()}</span>}
              >
                {t(`call.files.${name}`)}
              </Menu.Item>
            ))}
            {hasTranscript && (
              <Menu.Item
                onClick={() => saveFile(new Blob([transcript]), `call-${call.id}-transcript.txt`)}
                rightSection={<span className={classes.quiet}>TXT</span>}
              >
                {t("call.files.transcript")}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {storage.length > 0 && <Storage call={call} storage={storage} />}
    </section>
  );
}

function Storage({ call: { id }, storage }: { call: Call; storage: readonly StoredArtifact[] }) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const queryClient = useQueryClient();
  const mayStore = useMay(CALLS)("update") && dataHost.offers("storeCallArtifacts");
  const again = useMutation({
    mutationFn: () => client.calls.storeArtifacts({ id }),
    onSuccess: (stored) => queryClient.setQueryData(callKeys.one(id), stored),
  });
  const folders = new Set(storage.flatMap(({ location }) => (location ? [location.replace(/[^/]+$/, "")] : [])));
  const open = storage.filter(({ state }) => state !== "stored");
  const reasons = new Set(open.flatMap(({ reason }) => reason ?? []));
  const isGivenUp = open.some(({ state }) => state === "failed");
  return (
    <>
      {folders.size > 0 && (
        <p className={classes.quiet}>
          {t("call.files.storedIn")} <span className="mono">{[...folders].join(", ")}</span>
        </p>
      )}
      {open.length > 0 && (
        <Alert
          color={isGivenUp ? "red" : "yellow"}
          variant="outline"
          mt="xs"
          title={t("call.files.notStored", { count: open.length })}
        >
          {[...reasons].join(" ")} {t(isGivenUp ? "call.files.givenUp" : "call.files.triedAgain")}
          {again.error && <p>{again.error.message}</p>}
          {mayStore && (
            <Button size="compact-sm" mt="xs" display="block" loading={again.isPending} onClick={() => again.mutate()}>
              {t("call.files.store")}
            </Button>
          )}
        </Alert>
      )}
    </>
  );
}

/** The file extension in a signed address: `.wav`. */
function extensionOf(url: string): string {
  return /\.\w+$/.exec(new URL(url, window.location.href).pathname)?.[0] ?? "";
}
