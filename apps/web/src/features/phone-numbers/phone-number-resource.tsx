import { CARRIER_PROVIDERS, type CarrierProvider, CreatePhoneNumber, type PhoneNumber, roleAtLeast } from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { createElement, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSignedIn } from "../../data/services.tsx";
import { humanValue } from "../../kit/field-names.ts";
import { defineResource } from "../../resource/resource.ts";
import { AddSimulatedNumber } from "./AddSimulatedNumber.tsx";
import { Answerer } from "./Answerer.tsx";
import { answererOf } from "./answerer-of.ts";

const SetupTab = lazy(async () => ({ default: (await import("./SetupTab.tsx")).SetupTab }));

/** Numbers, and the agents that answer them. */
export const phoneNumberResource = defineResource({
  name: "PhoneNumber",
  path: "phone-numbers",
  texts: "phoneNumbers",
  schema: CreatePhoneNumber,
  initial: { provider: "twilio" },
  nameOf: (number) => number.name || numberOf(number),
  columns: [
    { id: "number", text: (number) => numberOf(number) ?? "", width: "180px" },
    {
      id: "provider",
      text: ({ provider }, t) => (provider === "vapi" ? t("phoneNumbers.values.vapi") : humanValue(provider)),
      width: "150px",
      from: "wide",
    },
    {
      id: "answers",
      text: (number, t) => t(`phoneNumbers.answerers.${answererOf(number)?.to ?? "server"}`),
      render: (number) => createElement(Answerer, { number }),
      width: "200px",
    },
  ],
  mainFields: [
    "name",
    "number",
    "credentialId",
    "assistantId",
    "squadId",
    "workflowId",
    "twilioAuthToken",
    "sipUri",
    "ringSeconds",
    "outcomes",
  ],
  tabs: [{ id: "setup", component: SetupTab }],
  listActions: ImportActions,
  actions: TryOnHandset,
});

function numberOf(number: PhoneNumber): string | undefined {
  return number.number ?? (number.provider === "vapi" ? number.sipUri : undefined);
}

const ImportDialog = lazy(async () => ({ default: (await import("./ImportDialog.tsx")).ImportDialog }));

/** Brings numbers from the providers that keep them. */
function ImportActions() {
  const { t } = useTranslation();
  const [source, setSource] = useState<CarrierProvider>();
  const { role = "editor" } = useSignedIn().org;
  if (!roleAtLeast(role, "editor")) return null;
  return (
    <>
      <AddSimulatedNumber />
      <Menu>
        <Menu.Target>
          <Button>{t("phoneNumbers.import")}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {CARRIER_PROVIDERS.map((carrier) => (
            <Menu.Item key={carrier} onClick={() => setSource(carrier)}>
              {t(`phoneNumbers.importFrom.${carrier}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>{source && <ImportDialog source={source} onClose={() => setSource(undefined)} />}</Suspense>
    </>
  );
}

/** Opens the Handset with a simulated number: to call it, and to be called by it. */
function TryOnHandset({ entity }: { entity: PhoneNumber }) {
  const { t } = useTranslation();
  if (entity.provider !== "simulated") return null;
  return (
    <Button renderRoot={(props) => <Link to="/handset" search={{ number: entity.id }} {...props} />}>
      {t("phoneNumbers.tryOnHandset")}
    </Button>
  );
}
