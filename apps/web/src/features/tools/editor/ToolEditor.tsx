import { isFields } from "@callwright/contract";
import { Input, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Fragment, type ReactNode, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldSupport } from "../../../resource/field-support.ts";
import { Field } from "../../../resource/form/Field.tsx";
import { FormScope } from "../../../resource/form/FormScope.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import { readPath, schemaAtPath } from "../../../resource/form/paths.ts";
import { fieldWords } from "../../../resource/form/use-field.ts";
import { type ConfigProblem, problemAt } from "../../../resource/problems.ts";
import type { ResourceTexts } from "../../../resource/resource.ts";
import { SpokenMessages } from "./SpokenMessages.tsx";
import classes from "./tool-editor.module.css";
import {
  type EditedTool,
  type Fold,
  layoutOf,
  rareFields,
  schemaOfKind,
  TOOL_ROOT,
  withToolField,
  wordsAt,
} from "./tool-layout.ts";

interface ToolEditorProps {
  tool: EditedTool;
  onChange: (tool: EditedTool) => void;
  /** Where the tool is in the edited object: `["model", "tools", 2]`. */
  prefix?: FieldProps["path"];
  problems: readonly ConfigProblem[];
  texts: Pick<ResourceTexts, "fields" | "values">;
  support: FieldSupport;
  isReadOnly?: boolean;
  isStored: boolean;
  /** Below the description: how often it was called. */
  used?: ReactNode;
}

const HERE: FieldProps["path"] = [];

/** A tool of any kind: when it is used, its parameters, what it does, what is said meanwhile, and rare fields. */
export function ToolEditor({ tool, onChange, prefix = HERE, used, ...form }: ToolEditorProps) {
  const { t } = useTranslation();
  const { problems, texts } = form;
  const { type } = tool;
  const layout = layoutOf(type);
  const words = wordsAt(type);
  const kind = schemaOfKind(type);
  const nameOf = (path: string) => [...prefix, ...path.split(".")].join(".");
  const write = (path: string, value: unknown) => onChange(withToolField(tool, path, value));
  const draw = (path: string, options: Partial<FieldProps> = {}) => (
    // A bare field has no place of its own.
    <div key={path} {...(options.isBare ? { "data-path": nameOf(path) } : {})}>
      <Field
        path={[...prefix, ...path.split(".")]}
        schema={schemaAtPath(TOOL_ROOT, tool, path) ?? {}}
        isRequired={kind?.required?.includes(path) === true}
        value={readPath(tool, path)}
        onChange={(next) => write(path, next)}
        {...options}
      />
    </div>
  );
  const labelled = (path: string, label: string) => draw(path, { label });
  const labelOf = (path: string) => fieldWords(texts, path.split("."), schemaAtPath(TOOL_ROOT, tool, path) ?? {}).label;
  const hasProblem = (paths: readonly string[]) => paths.some((path) => problemAt(problems, nameOf(path)) !== undefined);
  return (
    <FormScope root={TOOL_ROOT} {...form}>
      <div className={classes.editor}>
        {words ? (
          <Part title={t("toolEditor.when")} hint={t("toolEditor.whenHint")}>
            <div className={classes.name}>{labelled(words.name, t("toolEditor.name"))}</div>
            <div className={classes.unlabelled}>{labelled(words.description, t("toolEditor.description"))}</div>
            {used}
          </Part>
        ) : (
          <Part title={t("toolEditor.when")} hint={t("toolEditor.whenHint")}>
            <p className={classes.note}>{t("toolEditor.knownToModel")}</p>
          </Part>
        )}
        {layout?.parameters && (
          <Part title={t("toolEditor.parameters")} hint={t("toolEditor.parametersHint")}>
            {draw(layout.parameters, { isBare: true, label: t("toolEditor.parameters") })}
            {layout.parameters === "body" &&
              isFields(readPath(tool, "function.parameters")) &&
              draw("function.parameters", { isBare: true, label: t("toolEditor.moreParameters") })}
          </Part>
        )}
        {layout && (
          <Part title={t(`toolEditor.parts.${layout.title}`)} hint={t(`toolEditor.partHints.${layout.title}`)}>
            <Lead paths={layout.lead} isSigned={layout.title !== "account"} draw={draw} />
            {layout.folds && (
              <Folds
                folds={layout.folds}
                summaryOf={(fold) => <FoldSummary fold={fold} tool={tool} />}
                hasProblem={hasProblem}
                draw={draw}
              />
            )}
          </Part>
        )}
        <Part title={t("toolEditor.spoken")} hint={t("toolEditor.spokenHint")}>
          <SpokenMessages
            value={tool.messages}
            onChange={(next) => write("messages", next)}
            problem={problemAt(problems, nameOf("messages"))}
            isReadOnly={form.isReadOnly}
          >
            {draw("messages", { isBare: true })}
          </SpokenMessages>
        </Part>
        <Rare tool={tool} onChange={onChange} prefix={prefix} draw={draw} labelOf={labelOf} hasProblem={hasProblem} />
      </div>
    </FormScope>
  );
}

type Draw = (path: string, options?: Partial<FieldProps>) => ReactNode;

function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <p className={classes.hint}>{hint}</p>
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}

interface LeadProps {
  paths: readonly string[];
  /** The credential signs requests. It is no account. */
  isSigned: boolean;
  draw: Draw;
}

/** The fields that are always shown. Method and address are one line. */
function Lead({ paths, isSigned, draw }: LeadProps) {
  const { t } = useTranslation();
  const label = (path: string) => (isSigned && path.endsWith("credentialId") ? { label: t("toolEditor.signsWith") } : {});
  const others = paths.filter((path) => path !== "method" && path !== "url");
  return (
    <>
      {paths.includes("url") && (
        <div className={classes.address}>
          {draw("method")}
          {draw("url")}
        </div>
      )}
      {others.map((path) => draw(path, path === "destinations" || path === "knowledgeBases" ? { isBare: true } : label(path)))}
    </>
  );
}

interface FoldsProps {
  folds: readonly Fold[];
  summaryOf: (fold: Fold) => ReactNode;
  hasProblem: (paths: readonly string[]) => boolean;
  draw: Draw;
}

/** Buttons on one line, each with its fields below. */
function Folds({ folds, summaryOf, hasProblem, draw }: FoldsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const id = useId();
  const isOpen = (fold: Fold) => chosen.has(fold.id) || hasProblem(fold.paths);
  const toggle = (fold: Fold) =>
    setChosen(new Set(chosen.has(fold.id) ? [...chosen].filter((each) => each !== fold.id) : [...chosen, fold.id]));
  return (
    <>
      <div className={classes.folds}>
        {folds.map((fold, index) => (
          <Fragment key={fold.id}>
            {index > 0 && <span aria-hidden="true">·</span>}
            <UnstyledButton
              className={classes.fold}
              aria-expanded={isOpen(fold)}
              {...(isOpen(fold) ? { "aria-controls": `${id}-${fold.id}` } : {})}
              onClick={() => toggle(fold)}
            >
              {summaryOf(fold)}
            </UnstyledButton>
          </Fragment>
        ))}
      </div>
      {folds.filter(isOpen).map((fold) => (
        <div key={fold.id} id={`${id}-${fold.id}`} className={classes.folded}>
          {fold.paths.map((path) => draw(path, { isBare: fold.paths.length === 1 }))}
        </div>
      ))}
    </>
  );
}

/** What a folded part says: "Headers · 2", "waits at most 5 s". */
function FoldSummary({ fold, tool }: { fold: Fold; tool: EditedTool }) {
  const { t } = useTranslation();
  const [path = ""] = fold.paths;
  const value = readPath(tool, path);
  if (fold.id === "waits") {
    const seconds = typeof value === "number" ? value : tool.type === "code" ? CODE_SECONDS : SERVER_SECONDS;
    const retries = readPath(tool, path.replace("timeoutSeconds", "backoffPlan.maxRetries"));
    const waits = t("toolEditor.waits", { seconds: String(seconds) });
    return tool.type === "code"
      ? waits
      : `${waits}, ${t("toolEditor.retries", { count: typeof retries === "number" ? retries : 0 })}`;
  }
  if (fold.id === "keeps") {
    const names = keptNames(value);
    return names.length > 0 ? t("toolEditor.keeps", { names: names.join(", ") }) : t("toolEditor.folds.keeps");
  }
  const count = countOf(value);
  const label = t(`toolEditor.folds.${fold.id}`);
  return count > 0 ? t("toolEditor.counted", { label, count }) : label;
}

const SERVER_SECONDS = 20;
const CODE_SECONDS = 10;

/** The variables that are taken from an answer. */
function keptNames(plan: unknown): string[] {
  if (!isFields(plan)) return [];
  const fields = Object.keys(readPath(plan, "schema.properties") ?? {});
  const aliases = Array.isArray(plan.aliases) ? plan.aliases : [];
  return [...fields, ...aliases.flatMap((each) => (isFields(each) && typeof each.key === "string" ? each.key : []))];
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (!isFields(value)) return value === undefined ? 0 : 1;
  return Object.keys(isFields(value.properties) ? value.properties : value).length;
}

interface RareProps {
  tool: EditedTool;
  onChange: (tool: EditedTool) => void;
  prefix: FieldProps["path"];
  draw: Draw;
  labelOf: (path: string) => string;
  hasProblem: (paths: readonly string[]) => boolean;
}

/** Every field without a place of its own, also those that the contract does not know. */
function Rare({ tool, onChange, prefix, draw, labelOf, hasProblem }: RareProps) {
  const { t } = useTranslation();
  const [isOpenByChoice, setOpen] = useState(false);
  const id = useId();
  const kind = schemaOfKind(tool.type);
  const { names, paths } = useMemo(() => rareFields(tool.type), [tool.type]);
  const isRare = (name: string) => names.includes(name) || !(name in (kind?.properties ?? {}));
  const given = Object.fromEntries(Object.entries(tool).filter(([name]) => isRare(name)));
  if (names.length + paths.length + Object.keys(given).length === 0) return null;
  const isOpen = isOpenByChoice || hasProblem([...names, ...paths]);
  const properties = Object.fromEntries(Object.entries(kind?.properties ?? {}).filter(([name]) => names.includes(name)));
  const write = (next: unknown) => {
    const rare = isFields(next) ? next : {};
    const kept = Object.entries(tool).flatMap(([name, value]): [string, unknown][] => {
      if (!isRare(name)) return [[name, value]];
      return name in rare ? [[name, rare[name]]] : [];
    });
    const added = Object.entries(rare).filter(([name]) => !(name in tool));
    onChange(Object.fromEntries([...kept, ...added]));
  };
  const summary = [...names, ...paths].map(labelOf).join(", ");
  return (
    <div className={classes.rare}>
      <UnstyledButton
        className={classes.more}
        aria-expanded={isOpen}
        {...(isOpen ? { "aria-controls": id } : {})}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} aria-hidden="true" />
        <b>{t("toolEditor.more")}</b>
        <span className={classes.summary}>{summary}</span>
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={classes.rareFields}>
          {paths.map((path) => draw(path))}
          <Input.Wrapper>
            <Field
              path={prefix}
              schema={{ type: "object", properties, additionalProperties: false }}
              isRequired
              isBare
              value={given}
              onChange={write}
            />
          </Input.Wrapper>
        </div>
      )}
    </div>
  );
}
