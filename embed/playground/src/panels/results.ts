// What a run leaves: pictures, buffers as tables, output of printf.

import type { BufferResult, ImageResult, Numbers } from "../../../npm/index.js";
import { button, h, save, table } from "../dom.js";
import { type Binding, type Member, type Reflection, structOf } from "../reflection.js";

/** An image on a canvas, with the texel under the pointer. */
export function picture(name: string, image: ImageResult): HTMLElement {
  const [width, height] = image.size;
  const canvas = h("canvas", { width, height, role: "img", "aria-label": `${name}: an image of ${width} × ${height}` });
  const pixels = new ImageData(new Uint8ClampedArray(image.rgba), width, height);
  canvas.getContext("2d")?.putImageData(pixels, 0, 0);
  const texel = h("output", { className: "texel" }, " ");
  canvas.onpointermove = (event) => {
    const x = Math.floor((event.offsetX / canvas.clientWidth) * width);
    const y = Math.floor((event.offsetY / canvas.clientHeight) * height);
    texel.textContent = `${x}, ${y}: ${texelText(image, x, y)}`;
  };
  const zoom = h("input", { type: "range", min: "1", max: "8", value: "1", "aria-label": `Zoom of ${name}` });
  const scale = () => (canvas.style.width = `${width * Number(zoom.value)}px`);
  zoom.oninput = scale;
  scale();
  const bar = h("div", { className: "bar" }, zoom, button("Save PNG", () => savePicture(canvas, name)), texel);
  return h(
    "figure",
    {},
    h("figcaption", {}, `${name}: ${image.size.join(" × ")}, ${image.format}`),
    bar,
    h("div", { className: "canvas", tabIndex: 0, role: "group", "aria-label": name }, canvas),
  );
}

function savePicture(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((blob) => blob && save(`${name}.png`, blob, "image/png"));
}

function texelText({ data, size: [width, height, depth], layers }: ImageResult, x: number, y: number): string {
  const channels = data.length / (width * height * depth * layers);
  if (!Number.isInteger(channels)) return "";
  const at = channels * (y * width + x);
  return Array.from(data.slice(at, at + channels) as ArrayLike<number | bigint>, numberText).join(", ");
}

/** Numbers as short as 32 bits of precision allow. */
export function numberText(value: number | bigint): string {
  if (typeof value === "bigint" || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(7)));
}

/** A column of a table: a number that lies at an offset of each element. */
interface Column {
  name: string;
  offset: number;
  read: (view: DataView, at: number) => number | bigint;
}

const READ: Record<string, [bytes: number, read: Column["read"]]> = {
  float16: [2, (view, at) => half(view.getUint16(at, true))],
  float32: [4, (view, at) => view.getFloat32(at, true)],
  float64: [8, (view, at) => view.getFloat64(at, true)],
  int8: [1, (view, at) => view.getInt8(at)],
  uint8: [1, (view, at) => view.getUint8(at)],
  int16: [2, (view, at) => view.getInt16(at, true)],
  uint16: [2, (view, at) => view.getUint16(at, true)],
  int32: [4, (view, at) => view.getInt32(at, true)],
  uint32: [4, (view, at) => view.getUint32(at, true)],
  bool: [4, (view, at) => view.getUint32(at, true)],
  int64: [8, (view, at) => view.getBigInt64(at, true)],
  uint64: [8, (view, at) => view.getBigUint64(at, true)],
};

function half(bits: number): number {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

function columns(reflection: Reflection, members: Member[], prefix = "", base = 0, depth = 0): Column[] {
  return members.flatMap(({ name, offset, type }): Column[] => {
    const place = base + offset;
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const struct = structOf(reflection, type.struct);
    if (type.dims !== undefined || depth > 8) return [];
    if (struct !== undefined) return columns(reflection, struct.members, path, place, depth + 1);
    const [bytes, read] = READ[type.scalar ?? ""] ?? [];
    if (bytes === undefined || read === undefined || type.kind === "matrix") return [];
    const count = type.components ?? 1;
    const names = count === 1 ? [path] : [..."xyzw"].slice(0, count).map((one) => `${path}.${one}`);
    return names.map((one, index) => ({ name: one, offset: place + index * bytes, read }));
  });
}

/** The rows of a table that are shown at once. */
const ROWS = 128;

/** A buffer as a table, in the layout of its elements. */
export function buffer(name: string, result: BufferResult | ImageResult, reflection: Reflection, binding: Binding | undefined): HTMLElement {
  const { data } = result;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const struct = structOf(reflection, binding?.element?.struct ?? (binding?.descriptor === "uniform_buffer" ? binding.block : undefined));
  const all = struct === undefined ? [] : columns(reflection, struct.members);
  const stride = binding?.stride ?? (typeof struct?.size === "number" ? struct.size : 0);
  const isTyped = all.length > 0 && stride > 0;
  const head = isTyped ? ["", ...all.map((column) => column.name)] : ["", ...Array.from({ length: 8 }, (_, at) => `+${at}`)];
  const count = isTyped ? Math.floor(view.byteLength / stride) : Math.ceil(data.length / 8);
  const row = (at: number) => (isTyped ? typed(view, all, at * stride) : plain(data, 8 * at));
  const rows = (from: number) =>
    Array.from({ length: Math.min(ROWS, count - from) }, (_, index) => [isTyped ? from + index : 8 * (from + index), ...row(from + index)]);
  const shown = table(`${name}: ${data.byteLength} bytes${isTyped ? `, ${count} × ${struct?.name}` : ` as ${result.element}`}`, head, rows(0));
  const body = shown.tBodies[0];
  let next = Math.min(ROWS, count);
  const more = button("More", () => {
    body?.append(...table("", [], rows(next)).tBodies[0]!.rows);
    next = Math.min(next + ROWS, count);
    more.hidden = next >= count;
  });
  more.hidden = next >= count;
  return h("div", { className: "buffer", tabIndex: 0, role: "group", "aria-label": name }, shown, more);
}

const typed = (view: DataView, all: Column[], base: number) =>
  all.map(({ offset, read }) => (base + offset + 8 <= view.byteLength || base + offset + 4 <= view.byteLength ? numberText(read(view, base + offset)) : ""));

const plain = (data: Numbers, from: number) =>
  Array.from(data.slice(from, from + 8) as ArrayLike<number | bigint>, numberText);
