import type { ReactNode } from "react";
import { problemAt } from "../problems.ts";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { gistOf } from "./gist.ts";
import { Section } from "./Section.tsx";
import { keyOf, useField } from "./use-field.ts";

/** A frame for a field with fields of its own, with label, help and problems. No frame if the container has one. */
export function FieldSection({ field, children }: { field: FieldProps; children: ReactNode }) {
  const { problems, openDepth, mainFields } = useForm();
  const { label, help, name } = useField(field);
  if (field.isBare || field.path.length === 0) return children;
  // A part of a form beside a canvas has little room.
  const isMain = openDepth > 0 && mainFields.has(keyOf(field.path));
  return (
    <Section
      title={label}
      help={help}
      gist={gistOf(field.value)}
      problem={problems.find(({ path }) => path === name)?.message}
      hasProblem={problemAt(problems, name) !== undefined}
      isRequired={field.isRequired}
      startsOpen={field.path.length <= openDepth || isMain}
    >
      {children}
    </Section>
  );
}
