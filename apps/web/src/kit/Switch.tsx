import { Switch as MantineSwitch, type SwitchProps } from "@mantine/core";

/** A switch that is named by its label alone. Without the `aria-label`, its name also contains the description, which describes it anyway. */
export function Switch(props: SwitchProps) {
  return <MantineSwitch {...(typeof props.label === "string" ? { "aria-label": props.label } : {})} {...props} />;
}
