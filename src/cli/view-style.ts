import type { Paint } from "./paint.ts";

/** How a run is shown. */
export interface ViewStyle {
  readonly paint: Paint;
  /** True where a person watches: durations are shown, and text appears as it is written. Without it equal runs give equal text. */
  readonly live: boolean;
  /** Width of the terminal, to which the lines of calls are fitted. @default they are as long as they are */
  readonly columns?: number | undefined;
  /** The rehearsal plays the people's decisions too. */
  readonly playsDecisions: boolean;
}
