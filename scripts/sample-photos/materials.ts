import type { Point } from './geometry.ts'
import { hash, layered, noise } from './noise.ts'
import type { Material, Surface } from './surface.ts'

function paint(at: Surface, [r, g, b]: Point, scale = 1): void {
  at.red = r * scale
  at.green = g * scale
  at.blue = b * scale
}

const blend = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]
const clamp = (t: number) => Math.max(0, Math.min(1, t))

/** One colour with wear: moulded plastic, coated sheet metal, cable jackets. */
export function plain(colour: Point, rough = 0.45, mirror = 0.04, wear = 0.12): Material {
  return {
    shade(at) {
      paint(at, colour, 1 - wear + wear * 2 * layered(at.x * 14, at.y * 14, at.z * 14, 3) * 0.9)
      at.rough = rough
      at.mirror = mirror
    },
  }
}

export function metal(colour: Point, rough = 0.3, wear = 0.2): Material {
  return {
    shade(at) {
      paint(at, colour, 1 - wear * layered(at.x * 30, at.y * 30, at.z * 30, 3))
      at.rough = rough + 0.15 * noise(at.x * 60, at.y * 60, at.z * 60)
      at.metal = true
      at.mirror = 1
    },
  }
}

/** Galvanised pipe: dull metal that is partly like grey paint, which is how it photographs. */
export function galvanised(shade = 0.55): Material {
  return {
    shade(at) {
      const spangle = 0.85 + 0.3 * noise(at.x * 70, at.y * 25, at.z * 70)
      paint(
        at,
        [shade, shade * 1.01, shade * 1.02],
        spangle * (0.85 + 0.2 * layered(at.x * 6, at.y * 6, at.z * 6, 3)),
      )
      at.rough = 0.32
      at.mirror = 0.22
    },
  }
}

export function glow(colour: Point, strength: number): Material {
  return {
    shade(at) {
      paint(at, colour)
      at.emits = strength
    },
  }
}

export function wall(colour: Point, grime = 0.18): Material {
  return {
    shade(at) {
      const stain = layered(at.x * 1.3, at.y * 1.6, at.z * 1.3, 4)
      const low = clamp(0.5 - at.y) * 0.35
      const scuff = layered(at.x * 9, at.y * 22, at.z * 9, 3) > 0.66 ? 0.05 : 0
      paint(at, colour, 1 - grime * clamp(stain * 1.6 - 0.4) - low * stain - scuff)
      at.rough = 0.75
      at.mirror = 0.025
    },
    height: (u, v) => layered(u * 120, v * 120, 3, 2) * 0.00035,
  }
}

/** Blocks or bricks in running bond: `joint` is the mortar's width. */
interface Bond {
  readonly long: number
  readonly high: number
  readonly joint: number
}
function inBond({ long, high, joint }: Bond, u: number, v: number) {
  const row = Math.floor(v / high)
  const shifted = u + (row % 2 === 0 ? 0 : long / 2)
  const column = Math.floor(shifted / long)
  const edge = Math.min(
    shifted - column * long,
    (column + 1) * long - shifted,
    v - row * high,
    (row + 1) * high - v,
  )
  return { row, column, edge, mortar: clamp(1 - (edge - joint * 0.5) / (joint * 0.5)) }
}

export function blockWall(colour: Point, bond: Bond = { long: 0.4, high: 0.2, joint: 0.011 }): Material {
  return {
    shade(at) {
      const { row, column, mortar } = inBond(bond, at.u, at.v)
      const one = 0.94 + 0.1 * hash(row, column, 5)
      const stain = clamp(layered(at.u * 0.9, at.v * 0.7, 2, 4) * 1.7 - 0.62)
      const pores = noise(at.u * 160, at.v * 160, 1) > 0.8 ? 0.86 : 1
      paint(at, colour, one * pores * (1 - 0.16 * mortar) * (1 - 0.35 * stain))
      at.rough = 0.7
      at.mirror = 0.03
    },
    height(u, v) {
      const { edge } = inBond(bond, u, v)
      const groove = -0.004 * clamp(1 - edge / bond.joint) ** 2
      return groove + layered(u * 90, v * 90, 4, 3) * 0.0016
    },
  }
}

export function brickWall(): Material {
  const bond = { long: 0.215, high: 0.075, joint: 0.012 }
  const [dark, light, odd]: Point[] = [
    [0.2, 0.068, 0.045],
    [0.38, 0.145, 0.09],
    [0.26, 0.14, 0.105],
  ]
  return {
    shade(at) {
      const { row, column, mortar } = inBond(bond, at.u, at.v)
      const pick = hash(row, column, 7)
      const brick = blend(dark as Point, light as Point, pick)
      const own = pick > 0.9 ? (odd as Point) : brick
      const speckle = 0.82 + 0.36 * layered(at.u * 60, at.v * 60, row, 3)
      const weather = 1 - 0.3 * clamp(layered(at.u * 0.35, at.v * 0.15, 3, 4) * 2 - 0.8)
      const mixed = blend(
        [own[0] * speckle, own[1] * speckle, own[2] * speckle],
        [0.42, 0.39, 0.35],
        mortar > 0.5 ? 1 : 0,
      )
      paint(at, mixed, weather)
      at.rough = 0.9
    },
    height(u, v) {
      const { edge } = inBond(bond, u, v)
      return -0.006 * clamp(1 - edge / bond.joint) + layered(u * 70, v * 70, 2, 3) * 0.002
    },
  }
}

/** `along` is the way of the grain: 'u' or 'v'. */
export function plywood(colour: Point = [0.56, 0.39, 0.22], along: 'u' | 'v' = 'u'): Material {
  return {
    shade(at) {
      const [a, b] = along === 'u' ? [at.u, at.v] : [at.v, at.u]
      const drift = layered(a * 0.8, b * 2.2, 1, 3) * 0.5
      const rings = Math.sin((b + drift) * 46) * 0.5 + 0.5
      const fibre = layered(a * 9, b * 240, 2, 3)
      const knot = clamp(1 - Math.hypot(((a + 40) % 0.83) - 0.4, ((b + 40) % 0.51) - 0.27) / 0.022)
      paint(
        at,
        blend(
          colour,
          [colour[0] * 0.62, colour[1] * 0.52, colour[2] * 0.42],
          clamp(rings * 0.42 + fibre * 0.3 + knot * 0.9),
        ),
      )
      at.rough = 0.6
      at.mirror = 0.03
    },
    height: (u, v) =>
      layered(along === 'u' ? u * 6 : u * 160, along === 'u' ? v * 160 : v * 6, 8, 2) * 0.0004,
  }
}

export function concrete(shade: number): Material {
  return {
    shade(at) {
      const cloud = layered(at.x * 1.4, at.z * 1.4, at.y, 4)
      const grit = noise(at.x * 220, at.z * 220, at.y * 220)
      const stain = clamp(layered(at.x * 0.7 + 9, at.z * 0.7, 4, 4) * 2.4 - 1.35)
      const tone = shade * (0.72 + 0.5 * cloud) * (0.9 + 0.2 * grit) * (1 - 0.5 * stain)
      paint(at, [tone, tone * 0.975, tone * 0.93])
      at.rough = 0.6 - 0.18 * cloud
      at.mirror = 0.035
    },
    height: (u, v) => layered(u * 90, v * 90, 7, 3) * 0.0009,
  }
}

export function asphalt(): Material {
  return {
    shade(at) {
      const grit = hash(Math.floor(at.x * 160), Math.floor(at.z * 160), 1)
      const cloud = layered(at.x * 0.6, at.z * 0.6, 2, 4)
      const tone = 0.05 + 0.06 * grit + 0.05 * cloud
      paint(at, [tone, tone, tone * 1.03])
      at.rough = 0.85
    },
    height: (u, v) => layered(u * 110, v * 110, 9, 2) * 0.002,
  }
}

/** A picture on the front of a box of the given size (labels, print, lids); its sides are plain. */
export interface Print {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}
export function printed(
  print: Print,
  size: readonly [wide: number, high: number],
  rough = 0.5,
  flat = false,
): Material {
  return {
    shade(at) {
      const u = clamp(at.u / size[0] + 0.5)
      const v = clamp(flat ? at.v / size[1] + 0.5 : 0.5 - at.v / size[1])
      const x = Math.min(print.width - 1, Math.floor((at.side > 0 || flat ? u : 1 - u) * print.width))
      const y = Math.min(print.height - 1, Math.floor(v * print.height))
      const p = (y * print.width + x) * 3
      const colour = (k: number) => ((print.pixels[p + k] ?? 0) / 255) ** 2.2
      paint(at, [colour(0), colour(1), colour(2)], 0.9 - 0.15 * layered(at.x * 20, at.y * 20, at.z * 20, 2))
      at.rough = rough
      at.mirror = 0.035
    },
  }
}
