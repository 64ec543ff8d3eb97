import type { WidgetOptions } from "../options/widget-options.ts";

/** Sizes by name. */
const RADIUS_PX: Record<WidgetOptions["borderRadius"], number> = { none: 0, small: 4, medium: 8, large: 16 };

/** The color and size options as a style sheet of one widget. Constructed without CSS text, so that content security policies allow it. */
export class OptionSheet {
  readonly sheet = new CSSStyleSheet();
  readonly #style: CSSStyleDeclaration;

  constructor() {
    this.sheet.insertRule(".frame {}");
    this.#style = (this.sheet.cssRules[0] as CSSStyleRule).style;
  }

  apply({ baseBgColor, accentColor, ctaButtonColor, ctaButtonTextColor, borderRadius }: WidgetOptions): void {
    this.#set("base-bg-color", baseBgColor);
    this.#set("accent-color", accentColor);
    this.#set("cta-button-color", ctaButtonColor);
    this.#set("cta-button-text-color", ctaButtonTextColor);
    this.#set("border-radius", `${RADIUS_PX[borderRadius]}px`);
  }

  #set(name: string, value: string | undefined): void {
    if (value === undefined) this.#style.removeProperty(`--option-${name}`);
    else this.#style.setProperty(`--option-${name}`, value);
  }
}
