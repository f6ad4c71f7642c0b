import type { Point, Shapes } from './geometry.ts'
import type { Print } from './materials.ts'
import { galvanised, metal, plain, printed } from './materials.ts'
import { seeded } from './noise.ts'
import type { Material } from './surface.ts'

/** The colours of telephone pairs: the first ring of the code, and white for the other wire. */
export const pairColours: readonly Material[] = [
  [0.03, 0.12, 0.55],
  [0.85, 0.3, 0.03],
  [0.03, 0.36, 0.08],
  [0.26, 0.12, 0.05],
  [0.38, 0.4, 0.42],
].map((colour) => plain(colour as unknown as Point, 0.4, 0.04, 0.05))
export const white = plain([0.82, 0.81, 0.77], 0.45, 0.04, 0.1)
export const ivory = plain([0.74, 0.68, 0.55], 0.5, 0.04, 0.14)
export const grey = plain([0.4, 0.41, 0.42], 0.5, 0.04, 0.15)
export const black = plain([0.022, 0.022, 0.024], 0.42, 0.045, 0.1)
export const blue = plain([0.035, 0.13, 0.42], 0.42, 0.045, 0.08)
export const yellow = plain([0.85, 0.55, 0.03], 0.4, 0.04, 0.08)
export const orange = plain([0.86, 0.25, 0.02], 0.4, 0.04, 0.08)
export const green = plain([0.03, 0.27, 0.08], 0.42, 0.04, 0.1)
export const steel = metal([0.62, 0.62, 0.6], 0.35)
export const copper = metal([0.72, 0.4, 0.24], 0.38)
export const brass = metal([0.72, 0.58, 0.3], 0.3)
export const pipe = galvanised(0.5)
export const dark = plain([0.012, 0.012, 0.012], 0.9, 0, 0.1)

/** A type 66 block: its front looks along z. `wired` is the share of rows with wires on them. */
export function block66(shapes: Shapes, at: Point, wired: number, seed: number): void {
  const [x, y, z] = at
  const chance = seeded(seed)
  shapes.box([x, y, z + 0.012], [0.058, 0.262, 0.024], white)
  shapes.box([x, y, z + 0.032], [0.086, 0.254, 0.016], ivory)
  for (let row = 0; row < 50; row++) {
    const ry = y + 0.122 - row * 0.00498
    for (const column of [-0.03, -0.012, 0.012, 0.03]) {
      shapes.box([x + column, ry, z + 0.043], [0.0055, 0.0021, 0.013], steel)
    }
    if (chance() > wired) continue
    for (const side of [-1, 1]) {
      const wire = row % 2 === 0 ? white : (pairColours[Math.floor(row / 2) % 5] ?? white)
      const far = x + side * (0.058 + 0.006 * chance())
      const sag = ry - 0.002 - 0.006 * chance()
      shapes.cable(
        [
          [x + side * 0.029, ry, z + 0.047],
          [x + side * 0.042, ry + 0.0004, z + 0.049],
          [x + side * 0.05, sag, z + 0.038],
          [far, sag - 0.004, z + 0.016],
        ],
        0.0008,
        wire,
        3,
      )
    }
  }
}

/** A pipe along the points with couplings at its joints and straps on the wall. */
export function conduit(
  shapes: Shapes,
  points: readonly Point[],
  radius: number,
  material: Material = pipe,
): void {
  for (let n = 0; n + 1 < points.length; n++) {
    const [a, b] = [points[n] as Point, points[n + 1] as Point]
    shapes.rod(a, b, radius, material)
    const along = (t: number): Point => [
      a[0] + (b[0] - a[0]) * t,
      a[1] + (b[1] - a[1]) * t,
      a[2] + (b[2] - a[2]) * t,
    ]
    shapes.cylinder(along(0.62), along(0.62 + (0.05 + radius) / length(a, b)), radius * 1.14, material)
  }
}
const length = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Cables that run side by side through the same points, each a little its own way. */
export function bundle(
  shapes: Shapes,
  points: readonly Point[],
  count: number,
  spread: number,
  radius: number,
  materials: readonly Material[],
  seed: number,
): void {
  const chance = seeded(seed)
  for (let n = 0; n < count; n++) {
    const [turn, out] = [chance() * 6.283, Math.sqrt(chance()) * spread]
    const own = points.map(
      (p): Point => [
        p[0] + Math.cos(turn) * out + (chance() - 0.5) * spread * 0.5,
        p[1] + Math.sin(turn) * out + (chance() - 0.5) * spread * 0.5,
        p[2] + Math.sin(turn + 1.3) * out * 0.7 + (chance() - 0.5) * spread * 0.4,
      ],
    )
    shapes.cable(own, radius, materials[n % materials.length] as Material, 7)
  }
}

/** Loops of a cable that hang on the wall. */
export function coil(
  shapes: Shapes,
  at: Point,
  radius: number,
  turns: number,
  thick: number,
  material: Material,
  seed: number,
): void {
  const chance = seeded(seed)
  const points: Point[] = []
  for (let n = 0; n <= turns * 10; n++) {
    const angle = (n / 10) * 2 * Math.PI
    const r = radius * (0.94 + 0.12 * chance())
    points.push([
      at[0] + Math.cos(angle) * r,
      at[1] + Math.sin(angle) * r * 1.12,
      at[2] + 0.008 + (n / (turns * 10)) * thick * 2.4 + chance() * thick,
    ])
  }
  shapes.cable(points, thick, material, 4)
}

export function tag(
  shapes: Shapes,
  at: Point,
  size: readonly [number, number],
  print: Print,
  turn = 0,
  tilt = 0,
): void {
  shapes.box(at, [size[0], size[1], 0.0012], printed(print, size), turn, tilt)
}

/** A rack unit of equipment: a front plate with what the print shows on it. */
export function unit19(
  shapes: Shapes,
  at: Point,
  units: number,
  depth: number,
  print: Print,
  turn: number,
): void {
  const high = units * 0.0445 - 0.002
  const a = (turn * Math.PI) / 180
  const back: Point = [at[0] - Math.sin(a) * (depth / 2), at[1], at[2] - Math.cos(a) * (depth / 2)]
  shapes.box(back, [0.44, high, depth], black, turn)
  shapes.box(at, [0.483, high, 0.003], printed(print, [0.483, high], 0.35), turn)
}
