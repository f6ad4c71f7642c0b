import sharp from 'sharp'
import { noise, seeded } from './noise.ts'

export interface Look {
  /** Brighter above 1, on top of what the picture's own brightness asks for. */
  readonly exposure: number
  /** The camera's white balance: red and blue against green. */
  readonly warm: readonly [red: number, blue: number]
  readonly grain: number
}

/** From light to a phone's JPEG: exposure, tone curve, vignette, grain, a little softness and sharpening. */
export async function develop(
  light: Float32Array,
  width: number,
  height: number,
  look: Look,
  size: { width: number; height: number },
): Promise<Buffer> {
  const exposure = (0.2 / middle(light)) * look.exposure
  const chance = seeded(width + height)
  const bytes = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = (y * width + x) * 3
      const [cx, cy] = [(x - width / 2) / width, (y - height / 2) / width]
      const vignette = 1 - 0.62 * (cx * cx + cy * cy) - 0.35 * (cx * cx + cy * cy) ** 2
      const grain = (chance() + chance() + chance() - 1.5) * look.grain
      for (let k = 0; k < 3; k++) {
        const balance = k === 0 ? look.warm[0] : k === 2 ? look.warm[1] : 1
        const seen = curve((light[p + k] ?? 0) * exposure * vignette * balance)
        const blotch = (noise(x / 5, y / 5, k * 9.7) - 0.5) * look.grain * 0.7
        const shade = 1.25 - seen
        bytes[p + k] = Math.max(0, Math.min(255, 255 * (seen + (grain + blotch) * shade)))
      }
    }
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .blur(0.55)
    .resize(size.width, size.height, { kernel: 'lanczos3' })
    .sharpen({ sigma: 1.1, m1: 0.6, m2: 1.4 })
    .raw()
    .toBuffer()
}

/** The brightness that half of the picture lies below, as the eye weighs it; lamps and night do not pull it. */
function middle(light: Float32Array): number {
  let [sum, count] = [0, 0]
  for (let p = 0; p < light.length; p += 3 * 7) {
    const bright = 0.25 * (light[p] ?? 0) + 0.65 * (light[p + 1] ?? 0) + 0.1 * (light[p + 2] ?? 0)
    sum += Math.log(Math.max(1e-4, Math.min(20, bright)))
    count++
  }
  return Math.exp(sum / count)
}

/** Film-like shoulder, then the screen's gamma. */
function curve(light: number): number {
  const x = Math.max(0, light) * 0.85
  const film = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
  const seen = Math.min(1, film) ** (1 / 2.2)
  return seen + 0.16 * seen * (1 - seen) * (2 * seen - 1) - 0.012 * (1 - seen)
}
