import { WIDGET_OPTIONS, type WidgetOption } from "@callwright/widget/options";
import { SegmentedControl, Select, Tabs, Textarea, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDataHost, useServices } from "../../data/services.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { Switch } from "../../kit/Switch.tsx";
import type { VisitorTarget } from "../../kit/visitor-link.ts";
import { contrastOf, LEAST_TEXT_CONTRAST, type Rgb } from "./contrast.ts";
import classes from "./embed.module.css";
import {
  type ChosenOptions,
  choose,
  defaultValue,
  type EmbedSearch,
  OPTION_GROUP_NAMES,
  optionsOf,
  type StudioOption,
} from "./embed-options.ts";
import { PublishPanel } from "./PublishPanel.tsx";
import { targetAttributes, widgetAttributes } from "./snippet.ts";

interface Props {
  target: VisitorTarget;
  name: string;
  /** Back to the page of the target. */
  parent: ReactNode;
}

/** Visitor pages use this server, so agents of another host cannot be embedded. */
export function EmbedStudio(props: Props) {
  const { t } = useTranslation();
  const { enabled, url } = useDataHost() ?? {};
  if (!enabled || !url) return <Studio {...props} />;
  return <EmptyNote title={t("connection.notHere", { host: new URL(url).host })} body={t("connection.notHereBody")} />;
}

/** Choose options, preview the widget, copy the snippet. */
function Studio({ target, name, parent }: Props) {
  const { t } = useTranslation();
  const { group = "kind", token, options = {} }: EmbedSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const onSearch = (part: EmbedSearch) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, ...(part as object) }),
      replace: true,
      resetScroll: false,
    });
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

const WIDTHS = ["wide", "phone"] as const;

/** A page with only the widget, as a visitor's browser would load it. */
const PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><script type="module" src="/widget.js"></script><body></body></html>`;

/** The real widget in an iframe, with the real target. It uses the editor's token, so that no public token is needed yet. */
function WidgetPreview({ target, options }: { target: VisitorTarget; options: ChosenOptions }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const token = useQuery({ queryKey: ["embed", "preview-token"], queryFn: () => session.token(), staleTime: 0, gcTime: 0 });
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>("wide");

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!isLoaded || !page || token.data === undefined) return;
    showWidget(page, {
      "public-key": token.data,
      ...Object.fromEntries([...targetAttributes(target), ...widgetAttributes(options)]),
    });
  }, [isLoaded, token.data, target, options]);

  return (
    <section className={classes.preview} aria-label={t("embed.preview")}>
      <SegmentedControl
        size="xs"
        aria-label={t("embed.previewWidth")}
        data={WIDTHS.map((one) => ({ value: one, label: t(`embed.widths.${one}`) }))}
        value={width}
        onChange={(value) => setWidth(value === "phone" ? "phone" : "wide")}
      />
      <iframe
        ref={frame}
        className={classes.frame}
        data-width={width}
        title={t("embed.preview")}
        srcDoc={PAGE}
        allow="microphone; autoplay"
        onLoad={() => setIsLoaded(true)}
      />
    </section>
  );
}

/** Replaces the widget's attributes, so that changes show without a reload. */
function showWidget(page: Document, attributes: Record<string, string>): void {
  const known = page.querySelector("callwright-widget");
  const widget = known ?? page.createElement("callwright-widget");
  for (const name of widget.getAttributeNames()) if (!(name in attributes)) widget.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes))
    if (widget.getAttribute(name) !== value) widget.setAttribute(name, value);
  if (!known) page.body.append(widget);
}

interface OptionFieldProps {
  name: StudioOption;
  /** Absent: the default. */
  value: string | boolean | undefined;
  onChange(value: string | boolean): void;
}

/** Texts that may be longer than a line. */
const LONG = new Set<StudioOption>(["consentContent"]);

/** The format of the browser's color picker; other formats can be typed. */
const HEX = /^#[\da-f]{6}$/i;

/** The control of one option. An empty text resets to the default. */
function OptionField({ name, value, onChange }: OptionFieldProps) {
  const { t } = useTranslation();
  const option: WidgetOption = WIDGET_OPTIONS[name];
  const label = t(`embed.fields.${name}`);
  const standard = defaultValue(name);
  if (option.kind === "flag") {
    return <Switch label={label} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
  }
  if (option.kind === "choice") {
    const values: Partial<Record<string, Partial<Record<string, string>>>> = t("embed.values", { returnObjects: true });
    return (
      <Select
        label={label}
        data={option.values.map((one) => ({ value: one, label: values[name]?.[one] ?? one }))}
        allowDeselect={false}
        value={String(value ?? standard)}
        onChange={(chosen) => chosen && onChange(chosen)}
      />
    );
  }
  const text = typeof value === "string" ? value : "";
  if (option.kind === "text" && option.isColor) {
    return (
      <TextInput
        label={label}
        placeholder={String(standard)}
        value={text}
        error={isColor(text) ? undefined : t("embed.notAColor")}
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSection={
          <input
            type="color"
            className={classes.swatch}
            aria-label={t("embed.pickColor", { label })}
            value={HEX.test(text) ? text : HEX.test(String(standard)) ? String(standard) : "#ffffff"}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
      />
    );
  }
  const shared = { label, placeholder: String(standard), value: text };
  return LONG.has(name) ? (
    <Textarea {...shared} autosize minRows={3} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

/** Is this a CSS color or empty? */
function isColor(text: string): boolean {
  return text === "" || CSS.supports("color", text);
}

/** A CSS color as painted on white; undefined for an invalid one. */
function readColor(color: string): Rgb | undefined {
  if (!CSS.supports("color", color)) return undefined;
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  for (const paint of ["#ffffff", color]) {
    context.fillStyle = paint;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
