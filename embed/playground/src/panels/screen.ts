// A picture that is drawn: the texel under the pointer, and what the pointer does with it.

import type { TargetResult } from "../../../npm/index.js";
import { button, h, save } from "../dom.js";
import type { Size } from "../draws.js";
import { numberText } from "./results.js";

export interface ScreenEvents {
  /** The pointer is somewhere else, in parts of the picture. */
  moved(at: [number, number]): void;
  /** It was moved so far with its button down, in parts of the picture. */
  dragged(across: number, down: number): void;
  wheeled(steps: number): void;
  /** The user wants to know about a pixel, of the size that is shown. */
  chosen(pixel: [number, number]): void;
}

/** How far a pointer may move in a click. */
const CLICK = 4;
/** The units of a wheel's step, in pixels. */
const STEP = 100;

export class Screen {
  readonly element: HTMLElement;
  readonly #canvas = h("canvas", { width: 1, height: 1, tabIndex: 0, role: "img", className: "screen" });
  readonly #texel = h("output", { className: "texel" }, " ");
  readonly #caption = h("figcaption");
  #target: TargetResult | undefined;
  #pointer: { x: number; y: number; isDrag: boolean } | undefined;

  constructor(events: ScreenEvents) {
    const canvas = this.#canvas;
    canvas.onpointerdown = ({ offsetX: x, offsetY: y, pointerId }) => {
      canvas.setPointerCapture(pointerId);
      this.#pointer = { x, y, isDrag: false };
    };
    canvas.onpointermove = (event) => this.#moved(event, events);
    canvas.onpointerup = (event) => {
      if (this.#pointer?.isDrag === false) events.chosen(this.#pixel(event));
      this.#pointer = undefined;
    };
    canvas.onwheel = (event) => {
      event.preventDefault();
      events.wheeled(event.deltaY / STEP);
    };
    canvas.onkeydown = (event) => {
      const turns: Record<string, [number, number]> = { ArrowLeft: [-0.05, 0], ArrowRight: [0.05, 0], ArrowUp: [0, -0.05], ArrowDown: [0, 0.05] };
      const turn = turns[event.key];
      if (turn !== undefined) events.dragged(...turn);
      else if (event.key === "+" || event.key === "-") events.wheeled(event.key === "+" ? -1 : 1);
      else if (event.key === "Enter" && this.#target !== undefined) events.chosen(middle(this.#target.size));
      else return;
      event.preventDefault();
    };
    const bar = h("div", { className: "bar" }, button("Save PNG", () => this.#save()), this.#texel);
    this.element = h("figure", {}, this.#caption, bar, h("div", { className: "canvas" }, canvas));
  }

  /** Shows a picture as large as this many pixels, however many it has. */
  show(name: string, target: TargetResult, [width, height]: Size): void {
    this.#target = target;
    const [across, down] = target.size;
    Object.assign(this.#canvas, { width: across, height: down });
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#canvas.setAttribute("aria-label", `${name}: an image of ${across} × ${down}. Arrows turn a mesh, + and - scale it, Enter shows the history of the pixel in the middle.`);
    this.#canvas.getContext("2d")?.putImageData(new ImageData(new Uint8ClampedArray(target.rgba), across, down), 0, 0);
    this.#caption.textContent = `${name}: ${across} × ${down}, ${target.format}`;
  }

  #moved(event: PointerEvent, events: ScreenEvents): void {
    const { offsetX: x, offsetY: y } = event;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const from = this.#pointer;
    if (from === undefined) {
      this.#texel.textContent = this.#texelText(this.#pixel(event));
      return events.moved([x / width, y / height]);
    }
    if (!from.isDrag && Math.hypot(x - from.x, y - from.y) < CLICK) return;
    this.#pointer = { x, y, isDrag: true };
    events.dragged((x - from.x) / width, (y - from.y) / height);
  }

  /** The pixel under the pointer. */
  #pixel({ offsetX, offsetY }: MouseEvent): [number, number] {
    const [width, height] = this.#target?.size ?? [1, 1];
    const part = (offset: number, shown: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor((offset / shown) * length)));
    return [part(offsetX, this.#canvas.clientWidth, width), part(offsetY, this.#canvas.clientHeight, height)];
  }

  #texelText([x, y]: [number, number]): string {
    if (this.#target === undefined) return "";
    const at = 4 * (y * this.#target.size[0] + x);
    return `${x}, ${y}: ${Array.from(this.#target.data.slice(at, at + 4), numberText).join(", ")}`;
  }

  #save(): void {
    this.#canvas.toBlob((blob) => blob && save("picture.png", blob, "image/png"));
  }
}

const middle = ([width, height]: Size): [number, number] => [Math.floor(width / 2), Math.floor(height / 2)];
