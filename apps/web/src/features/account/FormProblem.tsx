import { Alert } from "@mantine/core";
import classes from "./account.module.css";

/** What is wrong with a form, but with no field in particular. */
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
