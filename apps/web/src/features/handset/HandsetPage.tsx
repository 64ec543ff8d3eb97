import { Button } from "@mantine/core";
import { IconPhone, IconPhoneIncoming } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import list from "../../kit/list-page.module.css";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { AddSimulatedNumber } from "../phone-numbers/AddSimulatedNumber.tsx";
import { answererOf } from "../phone-numbers/answerer-of.ts";
import css from "./handset.module.css";
import type { Numbers, SimulatedNumber } from "./handset-queries.ts";
import type { handsetSearch } from "./handset-search.ts";
import { NumberChoice } from "./NumberChoice.tsx";
import { SimulatedNumbers } from "./SimulatedNumbers.tsx";
import { type Phone, Telephone } from "./Telephone.tsx";
import { useHandset } from "./use-handset.ts";

const route = getRouteApi("/shell/handset");

type HandsetSearch = ReturnType<typeof handsetSearch>;

/** The Handset at an address of its own. */
export function HandsetPage() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  return (
    <div className={list.page}>
      <PageHeader title={t("handset.title")} />
      <Handset search={route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
    </div>
  );
}

interface HandsetProps {
  search: HandsetSearch;
  onSearch: (search: HandsetSearch) => void;
}

/** A telephone in the browser: calls simulated numbers, and is called by them. */
export function Handset(props: HandsetProps) {
  const { t } = useTranslation();
  return (
    <SimulatedNumbers>
      {([first, ...others]) =>
        first ? (
          <HandsetOf numbers={[first, ...others]} {...props} />
        ) : (
          <EmptyNote title={t("handset.empty")} body={t("handset.emptyBody")} action={<AddSimulatedNumber />} />
        )
      }
    </SimulatedNumbers>
  );
}

function HandsetOf({ numbers, search: { line = 1, number: chosen }, onSearch }: HandsetProps & { numbers: Numbers }) {
  const phone = useHandset(line);
  const choose = (number: string | undefined, wanted: number) =>
    onSearch({ ...(number !== undefined && { number }), ...(wanted !== 1 && { line: wanted }) });
  return (
    <div className={css.stage}>
      <Telephone phone={phone} line={line} onLine={(wanted) => choose(chosen, wanted)}>
        <Dial phone={phone} numbers={numbers} chosen={chosen} onChoose={(id) => choose(id, line)} />
      </Telephone>
    </div>
  );
}

interface DialProps {
  phone: Phone;
  numbers: Numbers;
  /** The id of the number. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** Calls a number, or lets it call. */
function Dial({ phone, numbers, chosen, onChoose }: DialProps) {
  const { t } = useTranslation();
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
        onChoose={onChoose}
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
