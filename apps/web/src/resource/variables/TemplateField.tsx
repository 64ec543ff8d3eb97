import { lintLiquid } from "@callwright/contract";
import { Button, Combobox, Popover, Textarea, UnstyledButton, useCombobox } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Fragment, type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./template-field.module.css";
import { neededVariables, type VariableSources, variableSource } from "./template-variables.ts";
import { completionAt, withCompletion } from "./variable-completion.ts";
import { linesOf, nearestName, withDefault, withVariable } from "./variable-fixes.ts";

/** A name that the text should not have, at every line that has it. */
interface NameLint {
  name: string;
  message: string;
  action: { label: string; run: () => void };
}

interface TemplateFieldProps {
  name: string;
  label: string;
  /** Beside the label. */
  aside?: ReactNode;
  description?: string | undefined;
  minRows: number;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
  /** Names to complete after `{{`. */
  known: readonly string[];
  sources: VariableSources;
  /** Names of tools in the text. */
  tools?: readonly string[];
  lints?: readonly NameLint[];
  /** A long text: its lines have their problems beside them, and its variables are listed at the end. */
  isLong?: boolean;
}

const NO_NAMES: readonly string[] = [];
const NO_LINTS: readonly NameLint[] = [];

/** A text with `{{ variables }}`. Names are completed and marked. A line with a mistake has a sign beside it, which opens what helps. */
export function TemplateField(field: TemplateFieldProps) {
  const { label, aside, description, minRows, value, error, onChange, name, known, sources, isLong = false } = field;
  const { tools = NO_NAMES, lints = NO_LINTS } = field;
  const { t } = useTranslation();
  const id = useId();
  const marked = useDeferredValue(value);
  const { pieces, variables, problems } = useMemo(() => lintLiquid(marked), [marked]);
  const lines = useMemo(() => linesOf(pieces), [pieces]);
  const unset = useMemo(
    () => neededVariables(marked).filter((each) => variableSource(each, sources) === undefined),
    [marked, sources],
  );

  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number>();
  const completion = caret === undefined ? undefined : completionAt(value, caret, known);
  const combobox = useCombobox({ opened: completion !== undefined, onDropdownClose: () => setCaret(undefined) });
  const change = (text: string, nextCaret: number) => {
    setCaret(undefined);
    onChange(text);
    // After the field has the new text.
    window.requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(nextCaret, nextCaret);
    });
  };
  const complete = (chosen: string) => {
    if (!completion) return;
    const completed = withCompletion(value, completion, chosen);
    change(completed.text, completed.caret);
  };
  const fixOf = (variable: string): Lint => {
    const other = nearestName(
      variable,
      known.filter((each) => !unset.includes(each)),
    );
    const replace = (to: string) => ({
      label: t("editor.lint.replace"),
      run: () => change(withVariable(value, variable, to), input.current?.selectionStart ?? 0),
    });
    const giveDefault = {
      label: t("editor.lint.giveDefault"),
      run: () => {
        const { text, caret: at } = withDefault(value, variable);
        change(text, at);
      },
    };
    return {
      message:
        other === undefined ? t("editor.lint.unset", { text: variable }) : t("editor.lint.didYouMean", { text: variable, other }),
      actions: [...(other === undefined ? [] : [replace(other)]), giveDefault],
    };
  };
  const lintsOf = (index: number): Lint[] => {
    const line = lines[index] ?? [];
    const text = line.map((piece) => piece.text).join("");
    const used = line.flatMap((piece) => (piece.kind === "variable" ? neededVariables(piece.text) : []));
    return [
      ...problems
        .filter((problem) => problem.line === index + 1)
        .map((problem) => ({
          message: t(`editor.lint.${problem.kind}`, { line: String(problem.line), text: problem.text }),
          actions: [],
        })),
      ...unset.filter((each) => used.includes(each)).map(fixOf),
      ...lints.filter((lint) => hasWord(text, lint.name)).map(({ message, action }) => ({ message, actions: [action] })),
    ];
  };
  const found = lines.map((_, index) => lintsOf(index));
  const names = useMemo(() => [...tools, ...lints.map((lint) => lint.name)], [tools, lints]);

  return (
    <div>
      <div className={classes.head}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        {aside}
      </div>
      <div className={classes.frame} data-error={error !== undefined || undefined}>
        <Combobox store={combobox} onOptionSubmit={complete} width={260} position="bottom-start" withinPortal>
          <Combobox.EventsTarget>
            <Textarea
              id={id}
              ref={input}
              name={name}
              value={value}
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-about`}
              onChange={(event) => {
                onChange(event.currentTarget.value);
                setCaret(event.currentTarget.selectionStart);
                combobox.selectFirstOption();
              }}
              onBlur={() => setCaret(undefined)}
              onClick={() => setCaret(undefined)}
              autosize
              minRows={minRows}
              classNames={{ wrapper: classes.wrapper ?? "", input: classes.input ?? "" }}
              inputContainer={(control) => (
                <div className={classes.layers} data-long={isLong || undefined}>
                  <div className={classes.marks}>
                    {lines.map((line, index) => (
                      <div
                        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
                        key={index}
                        className={classes.line}
                        data-hit={(isLong && (found[index]?.length ?? 0) > 0) || undefined}
                        data-heading={/^#{1,6} /.test(line[0]?.text ?? "") || undefined}
                      >
                        {isLong && <LineFixes line={index + 1} lints={found[index] ?? []} />}
                        <span aria-hidden="true">
                          {line.length === 0 && "\u200b"}
                          {line.map(({ kind, text }, at) => (
                            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
                            <Fragment key={at}>
                              {kind === "text" ? (
                                <NamedText text={text} names={names} missing={lints} />
                              ) : (
                                <span
                                  className={
                                    classes[
                                      kind === "variable" && neededVariables(text).some((each) => unset.includes(each))
                                        ? "unset"
                                        : kind
                                    ]
                                  }
                                >
                                  {text}
                                </span>
                              )}
                            </Fragment>
                          ))}
                        </span>
                      </div>
                    ))}
                  </div>
                  {completion && (
                    <div className={classes.marks} aria-hidden="true">
                      <div className={classes.line}>
                        {value.slice(0, completion.from)}
                        <Combobox.DropdownTarget>
                          <span className={classes.caret}>|</span>
                        </Combobox.DropdownTarget>
                      </div>
                    </div>
                  )}
                  {control}
                </div>
              )}
            />
          </Combobox.EventsTarget>
          {completion && (
            <Combobox.Dropdown>
              <Combobox.Options aria-label={t("editor.variableChoices")}>
                {completion.names.map((each) => (
                  <Combobox.Option key={each} value={each} className="mono">
                    {each}
                  </Combobox.Option>
                ))}
              </Combobox.Options>
            </Combobox.Dropdown>
          )}
        </Combobox>
        {isLong && (
          <div className={classes.foot}>
            {variables.length > 0 && <span>{t("editor.variableChoices")}</span>}
            {variables.map((each) => {
              const source = variableSource(each, sources) ?? (neededVariables(marked).includes(each) ? "unset" : "default");
              return (
                <span key={each} className={classes.source} data-unset={source === "unset" || undefined}>
                  <code>{`{{${each}}}`}</code> {t(`editor.variableSources.${source}`)}
                </span>
              );
            })}
            <span className={classes.hint}>
              <kbd>{"{{"}</kbd> {t("editor.insertVariable")}
            </span>
          </div>
        )}
      </div>
      <div id={`${id}-about`} className={classes.notes}>
        {error !== undefined && <p className={classes.error}>{error}</p>}
        {description !== undefined && <p>{description}</p>}
      </div>
      <div role="status">{!isLong && found.flat().map((lint) => <Fix key={lint.message} lint={lint} />)}</div>
    </div>
  );
}

interface Lint {
  message: string;
  actions: readonly { label: string; run: () => void }[];
}

/** The sign beside a line, which opens its mistakes under it. */
function LineFixes({ line, lints }: { line: number; lints: readonly Lint[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (lints.length === 0) return null;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" offset={2} shadow="sm" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.sign}
          aria-label={t("editor.lint.at", { line: String(line), message: lints.map(({ message }) => message).join(" ") })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAlertTriangle size={14} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        {lints.map((lint) => (
          <Fix key={lint.message} lint={lint} onDone={() => setOpen(false)} />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

function Fix({ lint: { message, actions }, onDone }: { lint: Lint; onDone?: () => void }) {
  return (
    <div className={classes.fix}>
      <span>{message}</span>
      {actions.map(({ label, run }, index) => (
        <Button
          key={label}
          size="compact-sm"
          variant={index === 0 ? "default" : "subtle"}
          color={index === 0 ? "teal" : "gray"}
          onClick={() => {
            onDone?.();
            run();
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

interface NamedTextProps {
  text: string;
  names: readonly string[];
  missing: readonly NameLint[];
}

/** Text with the names of tools underlined. */
function NamedText({ text, names, missing }: NamedTextProps) {
  if (names.length === 0) return text;
  const parts = text.split(/([\w-]+)/);
  return parts.map((part, index) => {
    if (!names.includes(part)) return part;
    const isMissing = missing.some(({ name }) => name === part);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their place
      <span key={index} className={classes[isMissing ? "unset" : "tool"]}>
        {part}
      </span>
    );
  });
}

function hasWord(text: string, word: string): boolean {
  return text.split(/[^\w-]+/).includes(word);
}
