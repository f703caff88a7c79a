import type { Paint } from "./paint.ts";

/** How a run is shown. */
export interface ViewStyle {
  readonly paint: Paint;
  /** True where a person watches: durations are shown, and text appears as it is written. Without it equal runs give equal text. */
  readonly live: boolean;
  /** The rehearsal plays the people's decisions too. */
  readonly playsDecisions: boolean;
}
