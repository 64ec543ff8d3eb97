import { type Call, type CreateTool, FILE_EXTENSIONS, type StoredFile } from "@callwright/contract";
import { FileButton, Progress, UnstyledButton } from "@mantine/core";
import { IconBooks, IconFileText, IconFileUpload, IconTool } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { type DragEvent, type ReactNode, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../../data/services.tsx";
import { AddButton } from "../../../kit/AddButton.tsx";
import { CrossButton } from "../../../kit/CrossButton.tsx";
import { explainEnd } from "../../../kit/ended-words.ts";
import { Instant } from "../../../kit/Instant.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { referenceTo } from "../../../resource/form/references.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { rememberBusyEntity } from "../../../resource/resource-queries.ts";
import { nameOrId, useReferred } from "../../../resource/use-choices.ts";
import { useMay } from "../../../resource/use-may.ts";
import { createUploadStore } from "../../files/upload-store.ts";
import { toolKind } from "../../tools/tool-kind.ts";
import { latestCallsKey } from "../assistant-queries.ts";
import { withTools } from "../model-config.ts";
import type { EditorFields } from "../settings/editor-fields.ts";
import { useDefaultModel } from "../use-default-provider.ts";
import classes from "./assistant-side.module.css";
import { filesOf, isKnowledge, withFiles } from "./attached-files.ts";

interface AssistantSideProps extends EditorFields {
  assistantId: string;
  /** Opens the tab with the tools. */
  onTools: () => void;
}

/** Beside the prompt: what the assistant knows, what it can do, and its last calls. */
export function AssistantSide({ assistantId, onTools, ...fields }: AssistantSideProps) {
  return (
    <>
      <Knowledge {...fields} onTools={onTools} />
      <Tools config={fields.config} onTools={onTools} />
      <LastCalls assistantId={assistantId} name={fields.config.name} />
    </>
  );
}

interface SectionProps {
  title: string;
  count?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

function Section({ title, count, action, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <span className={classes.dim}>{count}</span>
        <span className={classes.action}>{action}</span>
      </div>
      {children}
    </section>
  );
}

const FILES = referenceTo("files");
const KNOWLEDGE_BASES = referenceTo("knowledge-bases");
const TOOLS = referenceTo("tools");
const ACCEPTED = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(",");

/** The files that the assistant answers from. Dropped files are uploaded and attached to the draft. */
function Knowledge({ config, edit, onTools }: EditorFields & { onTools: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const byDefault = useDefaultModel();
  const [store] = useState(createUploadStore);
  const uploads = useSyncExternalStore(store.subscribe, store.uploads);
  const [isHeldOver, setHeldOver] = useState(false);
  const mayUpload = useMay(FILES)("create");
  const tools = config.model?.tools ?? [];
  const ids = filesOf(tools);
  const files = useReferred(FILES, ids);
  const baseIds = tools.flatMap((tool) => (tool.type === "knowledgeBase" ? (tool.knowledgeBaseId ?? []) : []));
  const bases = useReferred(KNOWLEDGE_BASES, baseIds);
  const change = (write: (ids: string[]) => string[]) =>
    edit((current) => {
      const { toolIds, tools: before = [] } = current.model ?? {};
      const next = withFiles(before, write(filesOf(before)), t("knowledge.toolDescription"));
      return { ...current, model: withTools(current.model, { toolIds, tools: next.length > 0 ? next : undefined }, byDefault) };
    });
  const upload = async (file: File) => {
    const stored = await store.start(client, file);
    if (!stored) return;
    rememberBusyEntity(queryClient, FILES.path, stored);
    change((before) => [...before, stored.id]);
  };
  const uploadAll = (chosen: readonly File[]) => void Promise.all(chosen.map(upload));
  const hold = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setHeldOver(isOver);
  };
  return (
    <Section
      title={t("knowledge.title")}
      count={ids.length > 0 && t("knowledge.files", { count: ids.length })}
      action={
        <AddButton variant="subtle" className={classes.add} onClick={onTools}>
          {t("knowledge.add")}
        </AddButton>
      }
    >
      <ul className={classes.rows}>
        {ids.map((id) => {
          const file = files.get(id) as StoredFile | undefined;
          const name = file?.name ?? id;
          return (
            <li key={id} className={classes.row}>
              <IconFileText size={16} aria-hidden="true" />
              <Link className={classes.name} to="/$resource/$id" params={{ resource: "files", id }} title={name}>
                {name}
              </Link>
              <span className={classes.dim} data-bad={file?.status === "failed" || undefined} title={file?.failure}>
                {file && fileState(t, file)}
              </span>
              <CrossButton
                aria-label={t("resource.form.remove", { name })}
                onClick={() => change((before) => before.filter((each) => each !== id))}
              />
            </li>
          );
        })}
        {baseIds.map((id) => {
          const base = bases.get(id);
          return (
            <li key={id} className={classes.row}>
              <IconBooks size={16} aria-hidden="true" />
              <Link className={classes.name} to="/$resource/$id" params={{ resource: "knowledge-bases", id }}>
                {base ? nameOrId(base) : id}
              </Link>
              <span className={classes.dim}>{t("knowledge.base")}</span>
            </li>
          );
        })}
        {uploads.map(({ id, name, progress, failure }) => (
          <li key={`upload ${id}`} className={classes.row}>
            <IconFileText size={16} aria-hidden="true" />
            <span className={classes.name} title={name}>
              {name}
            </span>
            <span className={classes.dim} data-bad={failure !== undefined || undefined} title={failure}>
              {failure === undefined ? t("knowledge.uploading") : t("files.failed", { reason: failure })}
            </span>
            <CrossButton
              aria-label={t(failure === undefined ? "files.cancel" : "files.dismiss", { name })}
              onClick={() => store.dismiss(id)}
            />
            {failure === undefined && (
              <Progress
                className={classes.progress ?? ""}
                size={2}
                value={progress * 100}
                aria-label={t("files.uploading", { name })}
              />
            )}
          </li>
        ))}
      </ul>
      {mayUpload && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same.
        <div
          className={classes.drop}
          data-over={isHeldOver || undefined}
          onDragOver={(event) => hold(event, true)}
          onDragLeave={(event) => hold(event, false)}
          onDrop={(event) => {
            hold(event, false);
            uploadAll([...event.dataTransfer.files]);
          }}
        >
          <IconFileUpload size={16} aria-hidden="true" />
          <span>{t("knowledge.drop")}</span>
          <FileButton multiple accept={ACCEPTED} onChange={uploadAll}>
            {(props) => (
              <UnstyledButton className={classes.link} {...props}>
                {t("knowledge.browse")}
              </UnstyledButton>
            )}
          </FileButton>
        </div>
      )}
    </Section>
  );
}

function fileState(t: TFunction, { status, passageCount }: StoredFile): string {
  if (status !== "done") return t(`files.values.${status}`);
  return passageCount === undefined ? "" : t("knowledge.passages", { count: passageCount });
}

/** The tools, one line each. */
function Tools({ config: { model }, onTools }: Pick<EditorFields, "config"> & { onTools: () => void }) {
  const { t } = useTranslation();
  const { toolIds = [], tools = [] } = model ?? {};
  const stored = useReferred(TOOLS, toolIds);
  const own = tools.filter((tool) => !isKnowledge(tool));
  const rows = [
    ...own.map((tool, index) => ({ key: `own ${index}`, tool: tool as object })),
    ...toolIds.map((id) => ({ key: id, tool: stored.get(id) ?? { function: { name: id } } })),
  ];
  return (
    <Section
      title={t("editor.tabs.tools")}
      count={rows.length > 0 && rows.length}
      action={
        <AddButton variant="subtle" className={classes.add} onClick={onTools}>
          {t("knowledge.addTool")}
        </AddButton>
      }
    >
      {rows.length === 0 && <p className={classes.none}>{t("knowledge.noTools")}</p>}
      <ul className={classes.rows}>
        {rows.map(({ key, tool }) => {
          const { type, function: { description } = {} } = tool as { type?: string; function?: { description?: string } };
          const kind = type === undefined ? "" : toolKind(t, type);
          return (
            <li key={key}>
              <UnstyledButton className={classes.row} onClick={onTools}>
                <IconTool size={16} aria-hidden="true" />
                <code>{nameOfEntity(tool as CreateTool) ?? kind}</code>
                <span className={classes.about}>{description ?? kind}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

const SHOWN_CALLS = 6;

/** The newest calls with the assistant or its drafts. */
function LastCalls({ assistantId, name }: { assistantId: string; name: string | undefined }) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const { data, isError } = useQuery({
    queryKey: [...latestCallsKey, assistantId],
    queryFn: ({ signal }) => client.calls.listPage({ query: { assistantId, limit: SHOWN_CALLS }, signal }),
    enabled: dataHost.offers("listCallPage"),
    staleTime: 0,
  });
  const total = data?.metadata.totalItems;
  return (
    <Section
      title={t("lastCalls.title")}
      action={
        (data?.results.length ?? 0) > 0 &&
        name !== undefined && (
          <Link className={classes.link} to="/calls" search={{ assistant: name }}>
            {total === undefined ? t("lastCalls.allOfThem") : t("lastCalls.all", { count: total })}
          </Link>
        )
      }
    >
      {data?.results.length === 0 && <p className={classes.none}>{t("lastCalls.none")}</p>}
      {isError && <p className={classes.none}>{t("lastCalls.failed")}</p>}
      <ul className={classes.rows}>
        {data?.results.map((call) => (
          <LastCall key={call.id} call={call} />
        ))}
      </ul>
    </Section>
  );
}

function LastCall({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, type, customer, startedAt, createdAt, assistantVersion, artifact } = call;
  const who = [customer?.name, customer?.number].find((each) => typeof each === "string");
  const waits = artifact?.performanceMetrics?.turnLatencies.map(({ turnLatency }) => turnLatency).sort((a, b) => a - b) ?? [];
  const waitMs = waits[Math.floor((waits.length - 1) / 2)];
  const at = startedAt ?? createdAt;
  const result = resultOf(call, t);
  return (
    <li>
      <Link className={classes.row} to="/calls/$id" params={{ id }}>
        <span className={classes.caller}>{typeof who === "string" ? who : t(`call.type.${type}`)}</span>
        <span className={classes.dim}>
          <Instant iso={at}>{isToday(at) ? format.clock(at) : format.dayTime(at)}</Instant>
        </span>
        <span className={classes.result} title={result.sentence}>
          <Pill kind={result.kind}>{result.text}</Pill>
          {assistantVersion === undefined && <span className={classes.dim}>{t("lastCalls.draft")}</span>}
        </span>
        <span className={classes.dim}>
          {waitMs === undefined ? t("answering.unknown") : t("latency.ms", { value: Math.round(waitMs).toLocaleString() })}
        </span>
      </Link>
    </li>
  );
}

const isToday = (iso: string) => new Date(iso).toDateString() === new Date().toDateString();

interface CallResult {
  kind: "plain" | "accent" | "warn" | "bad";
  text: string;
  /** More about it. */
  sentence?: string;
}

function resultOf({ status, endedReason, endedMessage, analysis }: Call, t: TFunction): CallResult {
  const { successEvaluation: success } = analysis ?? {};
  if (status !== "ended") return { kind: "accent", text: t("lastCalls.running") };
  if (success === "true") return { kind: "accent", text: t("lastCalls.success") };
  if (success === "false") return { kind: "bad", text: t("lastCalls.failure") };
  if (endedReason === undefined) return { kind: "plain", text: t("lastCalls.ended") };
  const { sentence, fault } = explainEnd(endedReason, endedMessage);
  return fault === "none"
    ? { kind: "plain", text: t("lastCalls.ended"), sentence }
    : { kind: "warn", text: t("lastCalls.problem"), sentence };
}
