import { Tabs } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDataHost } from "../../data/services.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import type { VisitorTarget } from "../../kit/visitor-link.ts";
import { contrastOf, LEAST_TEXT_CONTRAST } from "./contrast.ts";
import classes from "./embed.module.css";
import { type ChosenOptions, choose, defaultValue, type EmbedSearch, OPTION_GROUP_NAMES, optionsOf } from "./embed-options.ts";
import { OptionField } from "./OptionField.tsx";
import { PublishPanel } from "./PublishPanel.tsx";
import { readColor } from "./read-color.ts";
import { WidgetPreview } from "./WidgetPreview.tsx";

interface Props {
  target: VisitorTarget;
  name: string;
  /** Back to the page of the target. */
  parent: ReactNode;
  search: EmbedSearch;
  onSearch(part: Partial<EmbedSearch>): void;
}

/** Visitor pages talk to this server, so what another host has cannot be embedded. */
export function EmbedStudio(props: Props) {
  const { t } = useTranslation();
  const { enabled, url } = useDataHost() ?? {};
  if (!enabled || !url) return <Studio {...props} />;
  return <EmptyNote title={t("connection.notHere", { host: new URL(url).host })} body={t("connection.notHereBody")} />;
}

/** Choose options, preview the widget, copy the snippet. */
function Studio({ target, name, parent, search: { group = "kind", token, options = {} }, onSearch }: Props) {
  const { t } = useTranslation();
  const groups = OPTION_GROUP_NAMES.filter((one) => optionsOf(one, options).length > 0);
  return (
    <div className={classes.page}>
      <PageHeader title={t("embed.title", { name })} parent={parent} />
      <div className={classes.columns}>
        <section className={classes.choices} aria-label={t("embed.options")}>
          <Tabs
            value={groups.includes(group) ? group : "kind"}
            onChange={(value) => {
              const next = groups.find((one) => one === value);
              if (next) onSearch({ group: next });
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
                    onChange={(value) => onSearch({ options: choose(options, option, value) })}
                  />
                ))}
                {one === "look" && <ContrastCheck options={options} />}
              </Tabs.Panel>
            ))}
          </Tabs>
        </section>
        <WidgetPreview target={target} options={options} />
        <PublishPanel target={target} options={options} tokenId={token} onToken={(chosen) => onSearch({ token: chosen })} />
      </div>
    </div>
  );
}

/** Checks the contrast of the button's colors. The panel picks its own text color. */
function ContrastCheck({ options }: { options: ChosenOptions }) {
  const { t } = useTranslation();
  const color = (name: "ctaButtonColor" | "ctaButtonTextColor") => readColor(String(options[name] ?? defaultValue(name)));
  const text = color("ctaButtonTextColor");
  const ground = color("ctaButtonColor");
  const contrast = text && ground && contrastOf(text, ground);
  const isEnough = contrast !== undefined && contrast >= LEAST_TEXT_CONTRAST;
  const Icon = isEnough ? IconCheck : IconAlertTriangle;
  return (
    <p role="status" className={classes.contrast} data-enough={isEnough}>
      <Icon size={15} aria-hidden="true" />
      {contrast === undefined
        ? t("embed.noColor")
        : t(isEnough ? "embed.contrastEnough" : "embed.contrastLow", {
            contrast: contrast.toFixed(1),
            least: String(LEAST_TEXT_CONTRAST),
          })}
    </p>
  );
}
