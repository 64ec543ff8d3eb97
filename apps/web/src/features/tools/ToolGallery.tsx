import { IconPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { SearchField } from "../../kit/SearchField.tsx";
import { KindButton, useKindGroups } from "./KindButton.tsx";
import { parametersOf } from "./sample-arguments.ts";
import classes from "./tool-gallery.module.css";
import { toolKind } from "./tool-kind.ts";
import { TOOL_SAMPLES, type ToolSample } from "./tool-samples.ts";

/** A new tool begins with its kind, or with a sample that works. */
export function ToolGallery() {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const groups = useKindGroups(search);
  const navigate = useNavigate();
  const open = (kind: string) => void navigate({ to: "/$resource/new", params: { resource: "tools" }, search: { kind } });
  const count = groups.reduce((sum, { cards }) => sum + cards.length, 0);
  const isSearching = search.trim() !== "";
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("resource.create", { one: t("tools.one"), many: t("tools.many") })}
        parent={
          <Link to="/$resource" params={{ resource: "tools" }}>
            {t("tools.title")}
          </Link>
        }
        actions={<SearchField label={t("toolGallery.search")} value={search} onChange={setSearch} />}
      />
      <div className={classes.scroll}>
        {groups
          .filter(({ id }) => id !== "models")
          .map((group) => (
            <Group key={group.id} group={group} onChoose={open} />
          ))}
        <p className={classes.nothing} role="status">
          {count === 0 && t("toolGallery.nothing")}
        </p>
        {!isSearching && <Samples />}
        {groups
          .filter(({ id }) => id === "models")
          .map((group) => (
            <Group key={group.id} group={group} onChoose={open} />
          ))}
      </div>
    </div>
  );
}

interface GroupProps {
  group: ReturnType<typeof useKindGroups>[number];
  onChoose: (kind: string) => void;
}

function Group({ group: { id, cards }, onChoose }: GroupProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby={`kinds-${id}`}>
      <h2 id={`kinds-${id}`} className={classes.title}>
        {t(`toolGallery.groups.${id}`)} <span className={classes.hint}>{t(`toolGallery.hints.${id}`)}</span>
      </h2>
      <ul className={classes.grid}>
        {cards.map((card) => (
          <li key={card.id}>
            <KindButton card={card} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Samples() {
  const { t } = useTranslation();
  return (
    <section className={classes.samples} aria-labelledby="tool-samples">
      <h2 id="tool-samples" className={classes.title}>
        {t("toolGallery.samples")} <span className={classes.hint}>{t("toolGallery.samplesHint")}</span>
      </h2>
      <ul className={classes.grid}>
        {(Object.keys(TOOL_SAMPLES) as ToolSample[]).map((id) => {
          const tool = TOOL_SAMPLES[id];
          const count = Object.keys(parametersOf(tool)).length;
          return (
            <li key={id}>
              <Link className={classes.sample} to="/$resource/new" params={{ resource: "tools" }} search={{ kind: id }}>
                <span>
                  <span className={classes.name}>{t(`toolGallery.sampleNames.${id}`)}</span>
                  <span className={classes.small}>
                    {toolKind(t, tool.type)}
                    {count > 0 && ` · ${t("toolGallery.parameters", { count })}`}
                  </span>
                </span>
                <IconPlus size={16} aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
