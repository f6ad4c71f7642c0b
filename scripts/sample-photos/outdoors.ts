import type { Point, Shapes } from './geometry.ts'
import { plain } from './materials.ts'
import { layered, seeded } from './noise.ts'
import type { Material } from './surface.ts'

/** A bright sky with thin clouds, whiter towards the horizon. */
export function daySky(x: number, y: number, z: number, out: Float64Array): void {
  const up = Math.max(0, y)
  const cloud = Math.max(
    0,
    Math.min(1, layered((x / (up + 0.25)) * 1.1 + 7, (z / (up + 0.25)) * 1.1, 3, 4) * 3.2 - 1.25),
  )
  const haze = (1 - up) ** 4
  out[0] = 0.28 + 0.5 * haze + 0.75 * cloud
  out[1] = 0.5 + 0.36 * haze + 0.58 * cloud
  out[2] = 0.95 + 0.05 * haze + 0.2 * cloud
  if (y < 0) out.set([0.2, 0.19, 0.17])
}

const pick = <T>(from: readonly [T, ...T[]], part: number): T =>
  from[Math.floor(part * from.length)] ?? from[0]

const greens: [Material, ...Material[]] = [
  plain([0.06, 0.125, 0.025], 0.7, 0.02, 0.3),
  plain([0.095, 0.165, 0.035], 0.7, 0.02, 0.3),
  plain([0.15, 0.185, 0.055], 0.75, 0.02, 0.3),
  plain([0.21, 0.19, 0.09], 0.8, 0.02, 0.3),
]

/** Blades of grass over a patch of ground. */
export function grass(
  shapes: Shapes,
  from: Point,
  to: Point,
  count: number,
  high: number,
  seed: number,
): void {
  const chance = seeded(seed)
  for (let n = 0; n < count; n++) {
    const x = from[0] + (to[0] - from[0]) * chance()
    const z = from[2] + (to[2] - from[2]) * chance()
    const tall = high * (0.35 + 0.9 * chance())
    const lean = tall * 0.7
    const top: Point = [x + (chance() - 0.5) * 2 * lean, from[1] + tall, z + (chance() - 0.5) * 2 * lean]
    shapes.rod([x, from[1] - 0.005, z], top, 0.0011 + 0.0012 * chance(), pick(greens, chance() ** 1.6))
  }
}

const leaves: [Material, ...Material[]] = [
  plain([0.07, 0.14, 0.03], 0.55, 0.03, 0.3),
  plain([0.11, 0.19, 0.04], 0.55, 0.03, 0.3),
  plain([0.05, 0.1, 0.025], 0.55, 0.03, 0.3),
]
const bark = plain([0.11, 0.085, 0.065], 0.9, 0, 0.5)

/** A bush or a tree's crown: leaves by chance in a ball, thicker on the outside. */
export function crown(
  shapes: Shapes,
  centre: Point,
  radius: number,
  count: number,
  leaf: number,
  seed: number,
): void {
  const chance = seeded(seed)
  for (let n = 0; n < count; n++) {
    const [turn, rise] = [chance() * 6.283, 2 * chance() - 1]
    const out =
      radius * (0.35 + 0.65 * Math.cbrt(chance())) * (0.75 + 0.5 * layered(turn * 1.5, rise * 2, seed, 2))
    const flat = Math.sqrt(1 - rise * rise) * out
    const at: Point = [
      centre[0] + Math.cos(turn) * flat,
      centre[1] + rise * out * 0.85,
      centre[2] + Math.sin(turn) * flat,
    ]
    shapes.box(
      at,
      [leaf, leaf * 0.03, leaf * 0.6],
      pick(leaves, (n % 3) / 3),
      chance() * 360,
      chance() * 120 - 60,
    )
  }
}

export function tree(
  shapes: Shapes,
  foot: Point,
  high: number,
  radius: number,
  count: number,
  seed: number,
): void {
  const chance = seeded(seed)
  const top: Point = [foot[0] + 0.2, foot[1] + high * 0.62, foot[2]]
  shapes.cable([foot, [foot[0] + 0.05, foot[1] + high * 0.3, foot[2] + 0.04], top], 0.13, bark, 4)
  for (let n = 0; n < 6; n++) {
    const turn = n * 1.05 + chance()
    const end: Point = [
      top[0] + Math.cos(turn) * radius * 0.6,
      top[1] + high * (0.05 + 0.2 * chance()),
      top[2] + Math.sin(turn) * radius * 0.6,
    ]
    shapes.rod([foot[0] + 0.1, foot[1] + high * (0.35 + 0.04 * n), foot[2]], end, 0.045, bark)
    crown(shapes, end, radius * 0.62, count / 6, 0.13, seed + n)
  }
}
