/**
 * The look of the button. Every selector has specificity 0, so that a page's own rules for the documented classes win, wherever they stand.
 * What a page configures arrives in custom properties.
 */
export const BUTTON_STYLES = `
@keyframes vapi-btn-bounce {
  0%, 30%, 70%, 100% { transform: translateY(0); }
  50% { transform: translateY(-10%); }
}
@keyframes vapi-btn-spin {
  to { transform: rotate(360deg); }
}
:where(.vapi-btn) {
  position: fixed;
  inset: var(--vapi-btn-inset);
  translate: var(--vapi-btn-translate);
  z-index: var(--vapi-btn-z-index);
  display: flex;
  align-items: center;
  box-sizing: border-box;
  min-width: var(--vapi-btn-width);
  height: var(--vapi-btn-height);
  padding: 0;
  border: none;
  border-radius: 50%;
  font: inherit;
  text-align: left;
  color: black;
  background: var(--vapi-btn-color);
  box-shadow: 1px 1px 10px var(--vapi-btn-color);
  cursor: pointer;
}
:where(.vapi-btn-round) { justify-content: center; }
:where(.vapi-btn-pill) { padding: 0 10px; border-radius: 8px; background: white; }
:where(.vapi-btn-pill #vapi-icon-container) { background: var(--vapi-btn-color); }
:where(.vapi-btn-is-loading, .vapi-btn-is-active) { box-shadow: 1px 1px 40px 10px var(--vapi-btn-color); }
:where(.vapi-btn-is-active) { box-shadow: 1px 1px calc(5px + 2px * var(--vapi-btn-volume)) calc(2px * var(--vapi-btn-volume)) var(--vapi-btn-color); }
:where(#vapi-icon-container) { display: flex; padding: 5px; border-radius: 5px; }
:where(#vapi-icon-container > *) { width: 24px; height: 24px; }
:where(#vapi-title-container) { padding: 5px 10px; }
:where(#vapi-title, #vapi-subtitle) { display: block; }
:where(#vapi-subtitle) { font-size: 0.9em; }
@media (prefers-reduced-motion: no-preference) {
  :where(.vapi-btn) { transition: box-shadow 0.3s ease-in-out, transform 0.3s ease-in-out; }
  :where(.vapi-btn-is-idle) { animation: vapi-btn-bounce 2s ease-in-out infinite; }
  :where(.vapi-btn:hover) { animation: none; transform: translateY(-5px); }
  :where(.vapi-btn-is-loading #vapi-icon-container > *) { animation: vapi-btn-spin 1s linear infinite; }
}
`;

/** The distances from the edges (top, right, bottom, left), and how far the button moves back from the middle of one. */
export function placeOf(position: string, offset: string): { inset: string; translate: string } {
  const at = (edge: string) => (position.includes(edge) ? offset : "auto");
  const isBeside = position === "left" || position === "right";
  const isAboveOrBelow = position === "top" || position === "bottom";
  return {
    inset: `${isBeside ? "50%" : at("top")} ${at("right")} ${at("bottom")} ${isAboveOrBelow ? "50%" : at("left")}`,
    translate: `${isAboveOrBelow ? "-50%" : "0"} ${isBeside ? "-50%" : "0"}`,
  };
}
