import { describeChange, type Plan } from "@callwright/config";
import { Alert, Button, Checkbox, Group, PasswordInput, Text } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./config.module.css";
import { countSteps, shownSteps } from "./config-transfer.ts";

interface PlanViewProps {
  plan: Plan;
  isApplying: boolean;
  onApply: (secrets: Record<string, string>) => void;
}

/** What an import would do, and what it still needs. */
export function PlanView({ plan, isApplying, onApply }: PlanViewProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const [mayAdopt, setMayAdopt] = useState(false);
  const steps = shownSteps(plan);
  const { created, changed } = countSteps(plan);
  const missing = [...plan.missingVariables];
  const isReady = missing.every(([name]) => secrets[name]) && (mayAdopt || plan.adopted.length === 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(secrets);
  };
  if (plan.problems.length > 0)
    return (
      <div className={classes.plan}>
        <Alert color="red" variant="outline" role="alert" title={t("config.import.problems")}>
          <Sentences problems={plan.problems} />
        </Alert>
      </div>
    );
  return (
    <form className={classes.plan} onSubmit={submit} aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>{t("config.import.planTitle")}</h3>
        <p className={classes.hint} role="status">
          {steps.length === 0
            ? t("config.import.nothing")
            : t("config.import.counts", {
                created: created.toLocaleString(),
                changed: changed.toLocaleString(),
                unchanged: plan.unchanged.toLocaleString(),
              })}
        </p>
        <ul className={classes.list}>
          {steps.map(({ action, key, changes }) => (
            <li key={`${action} ${key}`}>
              <span className={classes.action}>{t(`config.import.${action}`)}</span> {key}
              {changes.length > 0 && (
                <ul className={classes.changes}>
                  {changes.map((change) => (
                    <li key={change.path.join(".")}>{describeChange(change)}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
        {plan.unmanaged.length > 0 && (
          <Text c="dimmed" mt="xs">
            {t("config.import.unmanaged", { count: plan.unmanaged.length })}
          </Text>
        )}
      </div>
      {plan.warnings.length > 0 && (
        <div>
          <h3>{t("config.import.warnings")}</h3>
          <Sentences problems={plan.warnings} />
        </div>
      )}
      {plan.adopted.length > 0 && (
        <div>
          <h3>{t("config.import.adopted")}</h3>
          <p className={classes.hint}>
            {t("config.import.adoptedHint")} {plan.adopted.join(", ")}
          </p>
          <Checkbox
            label={t("config.import.adopt")}
            checked={mayAdopt}
            disabled={isApplying}
            onChange={(event) => setMayAdopt(event.currentTarget.checked)}
          />
        </div>
      )}
      {missing.length > 0 && (
        <div>
          <h3>{t("config.import.secrets")}</h3>
          <p className={classes.hint}>{t("config.import.secretsHint")}</p>
          <div className={classes.secrets}>
            {missing.map(([name, keys]) => (
              <PasswordInput
                key={name}
                label={name}
                description={t("config.import.secretFor", { resources: keys.join(", ") })}
                autoComplete="off"
                required
                disabled={isApplying}
                value={secrets[name] ?? ""}
                onChange={({ currentTarget: { value } }) => setSecrets((before) => ({ ...before, [name]: value }))}
              />
            ))}
          </div>
        </div>
      )}
      {steps.length > 0 && (
        <Group>
          <Button type="submit" variant="filled" disabled={!isReady} loading={isApplying}>
            {t("config.import.apply")}
          </Button>
        </Group>
      )}
    </form>
  );
}

function Sentences({ problems }: { problems: Plan["problems"] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.list}>
      {problems.map(({ file, line, field, message }) => (
        <li key={`${file} ${line} ${field} ${message}`}>
          {line === undefined ? file : `${file}, ${t("config.import.line", { line: String(line) })}`}:{" "}
          {field !== undefined && <b>{field}</b>} {message}
        </li>
      ))}
    </ul>
  );
}
