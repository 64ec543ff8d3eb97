import type { Call, CallPreview, PhoneNumber } from "@callwright/contract";
import { Button, Select, Text, TextInput } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import {
  IconClock,
  IconCoin,
  IconHash,
  IconHeadset,
  IconMicrophone,
  IconShieldCheck,
  IconUserCheck,
  IconWorld,
} from "@tabler/icons-react";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { countriesIn, countryName } from "../../kit/country-names.ts";
import { Warning } from "../../kit/Failure.tsx";
import { Form } from "../../kit/Form.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { Line } from "../../kit/Line.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { clocksIn } from "../../kit/zone-clocks.ts";
import { nameOrId, SEARCH_DELAY_MS, usePickedName, usePicker } from "../../resource/use-choices.ts";
import { callKeys } from "../calls/call-queries.ts";
import { answererOf } from "../handset/answerer-of.ts";
import classes from "./phone.module.css";

const AGENTS = {
  assistants: { name: "Assistant", field: "assistantId" },
  squads: { name: "Squad", field: "squadId" },
  workflows: { name: "Workflow", field: "workflowId" },
} as const;

/** Fewer digits are not a number yet. */
const DIGITS_MIN = 4;

/** One call from this number to somebody, asked once before it rings. */
export function CallSomeone({ number }: { number: PhoneNumber }) {
  const { t, i18n } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const mayCall = useMayEdit("previewCall");
  const answerer = answererOf(number);
  const kind = answerer?.to ?? "assistants";
  const { name, field } = AGENTS[kind];
  const [typed, setTyped] = useState("");
  const [country, setCountry] = useState<string | null>(null);
  const [chosen, choose] = useState<string>();
  const agentId = chosen ?? answerer?.id;
  const { props } = usePicker({ name, path: kind }, agentId === undefined ? [] : [agentId], usePickedName(nameOrId));
  const [isAsking, ask] = useDisclosure();
  const [asked] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const isNumber = asked.replace(/\D/g, "").length >= DIGITS_MIN;
  const body = {
    phoneNumberId: number.id,
    ...(agentId !== undefined && { [field]: agentId }),
    customer: { number: asked, ...(country !== null && { country }) },
  };
  const { data: preview, isPlaceholderData } = useQuery({
    queryKey: ["call-preview", body],
    queryFn: ({ signal }) => client.calls.preview({ body, signal }),
    enabled: isNumber && agentId !== undefined && mayCall && dataHost.offers("previewCall"),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const hint = useHint(isNumber && agentId !== undefined ? preview : undefined);
  const isReady = isNumber && preview !== undefined && !isPlaceholderData && asked === typed.trim();
  return (
    <Form
      className={classes.try}
      aria-label={t("phoneNumbers.callSomeone.title")}
      onSubmit={() => {
        if (isReady) ask.open();
      }}
    >
      <h3>{t("phoneNumbers.callSomeone.title")}</h3>
      <div className={classes.fields}>
        <Select
          className={classes.country ?? ""}
          aria-label={t("phoneNumbers.callSomeone.country")}
          placeholder={t("phoneNumbers.callSomeone.country")}
          searchable
          clearable
          disabled={!mayCall}
          data={countriesIn(i18n.language)}
          value={country}
          onChange={setCountry}
        />
        <TextInput
          type="tel"
          className={classes.grow ?? ""}
          aria-label={t("phoneNumbers.callSomeone.number")}
          placeholder="+49 171 3920014"
          disabled={!mayCall}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <div className={classes.fields}>
        <Select
          {...props}
          className={classes.grow ?? ""}
          aria-label={t("phoneNumbers.callSomeone.with")}
          placeholder={t(`phoneNumbers.who.choose.${kind}`)}
          disabled={!mayCall}
          value={agentId ?? null}
          onChange={(id) => choose(id ?? undefined)}
        />
        <Button type="submit" variant="filled" disabled={!mayCall || !isReady}>
          {t("phoneNumbers.callSomeone.call")}
        </Button>
      </div>
      <Text size="xs" c={preview?.problem !== undefined && hint !== undefined ? "red" : "dimmed"} role="status">
        {hint ?? t("phoneNumbers.callSomeone.help")}
      </Text>
      {isAsking && preview && (
        <CallDialog
          preview={preview}
          body={{ phoneNumberId: number.id, [field]: agentId, customer: { number: preview.number } }}
          onClose={ask.close}
        />
      )}
    </Form>
  );
}

/** "Germany, mobile · 12:41 there · about $0.054 a minute", or why it cannot be called. */
function useHint(preview: CallPreview | undefined): string | undefined {
  const { place, clock, price } = usePreviewWords();
  if (!preview) return undefined;
  if (preview.problem !== undefined) return preview.problem;
  return [place(preview), clock(preview).there, price(preview)].filter(Boolean).join(" · ");
}

/** People sleep, by the clock there. */
const DAY = { from: 8, until: 21 };

function usePreviewWords() {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { language } = i18n;
  return {
    place: ({ country, isMobile }: CallPreview) =>
      country === undefined
        ? ""
        : [countryName(language, country), ...(isMobile ? [t("phoneNumbers.callSomeone.mobile")] : [])].join(", "),
    /** In a country with several time zones, from the earliest to the latest clock. */
    clock: ({ timeZones }: CallPreview) => {
      const { first, last, hours } = clocksIn(language, timeZones);
      const day = new Intl.DateTimeFormat(language, { timeZone: timeZones[0], weekday: "long" }).format(new Date());
      const isNight = hours.some((hour) => hour < DAY.from || hour >= DAY.until);
      const span = first === last ? first : t("phoneNumbers.callSomeone.span", { first, last });
      return { span, day, isNight, there: span && t("phoneNumbers.callSomeone.there", { time: span }) };
    },
    price: ({ minute: { usd, unknown } }: CallPreview) => {
      if (unknown.length === 0 && usd === 0) return t("phoneNumbers.callSomeone.free");
      if (usd === 0) return t("phoneNumbers.callSomeone.noPrice");
      return t(unknown.length > 0 ? "phoneNumbers.callSomeone.atLeast" : "phoneNumbers.callSomeone.about", {
        cost: format.dollars(usd),
      });
    },
  };
}

interface CallDialogProps {
  preview: CallPreview;
  body: object;
  onClose: () => void;
}

/** Everything about the call, asked once. */
function CallDialog({ preview, body, onClose }: CallDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useClient();
  const navigate = useNavigate();
  const { place, clock, price } = usePreviewWords();
  const call = useMutation({
    mutationFn: () => client.calls.create({ body }) as Promise<Call>,
    onSuccess: ({ id }) => navigate({ to: "/calls/$id", params: { id } }),
    meta: { changes: [callKeys.all] },
  });
  const { number, agent, isSilentFirst, from, maxSeconds, recording, isOnDoNotCallList, running, problem, minute } = preview;
  const { span, day, isNight } = clock(preview);
  const most = (minute.usd * maxSeconds) / 60;
  const minutes = String(Math.round(maxSeconds / 60));
  const name = agent?.name ?? t(`phoneNumbers.who.kinds.${agent?.kind ?? "assistant"}s`);
  const agentName =
    agent?.version === undefined ? name : t("phoneNumbers.callSomeone.version", { name, version: String(agent.version) });
  return (
    <FormDialog
      title={t("phoneNumbers.callSomeone.ask", { number: number ?? "" })}
      action={t("phoneNumbers.callSomeone.now")}
      isReady={problem === undefined}
      isPending={call.isPending}
      failure={problem ?? call.error?.message}
      onSubmit={() => call.mutate()}
      onClose={onClose}
    >
      <dl>
        <Line icon={<IconWorld size={16} />} label={t("phoneNumbers.callSomeone.lines.country")}>
          {place(preview) || "–"}
        </Line>
        <Line
          icon={<IconHeadset size={16} />}
          label={t("phoneNumbers.callSomeone.lines.agent")}
          more={t(isSilentFirst ? "phoneNumbers.callSomeone.waits" : "phoneNumbers.callSomeone.speaks")}
        >
          {agent ? agentName : "–"}
        </Line>
        <Line icon={<IconHash size={16} />} label={t("phoneNumbers.callSomeone.lines.from")}>
          {[from.number, from.name].filter(Boolean).join(", ") || "–"}
        </Line>
        <Line icon={<IconClock size={16} />} label={t("phoneNumbers.callSomeone.lines.time")}>
          {span === "" ? "–" : `${span}, ${day}`}
        </Line>
        <Line
          icon={<IconCoin size={16} />}
          label={t("phoneNumbers.callSomeone.lines.price")}
          more={t("phoneNumbers.callSomeone.ends", { minutes })}
        >
          {price(preview)}
          {minute.usd > 0 && minute.unknown.length === 0 && t("phoneNumbers.callSomeone.most", { cost: format.dollars(most) })}
        </Line>
        <Line icon={<IconMicrophone size={16} />} label={t("phoneNumbers.callSomeone.lines.recording")}>
          {t(`phoneNumbers.callSomeone.recording.${recording}`)}
        </Line>
        <Line icon={<IconUserCheck size={16} />} label={t("phoneNumbers.callSomeone.lines.doNotCall")}>
          {t(isOnDoNotCallList ? "phoneNumbers.callSomeone.listed" : "phoneNumbers.callSomeone.notListed")}
        </Line>
        <Line icon={<IconShieldCheck size={16} />} label={t("phoneNumbers.callSomeone.lines.limits")}>
          {t("phoneNumbers.callSomeone.running", { calls: String(running.calls), limit: String(running.limit) })}
        </Line>
      </dl>
      <Warning>{isNight && span !== "" && t("phoneNumbers.callSomeone.night", { time: span })}</Warning>
    </FormDialog>
  );
}
