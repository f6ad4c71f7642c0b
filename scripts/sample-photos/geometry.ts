import { boundsOf, meetShape, shapeBox, shapeCapsule, shapeCylinder, stride } from './meet.ts'
import type { Material } from './surface.ts'
import { growTree, nodeSize } from './tree.ts'

export type Point = readonly [x: number, y: number, z: number]

/** Collects shapes, in metres: y is up. */
export class Shapes {
  readonly numbers: number[] = []
  readonly materials: Material[] = []

  get count(): number {
    return this.numbers.length / stride
  }

  /** `turn` in degrees about the upright, then `tilt` about the shape's own x. */
  box(centre: Point, size: Point, material: Material, turn = 0, tilt = 0): void {
    const [a, b] = [(turn * Math.PI) / 180, (tilt * Math.PI) / 180]
    const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)]
    const axes = [ca, 0, -sa, sa * sb, cb, ca * sb, sa * cb, -sb, ca * cb]
    this.add(shapeBox, material, [...centre, ...axes, size[0] / 2, size[1] / 2, size[2] / 2])
  }

  cylinder(from: Point, to: Point, radius: number, material: Material): void {
    this.add(shapeCylinder, material, [...from, ...to, radius])
  }

  ball(centre: Point, radius: number, material: Material): void {
    this.add(shapeCapsule, material, [...centre, centre[0], centre[1] + 1e-5, centre[2], radius])
  }

  rod(from: Point, to: Point, radius: number, material: Material): void {
    this.add(shapeCapsule, material, [...from, ...to, radius])
  }

  /** A cable through the points, bent smoothly (Catmull-Rom). */
  cable(points: readonly Point[], radius: number, material: Material, steps = 8): void {
    const at = (n: number) => points[Math.max(0, Math.min(points.length - 1, n))] ?? [0, 0, 0]
    let last = at(0)
    for (let n = 0; n + 1 < points.length; n++) {
      for (let step = 1; step <= steps; step++) {
        const next = bend(at(n - 1), at(n), at(n + 1), at(n + 2), step / steps)
        this.rod(last, next, radius, material)
        last = next
      }
    }
  }

  private add(kind: number, material: Material, own: readonly number[]): void {
    let index = this.materials.indexOf(material)
    if (index < 0) index = this.materials.push(material) - 1
    const row = [kind, index, ...own]
    while (row.length < stride) row.push(0)
    this.numbers.push(...row)
  }
}

function bend(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const one = (n: 0 | 1 | 2) =>
    0.5 *
    (2 * b[n] +
      (c[n] - a[n]) * t +
      (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t * t +
      (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t * t * t)
  return [one(0), one(1), one(2)]
}

/** Asks which shape a ray meets first. */
export class Geometry {
  readonly numbers: Float64Array
  /** Of the last ray that met something. */
  distance = 0
  shape = -1
  private readonly nodes: Float64Array
  private readonly order: Int32Array
  private readonly stack = new Int32Array(256)
  private readonly nears = new Float64Array(256)

  constructor(shapes: Shapes) {
    this.numbers = Float64Array.from(shapes.numbers)
    const bounds = new Float64Array(shapes.count * 6)
    for (let n = 0; n < shapes.count; n++) bounds.set(boundsOf(this.numbers, n * stride), n * 6)
    const { nodes, order } = growTree(bounds)
    this.nodes = nodes
    this.order = order
  }

  at(shape: number): number {
    return shape * stride
  }

  /** Whether anything is met nearer than `far`; with `any`, the first found will do. */
  meet(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
    any: boolean,
  ): boolean {
    const { nodes, stack, nears, order, numbers } = this
    const ix = 1 / dx
    const iy = 1 / dy
    const iz = 1 / dz
    let top = 1
    let nearest = far
    let found = -1
    stack[0] = 0
    nears[0] = 0
    while (top > 0) {
      top--
      if ((nears[top] as number) >= nearest) continue
      const at = stack[top] as number
      const count = nodes[at + 7] as number
      if (count > 0) {
        const first = nodes[at + 6] as number
        for (let n = first; n < first + count; n++) {
          const shape = order[n] as number
          const t = meetShape(numbers, shape * stride, ox, oy, oz, dx, dy, dz)
          if (t > 1e-5 && t < nearest) {
            nearest = t
            found = shape
            if (any) return true
          }
        }
        continue
      }
      const one = at + nodeSize
      const two = nodes[at + 6] as number
      const nearOne = enter(nodes, one, ox, oy, oz, ix, iy, iz, nearest)
      const nearTwo = enter(nodes, two, ox, oy, oz, ix, iy, iz, nearest)
      const oneFirst = nearOne <= nearTwo
      const later = oneFirst ? nearTwo : nearOne
      const sooner = oneFirst ? nearOne : nearTwo
      if (later < nearest) {
        stack[top] = oneFirst ? two : one
        nears[top++] = later
      }
      if (sooner < nearest) {
        stack[top] = oneFirst ? one : two
        nears[top++] = sooner
      }
    }
    this.distance = nearest
    this.shape = found
    return found >= 0
  }
}

/** Where a ray comes into a node; infinity when it passes by. */
function enter(
  nodes: Float64Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
  nearest: number,
): number {
  const x1 = ((nodes[at] as number) - ox) * ix
  const x2 = ((nodes[at + 3] as number) - ox) * ix
  const y1 = ((nodes[at + 1] as number) - oy) * iy
  const y2 = ((nodes[at + 4] as number) - oy) * iy
  const z1 = ((nodes[at + 2] as number) - oz) * iz
  const z2 = ((nodes[at + 5] as number) - oz) * iz
  const near = Math.max(Math.min(x1, x2), Math.min(y1, y2), Math.min(z1, z2), 0)
  const away = Math.min(Math.max(x1, x2), Math.max(y1, y2), Math.max(z1, z2))
  return away >= near && near < nearest ? near : Infinity
}
