import { Button } from "@mantine/core";
import { IconPhone, IconPhoneIncoming } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import list from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { SectionTabs } from "../../resource/list/SectionTabs.tsx";
import { AddSimulatedNumber } from "./AddSimulatedNumber.tsx";
import { answererOf } from "./answerer-of.ts";
import css from "./handset.module.css";
import type { Numbers, SimulatedNumber } from "./handset-queries.ts";
import { NumberChoice } from "./NumberChoice.tsx";
import { SimulatedNumbers } from "./SimulatedNumbers.tsx";
import { type Phone, Telephone } from "./Telephone.tsx";
import { useHandset } from "./use-handset.ts";

const route = getRouteApi("/shell/handset");

/** A telephone in the browser: calls simulated numbers, and is called by them. */
export function HandsetPage() {
  const { t } = useTranslation();
  return (
    <div className={list.page}>
      <PageHeader title={t("handset.title")} />
      <SectionTabs />
      <SimulatedNumbers>
        {([first, ...others]) =>
          first ? (
            <Handset numbers={[first, ...others]} />
          ) : (
            <EmptyNote title={t("handset.empty")} body={t("handset.emptyBody")} action={<AddSimulatedNumber />} />
          )
        }
      </SimulatedNumbers>
    </div>
  );
}

function Handset({ numbers }: { numbers: Numbers }) {
  const { line = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const phone = useHandset(line);
  const choose = (chosen: number) =>
    void navigate({ search: ({ line: _, ...before }) => ({ ...before, ...(chosen !== 1 && { line: chosen }) }) });
  return (
    <div className={css.stage}>
      <Telephone phone={phone} line={line} onLine={choose}>
        <Dial phone={phone} numbers={numbers} />
      </Telephone>
    </div>
  );
}

/** Calls a number, or lets it call. */
function Dial({ phone, numbers }: { phone: Phone; numbers: Numbers }) {
  const { t } = useTranslation();
  const { number: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCall = useMayEdit("dialFromHandset");
  const number = numbers.find(({ id }) => id === chosen) ?? numbers[0];
  const { assistantId, squadId, workflowId } = number;
  const hasAnswerer = answererOf(number) !== undefined;
  // Without an agent, the number's server, hooks and fallback decide, or the organization's server, which is not a field of the number.
  const mayBeAnswered = hasAnswerer || hasRoute(number);
  return (
    <div className={css.dial}>
      <NumberChoice
        numbers={numbers}
        chosen={number}
        onChoose={(id) => void navigate({ search: (before) => ({ ...before, number: id }), replace: true })}
        error={mayBeAnswered ? undefined : t("handset.noAnswerer")}
      />
      {!mayBeAnswered && (
        <Link to="/$resource/$id" params={{ resource: "phone-numbers", id: number.id }} className={css.link}>
          {t("handset.chooseAnswerer")}
        </Link>
      )}
      <div className={css.buttons}>
        <Button
          variant="filled"
          disabled={!mayCall}
          leftSection={<IconPhone size={16} aria-hidden="true" />}
          onClick={() => void phone.dial(number)}
        >
          {t("handset.call")}
        </Button>
        <Button
          disabled={!hasAnswerer || !mayCall}
          leftSection={<IconPhoneIncoming size={16} aria-hidden="true" />}
          onClick={() => void phone.callMe(number, { assistantId, squadId, workflowId })}
        >
          {t("handset.callMe")}
        </Button>
      </div>
    </div>
  );
}

/** Does the number have a rule for calls that no agent answers? */
function hasRoute({ server, hooks = [], fallbackDestination }: SimulatedNumber): boolean {
  return server?.url !== undefined || hooks.length > 0 || fallbackDestination !== undefined;
}
