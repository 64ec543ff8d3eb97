import { type SyntheticEvent, useState } from "react";
import { type Problem, serverProblem } from "./auth-problems.ts";
import { useProblemText } from "./use-problem-text.ts";

interface AuthFormOptions<Field extends string> {
  /** Initial values of the fields. */
  initial: Record<Field, string>;
  /** Validates the fields. Nothing is sent if there are problems. */
  check: (fields: Record<Field, string>) => Problem<Field>[];
  send: (fields: Record<Field, string>) => Promise<void>;
}

interface Said<Field extends string> {
  problem: Problem<Field>;
  text: string;
}

/** State of an account form: values, problems and whether a request is pending. */
export function useAuthForm<Field extends string>({ initial, check, send }: AuthFormOptions<Field>) {
  const textOf = useProblemText();
  const [fields, setFields] = useState(initial);
  const [said, setSaid] = useState<Said<Field>[]>([]);
  const [sending, setSending] = useState(false);

  const say = (form: HTMLFormElement, problems: Problem<Field>[]) => {
    setSaid(problems.map((problem) => ({ problem, text: textOf(problem) })));
    if (problems[0]) focusField(form, problems[0].field);
  };

  const submit = async (form: HTMLFormElement) => {
    const trimmed = withoutSpaces(fields);
    const found = check(trimmed);
    say(form, found);
    if (found.length > 0) return;
    setSending(true);
    try {
      await send(trimmed);
    } catch (error) {
      say(form, [serverProblem(error, Object.keys(initial) as Field[])]);
    } finally {
      setSending(false);
    }
  };

  const at = (field: Field | "form") => said.find(({ problem }) => problem.field === field);

  return {
    fields,
    sending,
    formProblem: at("form")?.text,
    /** Key of the problem shown above the form, for problems with an action. */
    formProblemKey: at("form")?.problem.key,
    reset: () => setFields(initial),
    onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    /** Props of one text field. */
    field: (name: Field) => ({
      name,
      value: fields[name],
      error: at(name)?.text,
      required: true,
      withAsterisk: false,
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        setFields((current) => ({ ...current, [name]: value }));
        setSaid((current) => current.filter(({ problem }) => problem.field !== name));
      },
    }),
  };
}

/** Trims names and addresses, but not passwords. */
function withoutSpaces<Field extends string>(fields: Record<Field, string>): Record<Field, string> {
  const entries = Object.entries<string>(fields).map(([name, value]) => [name, /password/i.test(name) ? value : value.trim()]);
  return Object.fromEntries(entries) as Record<Field, string>;
}

function focusField(form: HTMLFormElement, field: string) {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLElement) element.focus();
}
