import { colorStyles } from "./color-styles.ts";
import { frameStyles } from "./frame-styles.ts";
import { launcherStyles } from "./launcher-styles.ts";
import { messagesStyles } from "./messages-styles.ts";
import { motionStyles } from "./motion-styles.ts";
import { panelStyles } from "./panel-styles.ts";

/** Later styles override earlier ones. */
export const styles = [colorStyles, frameStyles, launcherStyles, panelStyles, messagesStyles, motionStyles];
