import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { pinnedTemplatesQuery } from "../../data/pinned-templates-query.ts";
import { useClient } from "../../data/services.tsx";
import { toolKind } from "../tools/tool-kind.ts";
import classes from "./pinned-templates.module.css";
import { UseTemplateAction } from "./UseTemplateAction.tsx";

/** The templates everybody sees first. */
export function PinnedTemplates() {
  const { t } = useTranslation();
  const client = useClient();
  const { data: pinned = [] } = useQuery(pinnedTemplatesQuery(client));
  if (pinned.length === 0) return null;
  return (
    <section className={classes.pinned} aria-label={t("templates.pinned")}>
      <h2>{t("templates.pinned")}</h2>
      <ul>
        {pinned.map((template) => (
          <li key={template.id}>
            <h3>{template.name ?? t("templates.unnamed")}</h3>
            <p>
              {template.description ?? (template.details && (purposeOf(template.details) ?? toolKind(t, template.details.type)))}
            </p>
            <UseTemplateAction entity={template} />
          </li>
        ))}
      </ul>
      <h2>{t("templates.own")}</h2>
    </section>
  );
}

function purposeOf(details: object): string | undefined {
  const { function: itsFunction } = details as { function?: { description?: string } };
  return itsFunction?.description;
}
