import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost } from "../../data/services.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { assistantQuery } from "../assistants/assistant-queries.ts";
import { ContrastCheck } from "./ContrastCheck.tsx";
import classes from "./embed.module.css";
import { choose, type EmbedSearch, OPTION_GROUP_NAMES, optionsOf } from "./embed-options.ts";
import { OptionField } from "./OptionField.tsx";
import { PublishPanel } from "./PublishPanel.tsx";
import { WidgetPreview } from "./WidgetPreview.tsx";

const route = getRouteApi("/shell/assistants/$id/embed");

/** Embeds an assistant in a web page. Visitor pages talk to this server, so assistants of another host cannot be embedded. */
export function EmbedPage() {
  const { t } = useTranslation();
  const { enabled, url } = useDataHost() ?? {};
  if (!enabled || !url) return <EmbedStudio />;
  return <EmptyNote title={t("connection.notHere", { host: new URL(url).host })} body={t("connection.notHereBody")} />;
}

/** Choose options, preview the widget, copy the snippet. */
function EmbedStudio() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  const { group = "kind", token, options = {} } = route.useSearch();
  const navigate = route.useNavigate();
  const assistant = useQuery(assistantQuery(useClient(), id));
  const change = (part: Partial<EmbedSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false });
  const groups = OPTION_GROUP_NAMES.filter((one) => optionsOf(one, options).length > 0);
  const name = assistant.data?.name ?? t("assistants.unnamed");
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("embed.title", { name })}
        parent={
          <Link to="/assistants/$id" params={{ id }}>
            {name}
          </Link>
        }
      />
      <div className={classes.columns}>
        <section className={classes.choices} aria-label={t("embed.options")}>
          <Tabs
            value={groups.includes(group) ? group : "kind"}
            onChange={(value) => {
              const next = groups.find((one) => one === value);
              if (next) change({ group: next });
            }}
          >
            <Tabs.List>
              {groups.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {t(`embed.groups.${one}`)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {groups.map((one) => (
              <Tabs.Panel key={one} value={one} className={classes.fields}>
                {optionsOf(one, options).map((option) => (
                  <OptionField
                    key={option}
                    name={option}
                    value={options[option]}
                    onChange={(value) => change({ options: choose(options, option, value) })}
                  />
                ))}
                {one === "look" && <ContrastCheck options={options} />}
              </Tabs.Panel>
            ))}
          </Tabs>
        </section>
        <WidgetPreview assistantId={id} options={options} />
        <PublishPanel assistantId={id} options={options} tokenId={token} onToken={(chosen) => change({ token: chosen })} />
      </div>
    </div>
  );
}
