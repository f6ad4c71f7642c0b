import { Geometry, type Point, type Shapes } from './geometry.ts'
import { shapeBox, shapeCapsule } from './meet.ts'
import { type Material, newSurface, type Surface } from './surface.ts'

/** A flat lamp that shines along its normal; not seen itself. */
export interface Lamp {
  readonly centre: Point
  readonly across: Point
  readonly along: Point
  readonly light: Point
}

export interface Sun {
  readonly towards: Point
  readonly light: Point
  readonly wide: number
}

export interface Scene {
  readonly shapes: Shapes
  readonly lamps: readonly Lamp[]
  readonly sun?: Sun
  sky(x: number, y: number, z: number, out: Float64Array): void
}

const bounces = 4
const brightest = 6

/** Follows light backwards from the eye, by chance, many times a pixel. */
export class Tracer {
  /** Of the first place met: own colour, normal and distance, which the denoiser asks for. */
  readonly first = new Float64Array(7)
  readonly result = new Float64Array(3)
  private readonly scene: Scene
  private readonly geometry: Geometry
  private readonly materials: readonly Material[]
  private readonly at: Surface = newSurface()
  private readonly normal = new Float64Array(3)
  private readonly skyLight = new Float64Array(3)
  private readonly next = new Float64Array(3)
  private readonly local = new Float64Array(3)

  constructor(scene: Scene) {
    this.scene = scene
    this.geometry = new Geometry(scene.shapes)
    this.materials = scene.shapes.materials
  }

  follow(from: Point, towards: Point, chance: () => number): void {
    let [ox, oy, oz] = from
    let [dx, dy, dz] = towards
    let [tr, tg, tb] = [1, 1, 1]
    let mirrored = true
    const { result, first, at, normal, scene } = this
    result.fill(0)
    for (let bounce = 0; bounce < bounces; bounce++) {
      if (!this.geometry.meet(ox, oy, oz, dx, dy, dz, 1e6, false)) {
        scene.sky(dx, dy, dz, this.skyLight)
        const most = bounce === 0 ? 1e9 : brightest
        this.give(tr, tg, tb, this.skyLight[0] ?? 0, this.skyLight[1] ?? 0, this.skyLight[2] ?? 0, most)
        if (bounce === 0) first.set([1, 1, 1, 0, 0, 0, 1e6])
        return
      }
      const t = this.geometry.distance
      ox += dx * t
      oy += dy * t
      oz += dz * t
      this.look(this.geometry.shape, ox, oy, oz, dx, dy, dz)
      const nx = normal[0] as number
      const ny = normal[1] as number
      const nz = normal[2] as number
      if (bounce === 0) first.set([at.red, at.green, at.blue, nx, ny, nz, t])
      if (at.emits > 0) {
        if (mirrored)
          this.give(
            tr,
            tg,
            tb,
            at.red * at.emits,
            at.green * at.emits,
            at.blue * at.emits,
            bounce === 0 ? 1e9 : brightest,
          )
        return
      }
      const cos = Math.min(1, Math.abs(dx * nx + dy * ny + dz * nz))
      const shine = at.mirror + (1 - at.mirror) * (1 - at.rough) * (1 - cos) ** 5
      const likely = at.metal ? 1 : Math.min(0.9, Math.max(shine, shine > 0.001 ? 0.15 : 0))
      ox += nx * 2e-5
      oy += ny * 2e-5
      oz += nz * 2e-5
      if (chance() < likely) {
        const scale = at.metal ? 1 : shine / likely
        tr *= scale * (at.metal ? at.red : 1)
        tg *= scale * (at.metal ? at.green : 1)
        tb *= scale * (at.metal ? at.blue : 1)
        const twice = 2 * (dx * nx + dy * ny + dz * nz)
        this.scatter(chance)
        const wide = at.rough * at.rough
        dx += (this.next[0] as number) * wide - twice * nx
        dy += (this.next[1] as number) * wide - twice * ny
        dz += (this.next[2] as number) * wide - twice * nz
        if (at.rough > 0.25) this.lamps(tr * 0.4, tg * 0.4, tb * 0.4, ox, oy, oz, chance)
        mirrored = at.rough <= 0.25
      } else {
        const scale = (1 - shine) / (1 - likely)
        tr *= at.red * scale
        tg *= at.green * scale
        tb *= at.blue * scale
        this.lamps(tr, tg, tb, ox, oy, oz, chance)
        this.scatter(chance)
        dx = nx + (this.next[0] as number) * 0.999
        dy = ny + (this.next[1] as number) * 0.999
        dz = nz + (this.next[2] as number) * 0.999
        mirrored = false
      }
      const long = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz)
      dx *= long
      dy *= long
      dz *= long
      if (dx * nx + dy * ny + dz * nz <= 0 || Math.max(tr, tg, tb) < 0.004) return
    }
  }

  private give(tr: number, tg: number, tb: number, r: number, g: number, b: number, most: number): void {
    this.result[0] = (this.result[0] as number) + Math.min(most, tr * r)
    this.result[1] = (this.result[1] as number) + Math.min(most, tg * g)
    this.result[2] = (this.result[2] as number) + Math.min(most, tb * b)
  }

  /** A point on the unit ball, by chance. */
  private scatter(chance: () => number): void {
    const z = 2 * chance() - 1
    const turn = 2 * Math.PI * chance()
    const r = Math.sqrt(1 - z * z)
    this.next[0] = r * Math.cos(turn)
    this.next[1] = r * Math.sin(turn)
    this.next[2] = z
  }

  /** Light that comes straight from the sun and from one lamp. */
  private lamps(
    tr: number,
    tg: number,
    tb: number,
    x: number,
    y: number,
    z: number,
    chance: () => number,
  ): void {
    const { sun, lamps } = this.scene
    if (sun) {
      this.scatter(chance)
      const { next } = this
      const sx = sun.towards[0] + (next[0] as number) * sun.wide
      const sy = sun.towards[1] + (next[1] as number) * sun.wide
      const sz = sun.towards[2] + (next[2] as number) * sun.wide
      this.shine(tr, tg, tb, x, y, z, sx, sy, sz, 1e6, sun.light, 1)
    }
    const lamp = lamps[Math.floor(chance() * lamps.length)]
    if (!lamp) return
    const [a, b] = [2 * chance() - 1, 2 * chance() - 1]
    const lx = lamp.centre[0] + lamp.across[0] * a + lamp.along[0] * b - x
    const ly = lamp.centre[1] + lamp.across[1] * a + lamp.along[1] * b - y
    const lz = lamp.centre[2] + lamp.across[2] * a + lamp.along[2] * b - z
    const [u, v] = [lamp.across, lamp.along]
    const cx = u[1] * v[2] - u[2] * v[1]
    const cy = u[2] * v[0] - u[0] * v[2]
    const cz = u[0] * v[1] - u[1] * v[0]
    const square = lx * lx + ly * ly + lz * lz
    const facing = -(lx * cx + ly * cy + lz * cz) / Math.sqrt(square)
    if (facing <= 0) return
    const weight = (facing * 4 * lamps.length) / (Math.PI * square)
    this.shine(tr, tg, tb, x, y, z, lx, ly, lz, Math.sqrt(square) - 1e-3, lamp.light, weight)
  }

  private shine(
    tr: number,
    tg: number,
    tb: number,
    x: number,
    y: number,
    z: number,
    lx: number,
    ly: number,
    lz: number,
    far: number,
    light: Point,
    weight: number,
  ): void {
    const long = 1 / Math.sqrt(lx * lx + ly * ly + lz * lz)
    const [dx, dy, dz] = [lx * long, ly * long, lz * long]
    const cos = dx * (this.normal[0] ?? 0) + dy * (this.normal[1] ?? 0) + dz * (this.normal[2] ?? 0)
    if (cos <= 0 || this.geometry.meet(x, y, z, dx, dy, dz, far, true)) return
    const part = cos * weight
    this.give(tr, tg, tb, light[0] * part, light[1] * part, light[2] * part, brightest)
  }

  /** What the shape looks like there: normal (towards the viewer) and material. */
  private look(shape: number, x: number, y: number, z: number, dx: number, dy: number, dz: number): void {
    const s = this.geometry.numbers
    const p = this.geometry.at(shape)
    const { at, normal } = this
    at.x = x
    at.y = y
    at.z = z
    const material = this.materials[s[p + 1] ?? 0]
    if (s[p] === shapeBox) this.lookAtBox(s, p, x, y, z, material)
    else this.lookAtRound(s, p, x, y, z, s[p] === shapeCapsule)
    if (dx * (normal[0] ?? 0) + dy * (normal[1] ?? 0) + dz * (normal[2] ?? 0) > 0) {
      for (let k = 0; k < 3; k++) normal[k] = -(normal[k] ?? 0)
    }
    at.emits = 0
    at.metal = false
    at.mirror = 0
    at.rough = 1
    material?.shade(at)
  }

  private lookAtBox(s: Float64Array, p: number, x: number, y: number, z: number, material?: Material): void {
    const { at, normal } = this
    const px = x - (s[p + 2] as number)
    const py = y - (s[p + 3] as number)
    const pz = z - (s[p + 4] as number)
    const { local } = this
    let face = 0
    let least = Infinity
    for (let k = 0; k < 3; k++) {
      const a = p + 5 + k * 3
      const along = px * (s[a] as number) + py * (s[a + 1] as number) + pz * (s[a + 2] as number)
      local[k] = along
      const gap = Math.abs((s[p + 14 + k] as number) - Math.abs(along))
      if (gap < least) {
        least = gap
        face = k
      }
    }
    at.face = face
    at.side = Math.sign(local[face] ?? 1) || 1
    const uAxis = face === 0 ? 2 : 0
    const vAxis = face === 1 ? 2 : 1
    at.u = local[uAxis] ?? 0
    at.v = local[vAxis] ?? 0
    let du = 0
    let dv = 0
    if (material?.height) {
      const here = material.height(at.u, at.v)
      du = (material.height(at.u + 6e-4, at.v) - here) / 6e-4
      dv = (material.height(at.u, at.v + 6e-4) - here) / 6e-4
    }
    let square = 0
    for (let n = 0; n < 3; n++) {
      const value =
        (s[p + 5 + face * 3 + n] as number) * at.side -
        du * (s[p + 5 + uAxis * 3 + n] as number) -
        dv * (s[p + 5 + vAxis * 3 + n] as number)
      normal[n] = value
      square += value * value
    }
    for (let n = 0; n < 3; n++) normal[n] = (normal[n] ?? 0) / Math.sqrt(square)
  }

  private lookAtRound(s: Float64Array, p: number, x: number, y: number, z: number, rounded: boolean): void {
    const { at, normal } = this
    const [ax, ay, az] = [s[p + 2] ?? 0, s[p + 3] ?? 0, s[p + 4] ?? 0]
    const [bx, by, bz] = [(s[p + 5] ?? 0) - ax, (s[p + 6] ?? 0) - ay, (s[p + 7] ?? 0) - az]
    const bb = bx * bx + by * by + bz * bz
    const along = ((x - ax) * bx + (y - ay) * by + (z - az) * bz) / bb
    const t = Math.max(0, Math.min(1, along))
    at.face = 3
    at.side = 1
    at.v = along * Math.sqrt(bb)
    at.u = Math.atan2(x - ax - bx * t, z - az - bz * t + (y - ay - by * t)) * (s[p + 8] ?? 0)
    if (!rounded && (along < 1e-4 || along > 1 - 1e-4)) {
      const sign = (along < 0.5 ? -1 : 1) / Math.sqrt(bb)
      normal.set([bx * sign, by * sign, bz * sign])
      at.face = 1
      return
    }
    const [nx, ny, nz] = [x - ax - bx * t, y - ay - by * t, z - az - bz * t]
    const long = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
    normal.set([nx * long, ny * long, nz * long])
  }
}
