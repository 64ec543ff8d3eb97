import type { FieldProps } from "../../../resource/form/field-props.ts";
import classes from "../../../resource/form/form.module.css";
import { useForm } from "../../../resource/form/form-context.ts";
import { ListField } from "../../../resource/form/ListField.tsx";
import { shapeOf } from "../../../resource/form/shape.ts";

/** The list of hooks without a frame: there is nothing else in its tab. */
export function HookList(field: FieldProps) {
  const { root } = useForm();
  const shape = shapeOf(field.schema, "hooks", root);
  if (shape.kind !== "list") return null;
  return (
    <div className={classes.fields}>
      <ListField {...field} item={shape.item} isBare />
    </div>
  );
}
