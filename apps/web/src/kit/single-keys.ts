/** After an edit, single keys have no effect for this long: if the field loses the focus, a person may still be typing text. */
const PAUSE_AFTER_EDIT_MS = 1_000;

/** Elements with their own keys: text, choices, dialogs, and elements with `data-own-keys`. */
const OWN_KEYS =
  "input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=alertdialog], [data-own-keys]";

let editedAtMs = Number.NEGATIVE_INFINITY;

/** Notes when something in the page is edited. Called once, before the first edit. */
export function watchEdits(page: EventTarget): void {
  for (const kind of ["input", "change"]) {
    const note = ({ timeStamp }: Event) => {
      editedAtMs = timeStamp;
    };
    page.addEventListener(kind, note, { capture: true });
  }
}

/** May the page act on this key alone? Not while a text, a dialog or an inspector has the focus, and not right after an edit. */
export function isSingleKey(
  event: Pick<KeyboardEvent, "altKey" | "ctrlKey" | "defaultPrevented" | "metaKey" | "target" | "timeStamp">,
) {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return false;
  if (document.querySelector("[aria-modal=true]")) return false;
  if (event.timeStamp - editedAtMs >= PAUSE_AFTER_EDIT_MS) return true;
  // The person is still typing.
  editedAtMs = event.timeStamp;
  return false;
}
