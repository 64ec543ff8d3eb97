import type { CallState, CallwrightCall } from "@callwright/call";
import type { ButtonConfig, ButtonState } from "./button-config.ts";
import { BUTTON_STYLES, placeOf } from "./button-styles.ts";

const ICONS: Record<ButtonState, string> = {
  idle: "M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2",
  loading: "M12 3a9 9 0 1 0 9 9",
  active: "M3 14a13 13 0 0 1 18 0l-2 3-4-2v-3a12 12 0 0 0-6 0v3l-4 2zM4 4l16 16",
};
const SVG = "http://www.w3.org/2000/svg";

/** How many steps of loudness have a class of their own: `vapi-btn-volume-0` to `-10`. */
const VOLUME_STEPS = 10;

/** What the button needs of a call object. */
type ButtonCall = Pick<CallwrightCall, "on" | "state" | "stop">;

/**
 * The button of the script tag. It shows the state of the call, also of one that the page itself starts or ends.
 *
 * ```
 *  idle ──click──▶ loading ──the assistant is there──▶ active
 *   ▲                 │ click, or the start fails         │ click, or the call ends
 *   └─────────────────┴───────────────────────────────────┘
 * ```
 */
export class CallButton {
  readonly element = document.createElement("button");
  readonly #config: ButtonConfig;
  #state: ButtonState = "idle";
  #isSpeaking = false;
  #volume = 0;

  constructor(call: ButtonCall, start: () => void, config: ButtonConfig) {
    this.#config = config;
    const { element } = this;
    element.id = "vapi-support-btn";
    element.type = "button";
    const { inset, translate } = placeOf(config.position, config.offset);
    this.#style({ inset, translate, "z-index": `${config.zIndex}`, width: config.width, height: config.height, volume: "0" });
    element.addEventListener("click", () => {
      if (stateOf(call.state) === "idle") start();
      else void call.stop();
    });
    call.on("state", (state) => this.#show(stateOf(state)));
    call.on("speech-start", () => this.#speak(true));
    call.on("speech-end", () => this.#speak(false));
    call.on("volume-level", (volume) => this.#hear(Math.floor(volume * VOLUME_STEPS)));
    this.#draw();
  }

  #show(state: ButtonState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#draw();
  }

  #speak(isSpeaking: boolean): void {
    this.#isSpeaking = isSpeaking;
    this.#name();
  }

  #hear(volume: number): void {
    this.#volume = volume;
    this.#style({ volume: `${volume}` });
    this.#name();
  }

  #draw(): void {
    const { element } = this;
    const { color, type, title, subtitle, icon } = this.#config[this.#state];
    this.#style({ color });
    this.#name();
    element.title = title;
    // A pill is named by its texts.
    if (type === "pill") element.removeAttribute("aria-label");
    else element.setAttribute("aria-label", title);
    element.setAttribute("aria-busy", `${this.#state === "loading"}`);
    const texts = span("vapi-title-container", span("vapi-title", title), span("vapi-subtitle", subtitle));
    const image = span("vapi-icon-container", icon ? imageOf(icon) : drawn(ICONS[this.#state]));
    element.replaceChildren(image, ...(type === "pill" ? [texts] : []));
  }

  /** The documented classes, which pages style and look for. */
  #name(): void {
    const state = this.#state;
    const isActive = state === "active";
    const { type } = this.#config[state];
    this.element.className = [
      "vapi-btn",
      `vapi-btn-is-${state}`,
      `vapi-btn-${type}`,
      ...(this.#isSpeaking ? ["vapi-btn-is-speaking"] : []),
      ...(isActive ? [`vapi-btn-volume-${this.#volume}`] : []),
    ].join(" ");
  }

  #style(values: Record<string, string>): void {
    for (const [name, value] of Object.entries(values)) this.element.style.setProperty(`--vapi-btn-${name}`, value);
  }
}

/** Once for all buttons of a page. A constructed sheet needs no permission of the page's content security policy. */
export function addButtonStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(BUTTON_STYLES);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

function stateOf(state: CallState): ButtonState {
  if (state === "connected") return "active";
  return state === "idle" || state === "ended" ? "idle" : "loading";
}

function span(id: string, ...content: (Node | string)[]): HTMLSpanElement {
  const element = document.createElement("span");
  element.id = id;
  element.append(...content);
  return element;
}

function imageOf(address: string): HTMLImageElement {
  const image = document.createElement("img");
  image.src = address;
  image.alt = "";
  return image;
}

/** Drawn in the page, where the content security policy may refuse an image of another origin. */
function drawn(path: string): SVGSVGElement {
  const image = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  const looks = { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": "2", "stroke-linecap": "round" };
  for (const [name, value] of Object.entries(looks)) image.setAttribute(name, value);
  image.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  image.append(line);
  return image;
}
