import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { ChartProps } from "./Chart.tsx";

const Chart = lazy(async () => ({ default: (await import("./Chart.tsx")).Chart }));

/** A chart. Its library is loaded when the first one is shown. */
export function LateChart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton h={220} />}>
      <Chart {...props} />
    </Suspense>
  );
}
