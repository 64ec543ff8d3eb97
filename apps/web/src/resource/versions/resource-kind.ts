import { isFields } from "@callwright/contract";
import { type JsonSchema, jsonSchemaOf, resolved } from "../form/json-schema.ts";
import { fieldWords } from "../form/use-field.ts";
import { schemasAt } from "../json/schema-at.ts";
import type { Resource } from "../resource.ts";
import { callOf } from "../resource-calls.ts";
import { nameOfEntity, type ResourceEntity } from "../resource-entity.ts";
import { rememberEntity, resourceKeys } from "../resource-queries.ts";
import { useResourceTexts } from "../use-resource-texts.ts";
import type { Published, VersionedKind } from "./versioned-kind.ts";

/** A resource as what is published in versions; undefined: it is not. */
export function versionedKindOf(resource: Resource): VersionedKind | undefined {
  const { path, name, versions, schema } = resource;
  if (versions === undefined || !schema) return undefined;
  return {
    path: versions,
    name: name as VersionedKind["name"],
    schema,
    useLabel: () => usePathLabel(resource, jsonSchemaOf(schema)),
    replace: async (client, id, config, before) => {
      const removed = Object.keys(before).filter((field) => !(field in config));
      const body = { ...Object.fromEntries(removed.map((field) => [field, null])), ...config };
      return (await callOf(client, resource, "update")?.({ id, body })) as Published;
    },
    remember: (queryClient, published) => rememberEntity(queryClient, path, published as ResourceEntity),
    reload: (queryClient, id) => queryClient.invalidateQueries({ queryKey: resourceKeys.one(path, id) }),
  };
}

/** The labels of the fields around a field, and its own: “Nodes › talk › Prompt”. Items of a list have their names. */
function usePathLabel(resource: Resource, root: JsonSchema) {
  const texts = useResourceTexts(resource);
  return (path: string, config: object): string => {
    const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const words = steps.map((step, index) => {
      const around = steps.slice(0, index);
      if (typeof step === "number") return nameOfItem(valueAtSteps(config, [...around, step])) ?? String(step + 1);
      const holder = schemasAt(root, root, around, config).find(({ properties = {} }) => step in properties);
      return fieldWords(texts, [...around, step], (holder && resolved(holder.properties?.[step], root)) ?? {}).label;
    });
    return words.join(" › ");
  };
}

const nameOfItem = (item: unknown): string | undefined => (isFields(item) ? nameOfEntity(item) : undefined);

function valueAtSteps(config: object, steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>((value, step) => (Object(value) as Record<string | number, unknown>)[step], config);
}
