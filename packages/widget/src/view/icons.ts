import { type SVGTemplateResult, svg } from "lit";

/** Line icons on a grid of 24, in the color of the surrounding text. The control has the label. */
function icon(path: SVGTemplateResult): SVGTemplateResult {
  return svg`<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;
}

export const ICONS = {
  chat: icon(svg`<path d="M21 12a8 8 0 0 1-8 8H4l2-3.2A8 8 0 1 1 21 12z"/>`),
  close: icon(svg`<path d="M6 6l12 12M18 6L6 18"/>`),
  microphone: icon(svg`<rect x="9" y="3" width="6" height="11" rx="3"/><path d="M5 11a7 7 0 0 0 14 0M12 18v3"/>`),
  microphoneOff: icon(
    svg`<path d="M9 9v2a3 3 0 0 0 4.5 2.6M15 10.5V6a3 3 0 0 0-5.8-1M5 11a7 7 0 0 0 10.5 6.1M19 11a7 7 0 0 1-.6 2.8M12 18v3M4 4l16 16"/>`,
  ),
  send: icon(svg`<path d="M12 19V5M6 11l6-6 6 6"/>`),
};
