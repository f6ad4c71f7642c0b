import type { Film } from './camera.ts'

const kernel = [1 / 16, 1 / 4, 3 / 8, 1 / 4, 1 / 16]

/**
 * Smooths the light, not what it falls on: the surface's own colour is divided out first, and neighbours
 * count only where they look the same way, lie as far and are about as bright (an à-trous filter).
 */
export function denoise(film: Film, rounds: number): Float32Array {
  const { width, height, first } = film
  let light = new Float32Array(film.light.length)
  for (let p = 0; p < width * height; p++) {
    for (let k = 0; k < 3; k++) light[p * 3 + k] = (film.light[p * 3 + k] ?? 0) / own(first, p, k)
  }
  for (let round = 0; round < rounds; round++) light = pass(film, light, 1 << round, 0.9 / (1 << round))
  for (let p = 0; p < width * height; p++) {
    for (let k = 0; k < 3; k++) light[p * 3 + k] = (light[p * 3 + k] ?? 0) * own(first, p, k)
  }
  return light
}

const own = (first: Float32Array, p: number, k: number) => Math.max(0.03, first[p * 7 + k] ?? 0)

function pass(film: Film, light: Float32Array, step: number, tolerance: number): Float32Array<ArrayBuffer> {
  const { width, height, first } = film
  const out = new Float32Array(light.length)
  const brightness = around(light, width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const p = y * width + x
      const [nx, ny, nz, far] = [
        first[p * 7 + 3] as number,
        first[p * 7 + 4] as number,
        first[p * 7 + 5] as number,
        first[p * 7 + 6] as number,
      ]
      const bright = brightness[p] as number
      let [r, g, b, sum] = [0, 0, 0, 0]
      for (let j = -2; j <= 2; j++) {
        const yy = y + j * step
        if (yy < 0 || yy >= height) continue
        for (let i = -2; i <= 2; i++) {
          const xx = x + i * step
          if (xx < 0 || xx >= width) continue
          const q = yy * width + xx
          const same =
            nx * (first[q * 7 + 3] as number) +
            ny * (first[q * 7 + 4] as number) +
            nz * (first[q * 7 + 5] as number)
          const deep = Math.abs((first[q * 7 + 6] as number) - far) / (far * 0.012 * step + 1e-4)
          const lit = Math.abs((brightness[q] as number) - bright) / (tolerance * (bright + 0.02))
          const weight =
            (kernel[i + 2] as number) *
            (kernel[j + 2] as number) *
            Math.max(0, same) ** 48 *
            Math.exp(-deep - lit)
          r += (light[q * 3] as number) * weight
          g += (light[q * 3 + 1] as number) * weight
          b += (light[q * 3 + 2] as number) * weight
          sum += weight
        }
      }
      const scale = sum > 1e-9 ? 1 / sum : 0
      out[p * 3] = scale ? r * scale : (light[p * 3] as number)
      out[p * 3 + 1] = scale ? g * scale : (light[p * 3 + 1] as number)
      out[p * 3 + 2] = scale ? b * scale : (light[p * 3 + 2] as number)
    }
  }
  return out
}

/** Brightness with that of the next pixels, so that one unlucky pixel is not taken for an edge. */
function around(light: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0]
      for (let yy = Math.max(0, y - 1); yy <= Math.min(height - 1, y + 1); yy++) {
        for (let xx = Math.max(0, x - 1); xx <= Math.min(width - 1, x + 1); xx++) {
          const p = (yy * width + xx) * 3
          sum += (light[p] as number) + (light[p + 1] as number) + (light[p + 2] as number)
          count++
        }
      }
      out[y * width + x] = sum / count
    }
  }
  return out
}
