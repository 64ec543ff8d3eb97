import { lazy, Suspense } from "react";
import { BooleanField } from "./BooleanField.tsx";
import { ChoiceField, ChoicesField } from "./ChoiceField.tsx";
import { FileField } from "./FileField.tsx";
import type { FieldProps } from "./field-props.ts";
import { useForm } from "./form-context.ts";
import { InstantField } from "./InstantField.tsx";
import { resolved } from "./json-schema.ts";
import { ListField } from "./ListField.tsx";
import { MapField } from "./MapField.tsx";
import { NumberField } from "./NumberField.tsx";
import { ObjectField } from "./ObjectField.tsx";
import { ReferenceField } from "./ReferenceField.tsx";
import { SecretField } from "./SecretField.tsx";
import { canShow, type Shape, shapeOf } from "./shape.ts";
import { TextField } from "./TextField.tsx";
import { TextsField } from "./TextsField.tsx";
import { UnionField } from "./UnionField.tsx";
import { keyOf } from "./use-field.ts";

const JsonField = lazy(async () => ({ default: (await import("./JsonField.tsx")).JsonField }));
const SchemaField = lazy(async () => ({ default: (await import("./schema/SchemaField.tsx")).SchemaField }));

/** One field of a form, marked so that `focusField` finds it. */
export function Field(field: FieldProps) {
  const place = field.isBare || field.path.length === 0 ? {} : { "data-path": field.path.join(".") };
  return (
    <div {...place}>
      <DrawnField {...field} />
    </div>
  );
}

/** One field: the resource's custom control, otherwise the control of its shape, otherwise JSON. */
function DrawnField(given: FieldProps) {
  const { root, parts } = useForm();
  const field = { ...given, schema: resolved(given.schema, root) };
  const Part = parts[keyOf(field.path)];
  const isItem = typeof field.path.at(-1) === "number";
  if (Part && !isItem) {
    return (
      <Suspense fallback={null}>
        <Part {...field} />
      </Suspense>
    );
  }
  const name = String(field.path.findLast((step) => typeof step === "string") ?? "");
  const fitting = shapeOf(field.schema, name, root);
  const shape: Shape = canShow(fitting, field.value) ? fitting : { kind: "json" };
  switch (shape.kind) {
    case "text":
      return <TextField {...field} shape={shape} />;
    case "secret":
      return <SecretField {...field} />;
    case "number":
      return <NumberField {...field} shape={shape} />;
    case "boolean":
      return <BooleanField {...field} />;
    case "choice":
      return <ChoiceField {...field} values={shape.values} />;
    case "choices":
      return <ChoicesField {...field} values={shape.values} />;
    case "instant":
      return <InstantField {...field} />;
    case "file":
      return <FileField {...field} />;
    case "texts":
      return <TextsField {...field} />;
    case "reference":
      return <ReferenceField {...field} to={shape.to} isList={shape.isList} />;
    case "map":
      return <MapField {...field} />;
    case "list":
      return <ListField {...field} item={shape.item} />;
    case "object":
      return <ObjectField {...field} fields={shape.fields} isOpen={shape.isOpen} />;
    case "union":
      return <UnionField {...field} options={shape.options} />;
    case "schema":
      return (
        <Suspense fallback={null}>
          <SchemaField {...field} types={shape.types} />
        </Suspense>
      );
    case "json":
      return (
        <Suspense fallback={null}>
          <JsonField {...field} />
        </Suspense>
      );
    default:
      return shape satisfies never;
  }
}
