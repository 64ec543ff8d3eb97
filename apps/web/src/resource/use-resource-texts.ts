import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { humanName } from "./form/field-names.ts";
import type { Resource, ResourceTexts } from "./resource.ts";
import { nameOfEntity, type ResourceEntity } from "./resource-entity.ts";

/** The words of a kind of thing, and what each of them is called. The same object until the language changes. */
export function useResourceTexts(resource: Resource) {
  const { t } = useTranslation();
  return useMemo(() => {
    const texts = t(resource.texts, { returnObjects: true }) as ResourceTexts;
    return {
      ...texts,
      /** For the kit's own sentences. */
      nouns: { one: texts.one, many: texts.many },
      nameOf: (entity: ResourceEntity): string => resource.nameOf?.(entity) ?? nameOfEntity(entity) ?? texts.unnamed,
      column: (id: string): string => texts.columns?.[id] ?? humanName(id),
      tab: (id: string): string => texts.tabs?.[id] ?? humanName(id),
    };
  }, [resource, t]);
}

export type UsedTexts = ReturnType<typeof useResourceTexts>;
