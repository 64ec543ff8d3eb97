import type { ErrorBody } from "@callwright/contract";
import { type Html, html } from "../../platform/http/html.ts";
import type { OpenApiDocument } from "../openapi/openapi-types.ts";
import { schemaPath } from "./reference-paths.ts";

/** The catalogue of failures, by status. */
export function errorsPage({ components }: OpenApiDocument): Html {
  const responses = Object.values(components.responses).map(({ content }) =>
    Object.values(content?.["application/json"]?.examples ?? {}).map(({ value }) => value as ErrorBody),
  );
  return html`<p>
      A failed request is answered with its status and an <a href="${schemaPath("ErrorBody")}">ErrorBody</a>. Decide by <code>code</code>, which
      stays; show <code>message</code>, which says what to do. Of a request that is not valid it is a list: one sentence per problem.
    </p>
    ${responses.map(
      (failures) =>
        html`<section>
          <h2 id="${failures[0]?.statusCode}">${failures[0]?.statusCode} ${failures[0]?.error}</h2>
          <dl>
            ${failures.map(
              ({ code, message }) =>
                html`<dt><code>${code}</code></dt>
                  <dd>${typeof message === "string" ? message : message[0]}</dd>`,
            )}
          </dl>
        </section>`,
    )}`;
}
