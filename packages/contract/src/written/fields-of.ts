import type { z } from "zod";

type Schema = z.core.$ZodType;

/** All fields that an object of this schema may have. For a union, the fields of all options. */
export function fieldsOf(schema: Schema): ReadonlySet<string> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return new Set(Object.keys(def.shape));
    case "union":
      return new Set(def.options.flatMap((option) => [...fieldsOf(option)]));
    case "lazy":
      return fieldsOf((schema as z.core.$ZodLazy)._zod.innerType);
    case "pipe":
      return fieldsOf(def.in);
    default:
      return "innerType" in def ? fieldsOf(def.innerType) : new Set();
  }
}
