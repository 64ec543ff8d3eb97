import type { AuditEvent } from "@callwright/contract";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { AuditRow } from "./AuditRow.tsx";
import classes from "./audit.module.css";

const VirtualRows = lazy(async () => ({ default: (await import("../../resource/list/VirtualRows.tsx")).VirtualRows }));

/** As in audit.module.css: on a narrow screen a row has two lines. */
const ROW_HEIGHT_PX = { wide: 36, narrow: 56 };
/** Until what draws only the rows in view is loaded: more than a screen shows. */
const FIRST_ROWS = 50;

interface AuditTableProps {
  events: readonly AuditEvent[];
  /** The reader has come near the end of the rows. */
  onNearEnd: () => void;
  onOpen: (id: string) => void;
}

/** Of a long log only the rows in view are there. */
export function AuditTable({ events, onNearEnd, onOpen }: AuditTableProps) {
  const { t } = useTranslation();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [nowMs] = useState(Date.now);
  const isNarrow = useMediaQuery("(max-width: 700px)", false, { getInitialValueInEffect: false });
  const frame = (from: number, to: number): ReactNode => (
    <table className={classes.table} aria-label={t("audit.title")} aria-rowcount={events.length + 1}>
      <thead className={classes.head}>
        <tr aria-rowindex={1}>
          <th scope="col" className={classes.when}>
            {t("audit.when")}
          </th>
          <th scope="col" className={classes.who}>
            {t("audit.who")}
          </th>
          <th scope="col" className={classes.what}>
            {t("audit.what")}
          </th>
          <th scope="col" className={classes.from}>
            {t("audit.from")}
          </th>
          <th scope="col" className={classes.details}>
            <span className="visually-hidden">{t("audit.details")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {events.slice(from, to).map((event, index) => (
          <AuditRow key={event.id} event={event} rowIndex={from + index + 2} nowMs={nowMs} onOpen={() => onOpen(event.id)} />
        ))}
      </tbody>
    </table>
  );
  return (
    <div ref={setScroller} className={classes.scroller}>
      <Suspense fallback={frame(0, FIRST_ROWS)}>
        <VirtualRows
          // Heights that were taken for rows of the other kind are forgotten.
          key={String(isNarrow)}
          count={events.length}
          rowHeightPx={isNarrow ? ROW_HEIGHT_PX.narrow : ROW_HEIGHT_PX.wide}
          scroller={scroller}
          draw={frame}
          onNearEnd={onNearEnd}
        />
      </Suspense>
    </div>
  );
}
