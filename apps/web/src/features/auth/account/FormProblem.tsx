import { Alert } from "@mantine/core";
import classes from "./account.module.css";

/** A problem of the whole form. */
export function FormProblem({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={classes.said}>
      {text && (
        <Alert color="red" variant="outline">
          {text}
        </Alert>
      )}
    </div>
  );
}
