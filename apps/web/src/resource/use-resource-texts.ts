import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { humanName } from "../kit/field-names.ts";
import type { Resource, ResourceTexts } from "./resource.ts";
import { nameOfEntity, type ResourceEntity } from "./resource-entity.ts";

/** The texts of a resource. The same object until the language changes. */
export function useResourceTexts(resource: Pick<Resource, "texts" | "nameOf">) {
  const { t } = useTranslation();
  return useMemo(() => {
    const texts = t(resource.texts, { returnObjects: true }) as ResourceTexts;
    return {
      ...texts,
      /** Nouns for generic sentences. */
      nouns: { one: texts.one, many: texts.many },
      nameOf: (entity: ResourceEntity): string => resource.nameOf?.(entity) ?? nameOfEntity(entity) ?? texts.unnamed,
      column: (id: string): string => texts.columns?.[id] ?? humanName(id),
      tab: (id: string): string => texts.tabs?.[id] ?? humanName(id),
    };
  }, [resource, t]);
}

export type UsedTexts = ReturnType<typeof useResourceTexts>;
