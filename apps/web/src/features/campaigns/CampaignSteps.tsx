import type { Campaign } from "@callwright/contract";
import { Button, Group, Stepper } from "@mantine/core";
import "@mantine/core/styles/Stepper.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AgentStep } from "./AgentStep.tsx";
import classes from "./campaigns.module.css";
import { PeopleStep } from "./PeopleStep.tsx";
import { RehearsalStep } from "./RehearsalStep.tsx";
import { ScheduleStep } from "./ScheduleStep.tsx";
import { StartStep } from "./StartStep.tsx";

const STEPS = ["people", "agent", "schedule", "rehearsal", "start"] as const;
const LAST = STEPS.length - 1;

/** The steps to the start. Each step saves its own changes. */
export function CampaignSteps({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [active, setActive] = useState(() => firstOpen(campaign));
  const next = () => setActive((step) => Math.min(step + 1, LAST));
  const back = active > 0 && <Button onClick={() => setActive(active - 1)}>{t("campaign.back")}</Button>;
  const step = STEPS[active] ?? "people";
  return (
    <>
      <Stepper
        active={active}
        onStepClick={setActive}
        size="xs"
        wrap
        role="group"
        aria-label={t("campaign.steps.label")}
        classNames={{ step: classes.stepButton, stepBody: classes.stepName, separator: classes.stepLine }}
      >
        {STEPS.map((each) => (
          <Stepper.Step key={each} label={t(`campaign.steps.${each}`)} aria-current={each === step ? "step" : undefined} />
        ))}
      </Stepper>
      {step === "people" && <PeopleStep campaign={campaign} />}
      {step === "agent" && <AgentStep campaign={campaign} />}
      {step === "schedule" && <ScheduleStep campaign={campaign} back={back} onSaved={next} />}
      {step === "rehearsal" && <RehearsalStep campaign={campaign} />}
      {step === "start" && <StartStep campaign={campaign} />}
      {step !== "schedule" && (
        <Group>
          {back}
          {active < LAST && (
            <Button variant="filled" onClick={next}>
              {t("campaign.next")}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

/** The first step that is not done yet. */
function firstOpen({ contactCounters, assistantId, squadId, workflowId, phoneNumberId, dialPlan }: Campaign): number {
  if (!contactCounters?.pending) return 0;
  if ((assistantId ?? squadId ?? workflowId) === undefined || (phoneNumberId ?? dialPlan) === undefined) return 1;
  return LAST;
}
