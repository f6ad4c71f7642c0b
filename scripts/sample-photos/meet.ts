/** Shapes as rows of numbers, and where a ray meets one. */

/** Numbers a shape: kind, material, then its own. */
export const stride = 18
export const shapeBox = 0
export const shapeCapsule = 1
export const shapeCylinder = 2

export function boundsOf(s: Float64Array, at: number): number[] {
  const v = (n: number) => s[at + n] ?? 0
  if (s[at] === shapeBox) {
    const reach = [0, 1, 2].map(
      (k) => Math.abs(v(5 + k)) * v(14) + Math.abs(v(8 + k)) * v(15) + Math.abs(v(11 + k)) * v(16),
    )
    return [0, 1, 2]
      .map((k) => v(2 + k) - (reach[k] ?? 0))
      .concat([0, 1, 2].map((k) => v(2 + k) + (reach[k] ?? 0)))
  }
  const low = [0, 1, 2].map((k) => Math.min(v(2 + k), v(5 + k)) - v(8))
  return low.concat([0, 1, 2].map((k) => Math.max(v(2 + k), v(5 + k)) + v(8)))
}

export function meetShape(
  s: Float64Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const kind = s[at] as number
  if (kind === shapeBox) return meetBox(s, at, ox, oy, oz, dx, dy, dz)
  return meetRound(s, at, ox, oy, oz, dx, dy, dz, kind === shapeCapsule)
}

function meetBox(
  s: Float64Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const px = ox - (s[at + 2] as number)
  const py = oy - (s[at + 3] as number)
  const pz = oz - (s[at + 4] as number)
  let near = -Infinity
  let away = Infinity
  for (let k = 0; k < 3; k++) {
    const a = at + 5 + k * 3
    const ux = s[a] as number
    const uy = s[a + 1] as number
    const uz = s[a + 2] as number
    const o = px * ux + py * uy + pz * uz
    const inverse = 1 / (dx * ux + dy * uy + dz * uz)
    const half = s[at + 14 + k] as number
    const t1 = (-half - o) * inverse
    const t2 = (half - o) * inverse
    near = Math.max(near, Math.min(t1, t2))
    away = Math.min(away, Math.max(t1, t2))
  }
  if (near > away || away < 1e-5) return -1
  return near > 1e-5 ? near : away
}

/** A capsule, or a cylinder with flat ends. */
function meetRound(
  s: Float64Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  rounded: boolean,
): number {
  const ax = s[at + 2] as number
  const ay = s[at + 3] as number
  const az = s[at + 4] as number
  const bx = (s[at + 5] as number) - ax
  const by = (s[at + 6] as number) - ay
  const bz = (s[at + 7] as number) - az
  const r = s[at + 8] as number
  const [qx, qy, qz] = [ox - ax, oy - ay, oz - az]
  const bb = bx * bx + by * by + bz * bz
  const bd = bx * dx + by * dy + bz * dz
  const bq = bx * qx + by * qy + bz * qz
  const dq = dx * qx + dy * qy + dz * qz
  const qq = qx * qx + qy * qy + qz * qz
  const a = bb - bd * bd
  let b = bb * dq - bq * bd
  let c = bb * qq - bq * bq - r * r * bb
  let h = b * b - a * c
  if (rounded) {
    if (h < 0) return -1
    const t = (-b - Math.sqrt(h)) / a
    const y = bq + t * bd
    if (y > 0 && y < bb) return t
    const [ex, ey, ez] = y <= 0 ? [qx, qy, qz] : [qx - bx, qy - by, qz - bz]
    b = dx * ex + dy * ey + dz * ez
    c = ex * ex + ey * ey + ez * ez - r * r
    h = b * b - c
    return h > 0 ? -b - Math.sqrt(h) : -1
  }
  if (h < 0) return -1
  h = Math.sqrt(h)
  const t = (-b - h) / a
  const y = bq + t * bd
  if (y > 0 && y < bb) return t
  const end = ((y < 0 ? 0 : bb) - bq) / bd
  return Math.abs(b + a * end) < h ? end : -1
}
