import type { Call, StoredArtifact } from "@callwright/contract";
import { Alert, Button, UnstyledButton } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../../data/services.tsx";
import { saveFile } from "../../../kit/save-file.ts";
import { useMay } from "../../../resource/use-may.ts";
import { CALLS, callKeys, isRunning } from "../call-queries.ts";
import { FactSection } from "./FactSection.tsx";
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
  const storage = call.artifact?.storage ?? [];
  return (
    <FactSection title={t("call.files.title")}>
      <div className={classes.box}>
        {found.length === 0 && <span>{t(isRunning(call) ? "call.files.afterCall" : "call.files.none")}</span>}
        <ul className={classes.files}>
          {found.map(({ name, url }) => (
            <li key={name}>
              <a href={url} download={`call-${call.id}-${name}${extensionOf(url)}`}>
                {t(`call.files.${name}`)}
              </a>
              <span className={classes.dim}>{extensionOf(url).slice(1).toUpperCase()}</span>
            </li>
          ))}
          {transcript && !isRunning(call) && (
            <li>
              <UnstyledButton onClick={() => saveFile(new Blob([transcript]), `call-${call.id}-transcript.txt`)}>
                {t("call.files.transcript")}
              </UnstyledButton>
              <span className={classes.dim}>TXT</span>
            </li>
          )}
        </ul>
        {storage.length > 0 && <Storage call={call} storage={storage} />}
      </div>
    </FactSection>
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
        <span className={classes.dim}>
          {t("call.files.storedIn")} <span className="mono">{[...folders].join(", ")}</span>
        </span>
      )}
      {open.length > 0 && (
        <Alert color={isGivenUp ? "red" : "yellow"} variant="outline" title={t("call.files.notStored", { count: open.length })}>
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
