// Meshes that the page has, and the view of a user who turns them.

import type { MeshContents } from "../../npm/index.js";

/** A point of a surface: its place, its normal, and its coordinates from 0 to 1. */
type Point = { at: [number, number, number]; normal: [number, number, number]; uv: [number, number] };

/** A parametric surface over the unit square, tessellated into a grid of cells. */
function surface([across, along]: [number, number], point: (u: number, v: number) => Point): MeshContents {
  const points = Array.from({ length: (across + 1) * (along + 1) }, (_, index) =>
    point((index % (across + 1)) / across, Math.floor(index / (across + 1)) / along),
  );
  const cell = (_: unknown, index: number) => {
    const corner = Math.floor(index / across) * (across + 1) + (index % across);
    return [corner, corner + 1, corner + across + 1, corner + across + 1, corner + 1, corner + across + 2];
  };
  return {
    positions: Float32Array.from(points.flatMap(({ at }) => at)),
    normals: Float32Array.from(points.flatMap(({ normal }) => normal)),
    coordinates: Float32Array.from(points.flatMap(({ uv }) => uv)),
    triangles: Uint32Array.from(Array.from({ length: across * along }, cell).flat()),
  };
}

/** Several meshes as one. */
function joined(parts: MeshContents[]): MeshContents {
  let first = 0;
  const triangles = parts.flatMap((part) => {
    const moved = [...part.triangles].map((index) => first + index);
    first += part.positions.length / 3;
    return moved;
  });
  const all = (of: (part: MeshContents) => Float32Array | undefined) => Float32Array.from(parts.flatMap((part) => [...(of(part) ?? [])]));
  return { positions: all((part) => part.positions), normals: all((part) => part.normals), coordinates: all((part) => part.coordinates), triangles: Uint32Array.from(triangles) };
}

const sphere = (u: number, v: number): Point => {
  const [a, b] = [2 * Math.PI * u, Math.PI * v];
  const normal: Point["normal"] = [Math.sin(b) * Math.cos(a), Math.cos(b), Math.sin(b) * Math.sin(a)];
  return { at: normal, normal, uv: [u, v] };
};

const torus = (u: number, v: number): Point => {
  const [a, b] = [2 * Math.PI * u, -2 * Math.PI * v];
  const ring = 0.7 + 0.3 * Math.cos(b);
  return { at: [ring * Math.cos(a), 0.3 * Math.sin(b), ring * Math.sin(a)], normal: [Math.cos(b) * Math.cos(a), Math.sin(b), Math.cos(b) * Math.sin(a)], uv: [u, v] };
};

/** A square before the plane of two axes. */
const side = (axes: [number, number, number], sign: number, size: number, distance: number) => (u: number, v: number): Point => {
  const [x, y, z] = axes;
  const at: Point["at"] = [0, 0, 0];
  const normal: Point["normal"] = [0, 0, 0];
  at[x] = size * (2 * u - 1);
  at[y] = sign * size * (1 - 2 * v);
  at[z] = sign * distance;
  normal[z] = sign;
  return { at, normal, uv: [u, v] };
};

const AXES: [number, number, number][] = [
  [1, 0, 2],
  [2, 1, 0],
  [0, 2, 1],
];

const SHAPES: Record<string, () => MeshContents> = {
  torus: () => surface([48, 24], torus),
  sphere: () => surface([48, 24], sphere),
  cube: () => joined(AXES.flatMap((axes) => [1, -1].map((sign) => surface([1, 1], side(axes, sign, 0.6, 0.6))))),
  plane: () => surface([8, 8], side([0, 2, 1], 1, 1, 0)),
};

/** The names of the shapes. */
export const shapes = Object.keys(SHAPES);

/** A shape of the page by its name. */
export const shape = (name: string): MeshContents | undefined => SHAPES[name]?.();

/** How a user looks at a mesh: angles in radians, and a scale. */
export interface View {
  turn: number;
  tilt: number;
  zoom: number;
}

export const STRAIGHT: View = { turn: 0, tilt: 0, zoom: 1 };

/** The most that a mesh is tilted: it stays upright. */
const MOST_TILT = Math.PI / 2;

/** A view after the pointer has moved by parts of the picture. */
export const dragged = ({ turn, tilt, zoom }: View, across: number, down: number): View => ({
  turn: turn - 2 * Math.PI * across,
  tilt: Math.min(MOST_TILT, Math.max(-MOST_TILT, tilt - Math.PI * down)),
  zoom,
});

/** A view zoomed by a number of wheel steps. */
export const zoomed = (view: View, steps: number): View => ({ ...view, zoom: Math.min(8, Math.max(1 / 8, view.zoom * 2 ** (-steps / 4))) });

/** A mesh as it is seen: turned around the vertical axis, then around the one across, and scaled. */
export function seen(mesh: MeshContents, { turn, tilt, zoom }: View): MeshContents {
  const [s, c, t, d] = [Math.sin(turn), Math.cos(turn), Math.sin(tilt), Math.cos(tilt)];
  const turned = (rows: Float32Array, scale: number) => {
    const all = new Float32Array(rows.length);
    for (let at = 0; at + 2 < rows.length; at += 3) {
      const [x = 0, y = 0, z = 0] = rows.subarray(at, at + 3);
      const depth = c * z - s * x;
      all.set([scale * (c * x + s * z), scale * (d * y - t * depth), scale * (t * y + d * depth)], at);
    }
    return all;
  };
  return { ...mesh, positions: turned(mesh.positions, zoom), ...(mesh.normals === undefined ? {} : { normals: turned(mesh.normals, 1) }) };
}

/** A mesh as a Wavefront OBJ file. */
export function objOf({ positions, normals, coordinates, triangles }: MeshContents): string {
  const rows = (keyword: string, numbers: ArrayLike<number>, width: number) =>
    Array.from({ length: numbers.length / width }, (_, row) => `${keyword} ${Array.from({ length: width }, (_, at) => numbers[width * row + at]).join(" ")}\n`);
  // Coordinates of such files count from the lower edge.
  const flipped = Array.from(coordinates ?? [], (number, at) => (at % 2 === 0 ? number : 1 - number));
  const corner = (index: number) => `${index + 1}/${coordinates === undefined ? "" : index + 1}/${normals === undefined ? "" : index + 1}`;
  const faces = Array.from({ length: triangles.length / 3 }, (_, face) => `f ${Array.from(triangles.subarray(3 * face, 3 * face + 3), corner).join(" ")}\n`);
  return [...rows("v", positions, 3), ...rows("vn", normals ?? [], 3), ...rows("vt", flipped, 2), ...faces].join("");
}
