import { type ReactNode, useMemo } from "react";
import { FULL_SUPPORT } from "../field-support.ts";
import { Field } from "./Field.tsx";
import { FormContext, type FormState } from "./form-context.ts";

type Optional = Omit<FormState, "root" | "problems" | "Field" | "mainFields" | "omitted">;

export type FormScopeProps = Pick<FormState, "root" | "problems"> & {
  [option in keyof Optional]?: Optional[option] | undefined;
} & {
  /** Optional fields that are always shown, by dotted path. */
  mainFields?: readonly string[] | undefined;
  /** Fields that are shown elsewhere, by dotted path. */
  omitted?: readonly string[] | undefined;
};

const NONE = {};
const NO_FIELDS: readonly string[] = [];
const OPEN_DEPTH = 2;

/** What all fields inside share. */
export function FormScope({ root, problems, children, ...options }: FormScopeProps & { children: ReactNode }) {
  const {
    isStored = false,
    isReadOnly = false,
    changeable,
    support = FULL_SUPPORT,
    mainFields = NO_FIELDS,
    omitted = NO_FIELDS,
    openDepth = OPEN_DEPTH,
  } = options;
  const { texts = NONE, parts = NONE, sentences = NONE, defaults = NONE } = options;
  const form = useMemo<FormState>(
    () => ({
      root,
      texts,
      problems,
      isStored,
      isReadOnly,
      changeable,
      support,
      mainFields: new Set(mainFields),
      omitted: new Set(omitted),
      sentences,
      defaults,
      openDepth,
      parts,
      Field,
    }),
    [
      root,
      texts,
      problems,
      isStored,
      isReadOnly,
      changeable,
      support,
      mainFields,
      omitted,
      sentences,
      defaults,
      openDepth,
      parts,
    ],
  );
  return <FormContext value={form}>{children}</FormContext>;
}
