import type { Point } from './geometry.ts'
import { seeded } from './noise.ts'
import { type Scene, Tracer } from './tracer.ts'

export interface Camera {
  readonly from: Point
  readonly at: Point
  /** Degrees across the longer side. */
  readonly view: number
  /** Degrees that the hand was off level. */
  readonly roll?: number
  /** A phone's flash beside the lens; 0 without. */
  readonly flash?: number
}

/** What a rendering gives: light, and what the denoiser must know of each pixel. */
export interface Film {
  readonly width: number
  readonly height: number
  readonly light: Float32Array
  /** Own colour, normal, distance. */
  readonly first: Float32Array
}

const sub = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
function unit(a: Point): Point {
  const long = Math.hypot(...a)
  return [a[0] / long, a[1] / long, a[2] / long]
}

export function withFlash(scene: Scene, camera: Camera): Scene {
  if (!camera.flash) return scene
  const ahead = unit(sub(camera.at, camera.from))
  const right = unit(cross(ahead, [0, 1, 0]))
  const up = cross(right, ahead)
  const scale = (p: Point, by: number): Point => [p[0] * by, p[1] * by, p[2] * by]
  const centre: Point = [
    camera.from[0] + up[0] * 0.02,
    camera.from[1] + up[1] * 0.02,
    camera.from[2] + up[2] * 0.02,
  ]
  const light = camera.flash
  // across × along must look ahead
  const lamp = {
    centre,
    across: scale(up, 0.012),
    along: scale(right, 0.012),
    light: [light, light * 0.97, light * 0.9] as const,
  }
  return { ...scene, lamps: [...scene.lamps, lamp] }
}

/** Draws one picture; `told` hears of each finished tenth. */
export function render(scene: Scene, camera: Camera, width: number, height: number, samples: number): Film {
  const tracer = new Tracer(withFlash(scene, camera))
  const film: Film = {
    width,
    height,
    light: new Float32Array(width * height * 3),
    first: new Float32Array(width * height * 7),
  }
  const ahead = unit(sub(camera.at, camera.from))
  const flat = unit(cross(ahead, [0, 1, 0]))
  const over = cross(flat, ahead)
  const roll = ((camera.roll ?? 0) * Math.PI) / 180
  const lean = (a: Point, b: Point, c: number, s: number): Point => [
    a[0] * c + b[0] * s,
    a[1] * c + b[1] * s,
    a[2] * c + b[2] * s,
  ]
  const right = lean(flat, over, Math.cos(roll), Math.sin(roll))
  const up = lean(over, flat, Math.cos(roll), -Math.sin(roll))
  const reach = (2 * Math.tan((camera.view * Math.PI) / 360)) / Math.max(width, height)
  const chance = seeded(width * 31 + samples)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      for (let n = 0; n < samples; n++) {
        const px = x + chance() - width / 2
        const py = height / 2 - y - chance()
        // a phone's lens bows straight lines a little
        const bow = 1 + 0.035 * ((px * px + py * py) * reach * reach)
        const [sx, sy] = [px * reach * bow, py * reach * bow]
        const ray = unit([
          ahead[0] + right[0] * sx + up[0] * sy,
          ahead[1] + right[1] * sx + up[1] * sy,
          ahead[2] + right[2] * sx + up[2] * sy,
        ])
        tracer.follow(camera.from, ray, chance)
        for (let k = 0; k < 3; k++)
          film.light[p * 3 + k] = (film.light[p * 3 + k] ?? 0) + (tracer.result[k] ?? 0) / samples
        for (let k = 0; k < 7; k++)
          film.first[p * 7 + k] = (film.first[p * 7 + k] ?? 0) + (tracer.first[k] ?? 0) / samples
      }
    }
  }
  return film
}
