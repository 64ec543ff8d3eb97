import { useRouter } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AuthFields, type AuthProblem, PASSWORD_MIN_CHARACTERS, serverProblem } from "./auth-problems.ts";

interface AuthFormOptions {
  check: (fields: AuthFields) => AuthProblem[];
  send: (fields: AuthFields) => Promise<void>;
  /** Where to go afterwards. */
  returnTo: string | undefined;
}

const EMPTY: AuthFields = { name: "", email: "", password: "" };

/** State of the two sign-in forms: what was typed, what is wrong and where, and whether an answer is awaited. */
export function useAuthForm({ check, send, returnTo }: AuthFormOptions) {
  const { t } = useTranslation();
  const router = useRouter();
  const [fields, setFields] = useState(EMPTY);
  const [problems, setProblems] = useState<AuthProblem[]>([]);
  const [sending, setSending] = useState(false);

  const submit = async (form: HTMLFormElement) => {
    const trimmed = { ...fields, name: fields.name.trim(), email: fields.email.trim() };
    const found = check(trimmed);
    setProblems(found);
    if (found[0]) return focusField(form, found[0].field);
    setSending(true);
    try {
      await send(trimmed);
      router.history.push(returnTo ?? "/assistants");
    } catch (error) {
      const problem = serverProblem(error);
      setProblems([problem]);
      focusField(form, problem.field);
    } finally {
      setSending(false);
    }
  };

  const problemAt = (field: AuthProblem["field"]) => {
    const problem = problems.find((each) => each.field === field);
    return problem && t(`auth.${problem.key}`, { count: PASSWORD_MIN_CHARACTERS, reason: problem.reason ?? "" });
  };

  return {
    sending,
    formProblem: problemAt("form"),
    onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    /** Props of one text field. */
    field: (name: keyof AuthFields) => ({
      name,
      value: fields[name],
      error: problemAt(name),
      required: true,
      withAsterisk: false,
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget;
        setFields((current) => ({ ...current, [name]: value }));
        setProblems((current) => current.filter((problem) => problem.field !== name));
      },
    }),
  };
}

function focusField(form: HTMLFormElement, field: AuthProblem["field"]) {
  const element = form.elements.namedItem(field);
  if (element instanceof HTMLElement) element.focus();
}
