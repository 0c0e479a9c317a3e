// Draws in the interpreter: a picture that follows the pointer, and what was drawn at a pixel.

import type { Drawing as Drawn, MeshContents, Place } from "../../../npm/index.js";
import type { Data } from "../data.js";
import { button, h, save } from "../dom.js";
import { command, type Moment, shared, type Size, sizeOf, toDraw, within } from "../draws.js";
import type { Engine } from "../engine.js";
import { bound, type Job } from "../job.js";
import { dragged, objOf, seen, shape, STRAIGHT, type View, zoomed } from "../meshes.js";
import type { Source } from "../protocol.js";
import type { Reflection } from "../reflection.js";
import { Screen } from "./screen.js";

/** What is drawn. */
export interface Scene {
  job: Job;
  source: Source;
  reflection: Reflection;
  data: Data;
  /** The time of a picture in milliseconds. */
  deadline: number;
}

export interface DrawingEvents {
  /** Shows a place in the editor. */
  go(place: Place): void;
  /** The scene that the user sees; nothing while there is none. */
  scene(): Promise<Scene | undefined>;
  /** A picture that the pointer asked for has failed. */
  failed(error: unknown): void;
  /** Pictures are drawn, or none is. */
  busy(isBusy: boolean): void;
}

/** The time of a picture while something moves, in milliseconds. */
const MOVING = 100;
/** The pause after which a picture is drawn in its size, in milliseconds. */
const PAUSE = 250;
/** A line of a history with a place in the source. */
const PLACED = /^(.*\()([^()]+):(\d+)(\).*)$/;

export class Drawing {
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #events: DrawingEvents;
  readonly #screen: Screen;
  readonly #command = h("code");
  readonly #history = h("div", { className: "history", role: "status" });
  readonly #saved = button("Save mesh", () => this.#saveMesh());
  #view: View = STRAIGHT;
  /** In parts of the picture. */
  #mouse: [number, number] = [0, 0];
  #frame = 0;
  /** Milliseconds of a pixel. */
  #pace: number | undefined;
  #mesh: { key: string; data: Data; mesh: MeshContents } | undefined;
  /** The pictures that the pointer asks for: drawn, and due. */
  #isMoving = false;
  #isDue = false;
  #needsMouse = false;

  constructor(engine: Engine, events: DrawingEvents) {
    this.#engine = engine;
    this.#events = events;
    this.#screen = new Screen({
      moved: (at) => {
        this.#mouse = at;
        if (this.#needsMouse) void this.#move();
      },
      dragged: (across, down) => this.#turn(dragged(this.#view, across, down)),
      wheeled: (steps) => this.#turn(zoomed(this.#view, steps)),
      chosen: (pixel) => void this.#look(pixel),
    });
    const about = h("details", {}, h("summary", {}, "The command for this picture"), h("pre", { tabIndex: 0 }, this.#command), this.#saved);
    this.element = h("div", { className: "drawing" }, this.#screen.element, this.#history, about);
  }

  /** Begins anew, for another text. */
  reset(): void {
    this.#view = STRAIGHT;
    this.#frame = 0;
    this.#pace = undefined;
    this.#history.replaceChildren();
  }

  /** Draws a picture of a scene: in its size with all checks, or one that is soon there. Throws the failure of the call. */
  async draw(scene: Scene, frame: number, isQuick: boolean, pixel?: [number, number]): Promise<Drawn> {
    const whole = sizeOf(scene.job);
    this.#frame = frame;
    const size = isQuick ? within(whole, this.#pace, MOVING) : whole;
    const { args, entries } = shared(scene.source.args ?? []);
    const mouse: Moment["mouse"] = [this.#mouse[0] * size[0], this.#mouse[1] * size[1]];
    const mesh = await this.#meshOf(scene);
    const moment = { size, frame, mouse, mesh: mesh && seen(mesh, this.#view), history: pixel, isChecked: !isQuick };
    const options = toDraw(scene.job, entries, bound(scene.job, scene.data, scene.reflection), scene.reflection, moment);
    const started = performance.now();
    const done = await this.#engine.call("draw", { source: { ...scene.source, args }, options }, scene.deadline);
    this.#pace = (performance.now() - started) / (size[0] * size[1]);
    this.#needsMouse = (done.notes ?? []).some((note) => /mouse/i.test(note));
    this.#show(done, whole);
    this.#command.textContent = command(scene.source.name ?? "shader.hlsl", scene.job, scene.source.args ?? [], scene.reflection);
    this.#saved.hidden = mesh === undefined;
    return done;
  }

  /** The mesh of a job: a shape, or a file. */
  async #meshOf({ job, data, deadline }: Scene): Promise<MeshContents | undefined> {
    const name = job.draw?.mesh;
    if (name === undefined) return undefined;
    if (this.#mesh?.key === name && this.#mesh.data === data) return this.#mesh.mesh;
    const mesh = shape(name) ?? (await this.#read(name, data, deadline));
    this.#mesh = { key: name, data, mesh };
    return mesh;
  }

  async #read(name: string, data: Data, deadline: number): Promise<MeshContents> {
    const bytes = data.get(name);
    if (!(bytes instanceof Uint8Array)) throw new Error(`the mesh '${name}' is neither a shape of the page nor an opened file`);
    const mesh = await this.#engine.call("mesh", { text: new TextDecoder().decode(bytes) }, deadline);
    // Attributes that the file lacks are none.
    return Object.fromEntries(Object.entries(mesh).filter(([, rows]) => rows.length > 0)) as unknown as MeshContents;
  }

  #show(done: Drawn, whole: Size): void {
    const [first] = Object.entries(done.targets);
    if (first !== undefined) this.#screen.show(...first, whole);
  }

  #turn(view: View): void {
    this.#view = view;
    void this.#move();
  }

  /** Draws as long as the pointer asks for pictures, and the last one in its size. */
  async #move(): Promise<void> {
    this.#isDue = true;
    if (this.#isMoving || this.#engine.isBusy) return;
    this.#isMoving = true;
    this.#events.busy(true);
    try {
      await this.#pictures();
    } catch (error) {
      this.#events.failed(error);
    } finally {
      this.#isMoving = false;
      this.#events.busy(false);
    }
  }

  async #pictures(): Promise<void> {
    while (this.#isDue) {
      while (this.#isDue) {
        this.#isDue = false;
        const scene = await this.#events.scene();
        if (scene === undefined) return;
        await this.draw(scene, this.#frame, true);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      const scene = this.#isDue ? undefined : await this.#events.scene();
      if (scene !== undefined) await this.draw(scene, this.#frame, false);
    }
  }

  /** Shows what was drawn at a pixel of the picture that is seen. */
  async #look(pixel: [number, number]): Promise<void> {
    if (this.#isMoving || this.#engine.isBusy) return;
    this.#events.busy(true);
    try {
      const scene = await this.#events.scene();
      if (scene === undefined) return;
      const { printed = "" } = await this.draw(scene, this.#frame, false, pixel);
      this.#history.replaceChildren(h("pre", {}, ...printed.split("\n").flatMap((line) => [...this.#placed(line), "\n"])));
    } catch (error) {
      this.#events.failed(error);
    } finally {
      this.#events.busy(false);
    }
  }

  /** A line with a button for its place. */
  #placed(line: string): (Node | string)[] {
    const [, before = "", file = "", number = "", after = ""] = PLACED.exec(line) ?? [];
    if (number === "") return [line];
    const place = button(`${file}:${number}`, () => this.#events.go({ file, line: Number(number) }), { className: "place" });
    return [before, place, after];
  }

  #saveMesh(): void {
    if (this.#mesh !== undefined) save(this.#mesh.key.replace(/(\.\w+)?$/, ".obj"), objOf(seen(this.#mesh.mesh, this.#view)), "text/plain");
  }
}
