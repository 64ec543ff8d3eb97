import { CALLING_PROVIDERS, type PhoneNumber, type PhoneNumberSetup, type PhoneSetupStep } from "@callwright/contract";
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconCircleCheck, IconCircleDashed, IconCircleX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { Failure } from "../../kit/Failure.tsx";
import { humanValue } from "../../kit/field-names.ts";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { rememberEntity } from "../../resource/resource-queries.ts";
import classes from "./setup-tab.module.css";

const ICONS = { ready: IconCircleCheck, failed: IconCircleX, open: IconCircleDashed } as const;

/** What a carrier's number needs to make and take calls, checked at its carrier and at this server. */
export function SetupTab({ entity }: { entity: PhoneNumber }) {
  const { t } = useTranslation();
  const { dataHost } = useServices();
  const mayEdit = useMayEdit("connectPhoneNumber");
  const reason = reasonOf(entity, dataHost.offers("getPhoneNumberSetup"), mayEdit);
  if (reason !== undefined)
    return (
      <Text c="dimmed" className={classes.setup ?? ""}>
        {t(`phoneNumbers.setup.${reason}`)}
      </Text>
    );
  return <Checks number={entity} />;
}

/** Why the number has nothing to check. */
function reasonOf({ provider }: PhoneNumber, isOffered: boolean, mayEdit: boolean) {
  if (!isOffered) return "elsewhere";
  if (provider === "simulated") return "simulated";
  if (!CALLING_PROVIDERS.has(provider)) return "noLine";
  return mayEdit ? undefined : "notAllowed";
}

function Checks({ number }: { number: PhoneNumber }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const { id } = number;
  const carrier = humanValue(number.provider);
  // The carrier changes without telling: each visit asks it.
  const checks = useQuery({
    queryKey: ["phone-number-setup", id, number.updatedAt],
    queryFn: ({ signal }) => client.phoneNumbers.getSetup({ id, signal }),
    staleTime: 0,
    retry: false,
  });
  const connect = useMutation({
    mutationFn: () => client.phoneNumbers.connect({ id }),
    onSuccess: (connected) => {
      rememberEntity(queryClient, "phone-numbers", connected);
      notifications.show({ message: t("phoneNumbers.setup.connected", { carrier }) });
    },
  });
  const problem = connect.error ?? checks.error;
  return (
    <section className={classes.setup}>
      <Text c="dimmed">{t("phoneNumbers.setup.what")}</Text>
      <div role="status">
        {checks.data ? <Steps steps={checks.data.steps} carrier={carrier} /> : checks.isFetching && <PageSkeleton />}
        <Failure>{problem?.message}</Failure>
      </div>
      <Group>
        {checks.data?.mayConnect && (
          <Button variant="filled" loading={connect.isPending} onClick={() => connect.mutate()}>
            {t("phoneNumbers.setup.connect")}
          </Button>
        )}
        <Button loading={checks.isFetching} onClick={() => void checks.refetch()}>
          {t("phoneNumbers.setup.again")}
        </Button>
      </Group>
    </section>
  );
}

function Steps({ steps, carrier }: Pick<PhoneNumberSetup, "steps"> & { carrier: string }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <Step key={step.id} {...step} carrier={carrier} />
      ))}
    </ol>
  );
}

function Step({ id, state, message, carrier }: PhoneSetupStep & { carrier: string }) {
  const { t } = useTranslation();
  const Icon = ICONS[state];
  return (
    <li data-state={state} className={classes.step}>
      <Icon size={20} aria-label={t(`phoneNumbers.setup.states.${state}`)} role="img" />
      <div>
        <div>{t(`phoneNumbers.setup.steps.${id}`, { carrier })}</div>
        {message && <div className={classes.message}>{message}</div>}
      </div>
    </li>
  );
}
