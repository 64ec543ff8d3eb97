import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPhone, IconPhoneIncoming } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { CrossButton } from "../../kit/CrossButton.tsx";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { HangUpGuard } from "../talk/HangUpGuard.tsx";
import type { TalkTarget } from "../talk/use-talk.ts";
import { Answerer } from "./Answerer.tsx";
import { type AnswererFields, answererOf } from "./answerer-of.ts";
import css from "./handset.module.css";
import type { SimulatedNumber } from "./handset-queries.ts";
import { NumberChoice } from "./NumberChoice.tsx";
import { SimulatedNumbers } from "./SimulatedNumbers.tsx";
import { isOnCall, Telephone } from "./Telephone.tsx";
import { type CallingAgent, useHandset } from "./use-handset.ts";

interface HandsetPanelProps {
  /** The calling agent: the id of a stored one, or a definition with unsaved changes. */
  target: TalkTarget;
  /** The id of the stored agent that answers numbers. Absent while it is created. */
  agentId?: string | undefined;
  name: string;
  variableValues?: Record<string, unknown> | undefined;
  /** Called when a call begins or ends. */
  onCall?: (isRunning: boolean) => void;
  /** Closes the panel. A running call ends. */
  onClose: () => void;
}

/** The Handset beside an agent: it calls the agent's number, or is called by it. */
export function HandsetPanel({ onClose, ...props }: HandsetPanelProps) {
  const { t } = useTranslation();
  const { target, agentId } = props;
  const answeredBy = agentId === undefined ? {} : answererFields(target, agentId);
  return (
    <div className={css.panel}>
      <header className={css.panelHead}>
        <h2>{t("handset.title")}</h2>
        <CrossButton iconSize={16} aria-label={t("handset.close")} onClick={onClose} />
      </header>
      <SimulatedNumbers>{(numbers) => <AgentsHandset numbers={numbers} answeredBy={answeredBy} {...props} />}</SimulatedNumbers>
    </div>
  );
}

interface AgentsHandsetProps extends Omit<HandsetPanelProps, "onClose"> {
  numbers: readonly SimulatedNumber[];
  answeredBy: AnswererFields;
}

function AgentsHandset({ numbers, answeredBy, target, agentId, name, variableValues, onCall }: AgentsHandsetProps) {
  const { t } = useTranslation();
  const [line, setLine] = useState(1);
  const [chosen, setChosen] = useState<string>();
  const phone = useHandset(line);
  const mayCall = useMayEdit("dialFromHandset");
  const isAnswering = (number: SimulatedNumber) => agentId !== undefined && answererOf(number)?.id === agentId;
  const number = numbers.find(({ id }) => id === chosen) ?? numbers.find(isAnswering) ?? numbers[0];
  const add = useAddNumber(answeredBy);
  const isChanged = typeof Object.values(target)[0] !== "string";
  const isRunning = isOnCall(phone);
  const tell = useRef(onCall);
  tell.current = onCall;
  useEffect(() => tell.current?.(isRunning), [isRunning]);
  return (
    <>
      <HangUpGuard panel="phone" isRunning={isRunning} />
      <Telephone phone={phone} line={line} onLine={setLine}>
        <div className={css.dial}>
          {number ? (
            <NumberChoice numbers={numbers} chosen={number} onChoose={setChosen} />
          ) : (
            <p className={css.dim}>{t("handset.first")}</p>
          )}
          <div className={css.buttons}>
            <Button
              variant="filled"
              disabled={!mayCall}
              loading={add.isPending}
              leftSection={<IconPhoneIncoming size={16} aria-hidden="true" />}
              onClick={() => {
                const callFrom = (from: SimulatedNumber) => phone.callMe(from, callingAgent(target, variableValues));
                if (number) return void callFrom(number);
                add.mutate(undefined, { onSuccess: (added) => void callFrom(added) });
              }}
            >
              {t("handset.callMe")}
            </Button>
            {number && (
              <Button
                disabled={!mayCall || !isAnswering(number)}
                leftSection={<IconPhone size={16} aria-hidden="true" />}
                onClick={() => void phone.dial(number)}
              >
                {t("handset.call")}
              </Button>
            )}
          </div>
          {number && agentId !== undefined && !isAnswering(number) && (
            <LetAnswer number={number} answeredBy={answeredBy} name={name} />
          )}
          {number && isAnswering(number) && isChanged && <p className={css.dim}>{t("handset.withoutChanges")}</p>}
        </div>
      </Telephone>
    </>
  );
}

/** Adds the first number, which the agent answers. */
function useAddNumber(answeredBy: AnswererFields) {
  const client = useClient();
  return useMutation({
    mutationFn: async () =>
      (await client.phoneNumbers.create({ body: { provider: "simulated", ...answeredBy } })) as SimulatedNumber,
    meta: { changes: [resourceKeys.all("phone-numbers")], failure: (reason) => reason },
  });
}

interface LetAnswerProps {
  number: SimulatedNumber;
  answeredBy: AnswererFields;
  name: string;
}

/** Another agent answers the number. */
function LetAnswer({ number, answeredBy, name }: LetAnswerProps) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const mayChange = useMayEdit("updatePhoneNumber");
  const nobody = { assistantId: null, squadId: null, workflowId: null };
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.phoneNumbers.update({ id: number.id, body: { ...nobody, ...answeredBy } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: resourceKeys.all("phone-numbers") }),
    onError: (error) => notifications.show({ color: "red", message: error.message }),
  });
  return (
    <div className={css.answerer}>
      <span className={css.dim}>
        {t("handset.answeredBy")} <Answerer number={number} />
      </span>
      {mayChange && (
        <Button size="compact-sm" loading={isPending} onClick={() => mutate()}>
          {t("handset.letAnswer", { name })}
        </Button>
      )}
    </div>
  );
}

/** The agent of an editor, as the body of a call names it: stored, or with unsaved changes. */
function callingAgent(target: TalkTarget, variableValues: Record<string, unknown> | undefined): CallingAgent {
  const overrides = variableValues && { variableValues };
  const { draftOf } = target;
  if ("workflow" in target)
    return { ...named("workflow", target.workflow), draftOf, ...(overrides && { workflowOverrides: overrides }) } as CallingAgent;
  const agent = "squad" in target ? named("squad", target.squad) : named("assistant", target.assistant);
  return { ...agent, draftOf, ...(overrides && { assistantOverrides: overrides }) } as CallingAgent;
}

const named = (kind: "assistant" | "squad" | "workflow", agent: unknown) =>
  typeof agent === "string" ? { [`${kind}Id`]: agent } : { [kind]: agent };

/** The fields of a number that a stored agent answers. */
function answererFields(target: TalkTarget, id: string): AnswererFields {
  if ("workflow" in target) return { workflowId: id };
  return "squad" in target ? { squadId: id } : { assistantId: id };
}
