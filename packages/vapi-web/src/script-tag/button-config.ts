/** The button of the script tag, as a page configures it. */

const POSITIONS = ["bottom", "top", "left", "right", "top-right", "top-left", "bottom-left", "bottom-right"] as const;

export type ButtonState = "idle" | "loading" | "active";

interface StateConfig {
  /** A CSS color. */
  color: string;
  type: "round" | "pill";
  title: string;
  subtitle: string;
  /** Address of an image. Default: an icon of the script's own. */
  icon?: string;
}

export interface ButtonConfig extends Record<ButtonState, StateConfig> {
  position: (typeof POSITIONS)[number];
  /** CSS lengths: the distance from the edge, the least width, the height. */
  offset: string;
  width: string;
  height: string;
  zIndex: number;
}

/** What a page writes. */
export type GivenButtonConfig = Partial<Omit<ButtonConfig, ButtonState>> & Partial<Record<ButtonState, Partial<StateConfig>>>;

const DEFAULTS: ButtonConfig = {
  position: "bottom",
  offset: "40px",
  width: "50px",
  height: "50px",
  zIndex: 2_147_483_647,
  idle: { color: "rgb(93, 254, 202)", type: "round", title: "Have a quick question?", subtitle: "Talk with our AI assistant" },
  loading: { color: "rgb(93, 124, 202)", type: "round", title: "Connecting…", subtitle: "Please wait" },
  active: { color: "rgb(255, 0, 0)", type: "round", title: "Call is in progress…", subtitle: "End the call" },
};

/** With what a page leaves out. An unknown position is the default one. */
export function buttonConfig({ idle, loading, active, ...given }: GivenButtonConfig = {}): ButtonConfig {
  const config = {
    ...DEFAULTS,
    ...given,
    idle: { ...DEFAULTS.idle, ...idle },
    loading: { ...DEFAULTS.loading, ...loading },
    active: { ...DEFAULTS.active, ...active },
  };
  return POSITIONS.includes(config.position) ? config : { ...config, position: DEFAULTS.position };
}
