import { BooleanField } from "../../resource/form/BooleanField.tsx";
import type { FieldProps } from "../../resource/form/field-props.ts";

/** `compliancePlan.hipaaEnabled` is the same as the organization's own switch above it. It is shown only if it is set, so that it can be unset. */
export function PlanHipaa(field: FieldProps) {
  return field.value === undefined ? null : <BooleanField {...field} />;
}
