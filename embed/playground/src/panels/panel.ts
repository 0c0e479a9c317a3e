// A view beside the editor.

import type { Outcome } from "../session.js";

export interface Panel {
  readonly id: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** Shows the newest compilation. It is called for the panel that is seen, and no other. */
  show(outcome: Outcome): void;
}
