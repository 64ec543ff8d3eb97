import { Alert, type AlertProps } from "@mantine/core";

/** Says why something failed. Shows nothing without a reason. */
export function Failure({ children, ...alert }: AlertProps) {
  if (!children) return null;
  return (
    <Alert color="red" variant="outline" {...alert}>
      {children}
    </Alert>
  );
}

/** Says what to look out for. */
export function Warning(warning: AlertProps) {
  return <Failure color="yellow" {...warning} />;
}
