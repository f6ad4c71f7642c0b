/** A place that a ray met, and what its material says of it. */
export interface Surface {
  /** In the world. */
  x: number
  y: number
  z: number
  /** Along the face or round the rod, in metres. */
  u: number
  v: number
  /** Which axis of the box the face looks along (0, 1, 2), with its sign; 3 for round shapes. */
  face: number
  side: number
  /** What the material answers. */
  red: number
  green: number
  blue: number
  rough: number
  /** Share of light thrown back like a mirror, seen straight on. */
  mirror: number
  /** Mirrors in its own colour. */
  metal: boolean
  emits: number
}

export interface Material {
  shade(at: Surface): void
  /** Metres out of a flat face. */
  height?(u: number, v: number): number
}

export function newSurface(): Surface {
  return {
    x: 0,
    y: 0,
    z: 0,
    u: 0,
    v: 0,
    face: 0,
    side: 1,
    red: 0,
    green: 0,
    blue: 0,
    rough: 1,
    mirror: 0,
    metal: false,
    emits: 0,
  }
}
