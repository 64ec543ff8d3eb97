import { CALLING_PROVIDERS, type PhoneNumber, type PhoneNumberSetup, type PhoneSetupStep } from "@callwright/contract";
import { Button, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { Failure } from "../../kit/Failure.tsx";
import { humanValue } from "../../kit/field-names.ts";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { useNow } from "../../kit/use-now.ts";
import { useTyped } from "../../kit/use-typed.ts";
import { rememberEntity } from "../../resource/resource-queries.ts";
import classes from "./phone.module.css";
import { useSaveNumber } from "./use-save-number.ts";

const ICONS = { ready: IconCircleCheck, failed: IconAlertTriangle, open: IconCircleDashed } as const;
/** What is to do comes first. */
const ORDER = { failed: 0, open: 1, ready: 2 } as const;
/** The button that brings a number's calls here cures these. */
const CONNECTED: ReadonlySet<PhoneSetupStep["id"]> = new Set(["answersHere", "textsHere"]);

/** The line of a number: what it is, and what it needs to make and take calls. */
export function LineCard({ number }: { number: PhoneNumber }) {
  const { dataHost } = useServices();
  const mayEdit = useMayEdit("connectPhoneNumber");
  const reason = reasonOf(number, dataHost.offers("getPhoneNumberSetup"), mayEdit);
  const { t } = useTranslation();
  if (reason !== undefined)
    return (
      <Card number={number}>
        <p className={classes.none}>{t(`phoneNumbers.setup.${reason}`)}</p>
      </Card>
    );
  return <CheckedCard number={number} />;
}

/** Why the number has nothing to check. */
function reasonOf({ provider }: PhoneNumber, isOffered: boolean, mayEdit: boolean) {
  if (!isOffered) return "elsewhere";
  if (provider === "simulated") return "simulated";
  if (!CALLING_PROVIDERS.has(provider)) return "noLine";
  return mayEdit ? undefined : "notAllowed";
}

interface CardProps {
  number: PhoneNumber;
  /** Beside the title. */
  state?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

function Card({ number, state, actions, children }: CardProps) {
  const { t } = useTranslation();
  const mayEdit = useMayEdit("updatePhoneNumber");
  const { provider, number: digits } = number;
  const [name, setName] = useTyped(number.name ?? "");
  const save = useSaveNumber(number);
  const carrier = provider === "vapi" ? t("phoneNumbers.values.vapi") : humanValue(provider);
  return (
    <section className={classes.card} aria-labelledby="line">
      <header className={classes.head}>
        <h2 id="line">{t("phoneNumbers.line")}</h2>
        {state}
        <span className={classes.grow} />
        {actions}
      </header>
      <div className={classes.lineParts}>
        <dl className={classes.facts}>
          <dt>{t("phoneNumbers.columns.provider")}</dt>
          <dd>{provider === "simulated" ? t("phoneNumbers.values.simulated") : carrier}</dd>
          {digits !== undefined && (
            <>
              <dt>{t("phoneNumbers.columns.number")}</dt>
              <dd className="num">{digits}</dd>
            </>
          )}
          <dt id="line-name">{t("phoneNumbers.label")}</dt>
          <dd>
            <TextInput
              aria-labelledby="line-name"
              disabled={!mayEdit}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              onBlur={() => name.trim() !== (number.name ?? "") && save.mutate({ name: name.trim() === "" ? null : name.trim() })}
            />
          </dd>
        </dl>
        <div className={classes.grow}>{children}</div>
      </div>
    </section>
  );
}

function CheckedCard({ number }: { number: PhoneNumber }) {
  const { t } = useTranslation();
  const format = useFormat();
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
  const nowMs = useNow(true);
  return (
    <Card
      number={number}
      state={checks.data && <LineState steps={checks.data.steps} />}
      actions={
        <>
          {checks.data && !checks.isFetching && (
            <span className={classes.quiet}>
              {t("phoneNumbers.setup.checked", { age: format.age(new Date(checks.dataUpdatedAt).toISOString(), nowMs) })}
            </span>
          )}
          <Button size="compact-md" loading={checks.isFetching} onClick={() => void checks.refetch()}>
            {t("phoneNumbers.setup.again")}
          </Button>
        </>
      }
    >
      <div role="status">
        {checks.data ? (
          <Steps
            setup={checks.data}
            carrier={carrier}
            connect={
              <Button size="compact-md" loading={connect.isPending} onClick={() => connect.mutate()}>
                {t("phoneNumbers.setup.connect")}
              </Button>
            }
          />
        ) : (
          checks.isFetching && <PageSkeleton />
        )}
        <Failure m="md">{problem?.message}</Failure>
      </div>
    </Card>
  );
}

/** How many points are to do. */
function LineState({ steps }: Pick<PhoneNumberSetup, "steps">) {
  const { t } = useTranslation();
  const toDo = steps.filter(({ state }) => state !== "ready").length;
  return toDo === 0 ? (
    <Pill kind="accent">{t("phoneNumbers.setup.states.ready")}</Pill>
  ) : (
    <Pill kind="warn">{t("phoneNumbers.setup.toDo", { toDo: String(toDo), all: String(steps.length) })}</Pill>
  );
}

interface StepsProps {
  setup: PhoneNumberSetup;
  carrier: string;
  /** The button that brings the number's calls here. */
  connect: ReactNode;
}

function Steps({ setup: { steps, mayConnect }, carrier, connect }: StepsProps) {
  const { t } = useTranslation();
  const sorted = [...steps].sort((one, other) => ORDER[one.state] - ORDER[other.state]);
  const cured = mayConnect ? sorted.find(({ id, state }) => state === "failed" && CONNECTED.has(id)) : undefined;
  return (
    <ol className={classes.steps}>
      {sorted.map((step) => {
        const { id, state, message } = step;
        const Icon = ICONS[state];
        return (
          <li key={id} data-state={state}>
            <Icon size={18} aria-label={t(`phoneNumbers.setup.states.${state}`)} role="img" />
            <div>
              <div>{t(`phoneNumbers.setup.steps.${id}`, { carrier })}</div>
              {message && <div className={classes.quiet}>{message}</div>}
            </div>
            {step === cured && connect}
            {id === "keys" && state === "failed" && (
              <Link to="." search={{ tab: "form" }} className={classes.link}>
                {t("phoneNumbers.setup.keys")}
              </Link>
            )}
          </li>
        );
      })}
    </ol>
  );
}
