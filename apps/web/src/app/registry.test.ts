import { expect, test } from "vitest";
import { humanValue } from "../kit/field-names.ts";
import { messages } from "../messages/messages.ts";
import { filterFieldsOf, filterShape } from "../resource/list/filter-fields.ts";
import type { ResourceTexts } from "../resource/resource.ts";
import { RESOURCES } from "./registry.ts";

test.each(RESOURCES)("the filters of $path have words for their values", async ({ load, texts }) => {
  const { values }: Partial<ResourceTexts> = texts ? messages[texts] : {};
  const shapes = filterFieldsOf(await load()).map(filterShape);
  const words = shapes.flatMap((shape) => (shape.kind === "choice" ? shape.values.map(String) : []));
  expect(words.filter((value) => (values?.[value] ?? humanValue(value)) === value)).toEqual([]);
});
