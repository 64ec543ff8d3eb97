import "@mantine/charts/styles.css";
import { FunnelChart } from "@mantine/charts";

export interface FunnelStage {
  name: string;
  value: number;
  /** A CSS color. */
  color: string;
}

interface FunnelProps {
  /** What it shows, for screen readers. */
  label: string;
  stages: readonly FunnelStage[];
}

const SIZE_PX = 220;

/** How many are left after each stage. */
export function Funnel({ label, stages }: FunnelProps) {
  return (
    <div role="img" aria-label={label}>
      <FunnelChart
        data={[...stages]}
        size={SIZE_PX}
        withTooltip={false}
        strokeWidth={0}
        funnelProps={{ isAnimationActive: false, lastShapeType: "rectangle" }}
      />
    </div>
  );
}
