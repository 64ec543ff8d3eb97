import { describeChange, type Plan } from "@callwright/config";
import { Alert, Button, Checkbox, FileButton, Group, PasswordInput, Select, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost, useSignedIn } from "../../data/services.tsx";
import { Failure, Warning } from "../../kit/Failure.tsx";
import { Form } from "../../kit/Form.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { LeaveGuard } from "../../resource/page/LeaveGuard.tsx";
import classes from "./config.module.css";
import { ARCHIVE_MAX_MEGABYTES, type Archive, ArchiveError, readArchive } from "./config-archive.ts";
import {
  applyImport,
  countSteps,
  doesMore,
  exportConfig,
  type ImportSource,
  type PlannedImport,
  planImport,
  shownSteps,
} from "./config-transfer.ts";

/** Settings → Export and import: the configuration of the organization as files. */
export function ConfigPage() {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  return (
    <div className={classes.page}>
      <PageHeader title={t("config.title")} />
      <div className={classes.sections}>
        <div>
          <p className={classes.hint}>{t("config.intro")}</p>
          <p className={classes.hint}>{t("config.otherServer")}</p>
        </div>
        {org.role === "admin" ? (
          <>
            <ExportSection />
            <ImportSection />
          </>
        ) : (
          <p className={classes.hint}>{t("config.adminsOnly")}</p>
        )}
      </div>
    </div>
  );
}

/** Downloads the configuration as one file. */
function ExportSection() {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  const client = useClient();
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => exportConfig(client, org.id),
    onSuccess: ({ archive }) =>
      saveFile(new Blob([archive as BlobPart], { type: "application/zip" }), `${fileName(org.name)}.zip`),
  });
  return (
    <section aria-label={t("config.export.title")}>
      <h2>{t("config.export.title")}</h2>
      <p className={classes.hint}>{t("config.export.hint")}</p>
      <Button loading={isPending} onClick={() => mutate()}>
        {t("config.export.button")}
      </Button>
      <Failure mt="sm">{error && t("config.export.failed", { reason: error.message })}</Failure>
      {data && (
        <Text role="status" mt="sm">
          {t("config.export.done", { count: data.files })}{" "}
          {data.variables.length > 0 && t("config.export.secrets", { count: data.variables.length })}
        </Text>
      )}
      {data && data.warnings.length > 0 && (
        <ul className={classes.list}>
          {data.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Letters and digits of the name, and the day. */
function fileName(name: string): string {
  const day = new Date().toISOString().slice(0, "2026-11-27".length);
  return `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "organization"}-${day}`;
}

interface Chosen {
  name: string;
  archive: Archive;
  environment: string | undefined;
}

/** Reads an archive, shows what it changes, and then changes it. */
function ImportSection() {
  const { t } = useTranslation();
  const { org } = useSignedIn();
  const client = useClient();
  const queryClient = useQueryClient();
  const host = useDataHost();
  const isForeign = host?.enabled === true && host.isCallwright !== true;
  const [chosen, setChosen] = useState<Chosen>();
  const [planned, setPlanned] = useState<PlannedImport>();
  const [isOutdated, setOutdated] = useState(false);
  const [done, setDone] = useState(0);

  const plan = ({ archive, environment }: Chosen, secrets: ImportSource["secrets"]) =>
    planImport(client, org.id, { archive, environment, secrets, isForeign });
  const compare = useMutation({ mutationFn: (source: Chosen) => plan(source, {}), onSuccess: setPlanned });
  const read = useMutation({
    mutationFn: async (file: File): Promise<Chosen> => ({
      name: file.name,
      archive: readArchive(new Uint8Array(await file.arrayBuffer())),
      environment: undefined,
    }),
    onSuccess: (source) => start(source),
  });
  const apply = useMutation({
    mutationFn: async ({ source, shown, secrets }: { source: Chosen; shown: PlannedImport; secrets: Record<string, string> }) => {
      setDone(0);
      // Others may have changed the organization since the plan was shown.
      const now = await plan(source, secrets);
      if (now.plan.problems.length > 0 || now.plan.missingVariables.size > 0 || doesMore(shown.plan, now.plan)) {
        setPlanned(now);
        setOutdated(true);
        return undefined;
      }
      const failure = await applyImport(now, secrets, setDone);
      await queryClient.invalidateQueries();
      if (failure) {
        const [problem] = failure.problems;
        const reason = [problem?.field, problem?.message].filter((part) => part !== undefined).join(" ");
        throw new Error(t("config.import.stopped", { resource: failure.step.key, reason }));
      }
      return countResult(now);
    },
    onSuccess: (result) => {
      if (!result) return;
      setPlanned(undefined);
      setChosen(undefined);
    },
  });

  function start(source: Chosen): void {
    setChosen(source);
    setPlanned(undefined);
    setOutdated(false);
    apply.reset();
    compare.mutate(source);
  }

  const readProblem = read.error instanceof ArchiveError ? read.error.problem : undefined;
  const progress = { done: done.toLocaleString(), total: (planned?.plan.steps.length ?? 0).toLocaleString() };
  return (
    <section aria-label={t("config.import.title")}>
      <LeaveGuard isUnsaved={() => apply.isPending} />
      <h2>{t("config.import.title")}</h2>
      <p className={classes.hint}>{t("config.import.hint")}</p>
      <Group>
        <FileButton
          accept=".zip,application/zip"
          onChange={(file) => {
            if (file) read.mutate(file);
          }}
        >
          {(props) => (
            <Button {...props} loading={read.isPending} disabled={apply.isPending}>
              {t(chosen ? "config.import.chooseOther" : "config.import.choose")}
            </Button>
          )}
        </FileButton>
        {chosen && <Text c="dimmed">{chosen.name}</Text>}
      </Group>
      {chosen && chosen.archive.environments.length > 0 && (
        <Select
          label={t("config.import.environment")}
          placeholder={t("config.import.noEnvironment")}
          clearable
          maw={280}
          mt="sm"
          disabled={apply.isPending}
          data={chosen.archive.environments}
          value={chosen.environment ?? null}
          onChange={(environment) => start({ ...chosen, environment: environment ?? undefined })}
        />
      )}
      {read.error && (
        <Alert color="red" variant="outline" role="alert" mt="sm">
          {readProblem
            ? t(`config.import.${readProblem}`, { megabytes: String(ARCHIVE_MAX_MEGABYTES) })
            : t("config.import.failed", { reason: read.error.message })}
        </Alert>
      )}
      {compare.isPending && (
        <Text c="dimmed" role="status" mt="sm">
          {t("config.import.reading")}
        </Text>
      )}
      <Failure mt="sm">{compare.error && t("config.import.failed", { reason: compare.error.message })}</Failure>
      <Warning mt="sm">{isOutdated && t("config.import.changedMeanwhile")}</Warning>
      {chosen && planned && (
        <PlanView
          plan={planned.plan}
          isApplying={apply.isPending}
          onApply={(secrets) => {
            setOutdated(false);
            apply.mutate({ source: chosen, shown: planned, secrets });
          }}
        />
      )}
      {apply.isPending && (
        <Text c="dimmed" role="status" mt="sm">
          {t("config.import.applying", progress)}
        </Text>
      )}
      <Failure mt="sm">{apply.error && `${apply.error.message} ${t("config.import.continue", progress)}`}</Failure>
      {apply.data && (
        <Alert color="teal" variant="outline" role="status" mt="sm">
          {t("config.import.done", apply.data)}
        </Alert>
      )}
    </section>
  );
}

function countResult({ plan }: PlannedImport) {
  const { created, changed } = countSteps(plan);
  return { created: created.toLocaleString(), changed: changed.toLocaleString() };
}

interface PlanViewProps {
  plan: Plan;
  isApplying: boolean;
  onApply: (secrets: Record<string, string>) => void;
}

/** What an import would do, and what it still needs. */
function PlanView({ plan, isApplying, onApply }: PlanViewProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const [mayAdopt, setMayAdopt] = useState(false);
  const steps = shownSteps(plan);
  const { created, changed } = countSteps(plan);
  const missing = [...plan.missingVariables];
  const isReady = missing.every(([name]) => secrets[name]) && (mayAdopt || plan.adopted.length === 0);
  if (plan.problems.length > 0)
    return (
      <div className={classes.plan}>
        <Alert color="red" variant="outline" role="alert" title={t("config.import.problems")}>
          <Sentences problems={plan.problems} />
        </Alert>
      </div>
    );
  return (
    <Form className={classes.plan} onSubmit={() => onApply(secrets)} aria-labelledby={titleId}>
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
    </Form>
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
