import { Failure } from "../../../kit/Failure.tsx";
import classes from "./account.module.css";

/** A problem of the whole form. */
export function FormProblem({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={classes.said}>
      <Failure>{text}</Failure>
    </div>
  );
}
