import { CARRIER_PROVIDERS } from "@callwright/contract";
import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { resourceKeys } from "../../resource/resource-queries.ts";
import type { ImportSource } from "./ImportDialog.tsx";
import classes from "./phone.module.css";

const ImportDialog = lazy(async () => ({ default: (await import("./ImportDialog.tsx")).ImportDialog }));

/** Where a number comes from. A telephone system is a SIP trunk, too. */
const SOURCES = [...CARRIER_PROVIDERS, "sip", "system", "simulated"] as const;

/** Adds a number: of a carrier, of a SIP trunk, or of the simulated line. */
export function AddNumber({ isMain }: { isMain: boolean }) {
  const { t } = useTranslation();
  const [isOpen, dialog] = useDisclosure();
  const [source, setSource] = useState<ImportSource>();
  if (!useMayEdit("createPhoneNumber")) return null;
  return (
    <>
      <Button variant={isMain ? "filled" : "default"} onClick={dialog.open}>
        {t("phoneNumbers.add.title")}
      </Button>
      {isOpen && source === undefined && <Sources onChoose={setSource} onClose={dialog.close} />}
      <Suspense fallback={null}>
        {isOpen && source !== undefined && (
          <ImportDialog
            source={source}
            onClose={() => {
              setSource(undefined);
              dialog.close();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface SourcesProps {
  onChoose: (source: ImportSource) => void;
  onClose: () => void;
}

function Sources({ onChoose, onClose }: SourcesProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const client = useClient();
  const navigate = useNavigate();
  const maySimulate = useMayEdit("dialFromHandset");
  const simulate = useMutation({
    mutationFn: () => client.phoneNumbers.create({ body: { provider: "simulated" } }),
    onSuccess: ({ id }) => navigate({ to: "/$resource/$id", params: { resource: "phone-numbers", id } }),
    meta: { changes: [resourceKeys.all("phone-numbers")], failure: (reason) => reason },
  });
  return (
    <Modal opened onClose={onClose} size="xl" title={t("phoneNumbers.add.title")}>
      <p>{t("phoneNumbers.add.from")}</p>
      <div className={classes.carriers}>
        {SOURCES.filter((source) => source !== "simulated" || maySimulate).map((source) => (
          <button
            key={source}
            type="button"
            className={classes.carrier}
            disabled={simulate.isPending}
            onClick={() => (source === "simulated" ? simulate.mutate() : onChoose(source === "system" ? "sip" : source))}
          >
            <span className={classes.carrierName}>
              <span className={classes.mark} aria-hidden="true">
                {t(`phoneNumbers.add.sources.${source}.name`).slice(0, 2)}
              </span>
              {t(`phoneNumbers.add.sources.${source}.name`)}
            </span>
            <span>{t(`phoneNumbers.add.sources.${source}.what`)}</span>
            <span className={`${classes.quiet} ${classes.needs}`}>
              <IconKey size={16} aria-hidden="true" />
              {t(`phoneNumbers.add.sources.${source}.needs`)}
            </span>
          </button>
        ))}
      </div>
    </Modal>
  );
}
