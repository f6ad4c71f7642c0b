/** Seeded numbers between 0 and 1: a picture must come out the same each time. */
export function seeded(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A fixed number between 0 and 1 for a place in a grid. */
export function hash(x: number, y: number, z: number): number {
  let h = Math.imul(x | 0, 374_761_393) ^ Math.imul(y | 0, 668_265_263) ^ Math.imul(z | 0, 1_274_126_177)
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177)
  return ((h ^ (h >>> 16)) >>> 0) / 4_294_967_296
}

const smooth = (t: number) => t * t * (3 - 2 * t)
const mix = (a: number, b: number, t: number) => a + (b - a) * t

/** Value noise, 0 to 1, one wave a unit. */
export function noise(x: number, y: number, z: number): number {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  const [tx, ty, tz] = [smooth(x - ix), smooth(y - iy), smooth(z - iz)]
  const low = mix(
    mix(hash(ix, iy, iz), hash(ix + 1, iy, iz), tx),
    mix(hash(ix, iy + 1, iz), hash(ix + 1, iy + 1, iz), tx),
    ty,
  )
  const high = mix(
    mix(hash(ix, iy, iz + 1), hash(ix + 1, iy, iz + 1), tx),
    mix(hash(ix, iy + 1, iz + 1), hash(ix + 1, iy + 1, iz + 1), tx),
    ty,
  )
  return mix(low, high, tz)
}

/** Noise upon noise, each half as large and half as strong. */
export function layered(x: number, y: number, z: number, layers: number): number {
  let [sum, weight, scale] = [0, 0, 1]
  for (let n = 0; n < layers; n++, scale *= 2) {
    sum += noise(x * scale, y * scale, z * scale) / scale
    weight += 1 / scale
  }
  return sum / weight
}
