/**
 * Header of a request: its body and its answer have only the hosted platform's names, so that typed clients of that platform can read them. Among the
 * `headers` of a server entry, it has the same effect on messages to that server and on its answers.
 */
export const COMPAT_HEADER = "Callwright-Compat";
/** The value of the header, and of `compat` of an API token. */
export const COMPAT_FORMS = ["provider"] as const;
export type CompatForm = (typeof COMPAT_FORMS)[number];

/** Header of an answer with the hosted platform's names: the `warnings` of our form, as JSON. A long list is cut. */
export const WARNINGS_HEADER = "Callwright-Warnings";

/** Whether a request with these headers, in any case, wants only the hosted platform's names. */
export function wantsProviderNames(headers: Readonly<Record<string, string>> | undefined): boolean {
  const given = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === COMPAT_HEADER.toLowerCase());
  return given?.[1] === COMPAT_FORMS[0];
}
