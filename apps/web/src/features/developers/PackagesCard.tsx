import type { OfferedPackage } from "@callwright/contract";
import { Radio, SegmentedControl } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { CopyIcon } from "../../kit/CopyButton.tsx";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { QueryState } from "../../resource/QueryState.tsx";
import classes from "./developers.module.css";
import { type InstallWay, lineOf, sampleOf, waysOf } from "./package-lines.ts";

const route = getRouteApi("/shell/settings/developers");

interface PackagesCardProps {
  packages: UseQueryResult<OfferedPackage[]>;
  publicToken: string | undefined;
}

/** What this server offers to install: the chosen package, its line and a sample. */
export function PackagesCard({ packages, publicToken }: PackagesCardProps) {
  const { t } = useTranslation();
  const [first] = packages.data ?? [];
  return (
    <section className={classes.card} aria-labelledby="packages">
      {packages.data && first ? (
        <Packages packages={packages.data} first={first} publicToken={publicToken} />
      ) : (
        <header className={classes.head}>
          <h2 id="packages">{t("developers.packages")}</h2>
        </header>
      )}
      <QueryState query={packages} failed={(reason) => t("developers.loadFailed", { reason })} />
      {packages.data?.length === 0 && <EmptyNote title={t("developers.none")} body={t("developers.noneBody")} />}
    </section>
  );
}

interface PackagesProps {
  packages: readonly OfferedPackage[];
  /** Shown when the address names no package of the list. */
  first: OfferedPackage;
  publicToken: string | undefined;
}

function Packages({ packages, first, publicToken }: PackagesProps) {
  const { t } = useTranslation();
  const { kilobytes } = useFormat();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const chosen = packages.find(({ name }) => name === search.package) ?? first;
  const ways = waysOf(chosen);
  const way = ways.find((each) => each === search.by) ?? "npm";
  const show = (change: { package?: string; by?: InstallWay }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const line = lineOf(chosen, way);
  const sample = sampleOf(chosen, way, publicToken);
  const { integrity } = chosen;
  return (
    <>
      <header className={classes.head}>
        <h2 id="packages">{t("developers.packages")}</h2>
        <span className={classes.built}>{t("developers.built", { version: chosen.version })}</span>
        <SegmentedControl
          size="xs"
          aria-label={t("developers.way")}
          value={way}
          data={ways.map((each) => ({ value: each, label: t(`developers.ways.${each}`) }))}
          onChange={(by) => show({ by: by as InstallWay })}
        />
      </header>
      <div className={classes.line}>
        <Scroller as="section" className={classes.code} aria-label={t("developers.line")}>
          <code>{line}</code>
        </Scroller>
        <CopyIcon text={line} label={t("developers.copyLine")} />
      </div>
      <p className={classes.facts} title={integrity}>
        {t(`developers.facts.${way}`, { integrity: `${integrity.slice(0, 13)}…${integrity.slice(-6)}` })}
      </p>
      <div className={classes.columns}>
        <Radio.Group
          label={t("developers.choose")}
          labelProps={{ className: "visually-hidden" }}
          value={chosen.name}
          onChange={(name) => show({ package: name })}
        >
          {packages.map((each) => (
            <div key={each.name} className={classes.package} data-chosen={each === chosen || undefined}>
              <Radio value={each.name} label={<code>{each.name}</code>} description={each.description} />
              <span className="num">{kilobytes(each.sizeBytes)}</span>
            </div>
          ))}
        </Radio.Group>
        {sample !== "" && (
          <div className={classes.sample}>
            <Scroller as="section" className={classes.sampleCode} aria-label={t("developers.sample")}>
              <pre>{sample}</pre>
            </Scroller>
            <CopyIcon text={sample} label={t("developers.copySample")} />
          </div>
        )}
      </div>
    </>
  );
}
