import { type Point, Shapes } from '../geometry.ts'
import { asphalt, concrete, plain, printed } from '../materials.ts'
import { layered } from '../noise.ts'
import { daySky, grass, tree } from '../outdoors.ts'
import { black, coil, dark, orange, pipe, yellow } from '../parts.ts'
import { print } from '../print.ts'
import { landscape, type Shot } from '../shot.ts'
import type { Material } from '../surface.ts'

const soil: Material = {
  shade(at) {
    const grit = 0.5 + layered(at.x * 40, at.y * 40, at.z * 40, 3)
    at.red = 0.095 * grit
    at.green = 0.07 * grit
    at.blue = 0.047 * grit
  },
  height: (u, v) => layered(u * 45, v * 45, 2, 3) * 0.006,
}

/** The chamber at the curb with its lid off: two pipes, one empty with a string, and spare cable. */
export async function handhole(): Promise<Shot> {
  const shapes = new Shapes()
  const [wide, deep, down] = [0.78, 0.5, 0.62]
  const polymer = concrete(0.4)
  // its four walls, the rim and the bottom
  for (const side of [-1, 1]) {
    shapes.box([side * (wide / 2 + 0.03), -down / 2 + 0.01, 0], [0.06, down, deep + 0.12], polymer)
    shapes.box([0, -down / 2 + 0.01, side * (deep / 2 + 0.03)], [wide, down, 0.06], polymer)
  }
  shapes.box([0, -down - 0.02, 0], [wide, 0.06, deep], soil)
  for (let n = 0; n < 60; n++)
    shapes.ball(
      [((n * 0.37) % 0.74) - 0.37, -down + 0.012, ((n * 0.23) % 0.46) - 0.23],
      0.011 + (n % 5) * 0.003,
      concrete(0.28),
    )
  ground(shapes, wide, deep)
  // two large pipes through the back wall
  for (const [n, x] of [-0.2, 0.02].entries()) {
    shapes.cylinder(
      [x, -0.43, -deep / 2 - 0.01],
      [x, -0.43, -deep / 2 + 0.09],
      0.057,
      n === 0 ? plain([0.42, 0.43, 0.43], 0.45) : plain([0.4, 0.41, 0.42], 0.45),
    )
    shapes.cylinder([x, -0.43, -deep / 2 + 0.0905], [x, -0.43, -deep / 2 + 0.091], 0.05, dark)
  }
  const jacket = plain([0.02, 0.02, 0.022], 0.4, 0.05)
  shapes.cable(
    [
      [-0.2, -0.45, -0.26],
      [-0.19, -0.44, -0.12],
      [-0.1, -0.36, 0.04],
      [0.1, -0.33, 0.1],
      [0.3, -0.37, 0.0],
      [0.37, -0.42, -0.12],
      [0.39, -0.42, -0.3],
    ],
    0.014,
    jacket,
  )
  shapes.cable(
    [
      [-0.23, -0.44, -0.26],
      [-0.25, -0.4, -0.1],
      [-0.27, -0.3, 0.08],
      [-0.2, -0.24, 0.17],
      [-0.05, -0.3, 0.18],
      [0.12, -0.42, 0.12],
      [0.2, -0.46, -0.02],
    ],
    0.011,
    jacket,
  )
  const loops = new Shapes()
  coil(loops, [0, 0, 0], 0.17, 5, 0.0085, orange, 5)
  layFlat(shapes, loops, [0.16, -0.5, 0.03])
  shapes.cable(
    [
      [0.02, -0.42, -0.22],
      [0.03, -0.4, -0.1],
      [0.0, -0.3, 0.02],
      [-0.06, -0.2, 0.15],
      [-0.12, -0.05, 0.235],
      [-0.15, 0.012, 0.29],
      [-0.22, 0.012, 0.4],
      [-0.12, 0.01, 0.46],
    ],
    0.0022,
    yellow,
  )
  await lid(shapes)
  return {
    scene: {
      shapes,
      lamps: [],
      sky: daySky,
      sun: { towards: [0.22, 0.86, 0.42], light: [5.6, 5.1, 4.4], wide: 0.012 },
    },
    camera: { from: [0.26, 1.55, 1.02], at: [0.1, -0.2, -0.02], view: 60, roll: -1.5 },
    look: { exposure: 0.62, warm: [1.03, 0.98], grain: 0.02 },
    size: landscape,
  }
}

/** Pavement behind, grass around, the curb and the street to the left. */
function ground(shapes: Shapes, wide: number, deep: number): void {
  const [w, d] = [wide / 2 + 0.06, deep / 2 + 0.06]
  const earth = soil
  shapes.box([0, -0.12, (d + 2.4) / 2 + 0.0], [4.6, 0.2, 2.4 - d], earth)
  shapes.box([0, -0.12, -(d + 0.62) / 2], [4.6, 0.2, 0.62 - d], earth)
  shapes.box([(w + 2.3) / 2, -0.12, 0], [2.3 - w, 0.2, d * 2], earth)
  shapes.box([-(w + 1.25) / 2, -0.12, 0], [1.25 - w, 0.2, d * 2], earth)
  grass(shapes, [-1.1, -0.02, d + 0.01], [1.6, -0.02, 1.25], 17000, 0.06, 3)
  grass(shapes, [-1.1, -0.02, -0.6], [1.6, -0.02, -d - 0.01], 6000, 0.055, 4)
  grass(shapes, [w + 0.01, -0.02, -d], [1.6, -0.02, d], 5500, 0.055, 5)
  grass(shapes, [-1.1, -0.02, -d], [-w - 0.01, -0.02, d], 3200, 0.055, 6)
  shapes.box([0.4, -0.09, -1.45], [7, 0.2, 1.66], concrete(0.46))
  for (const x of [-1.6, -0.1, 1.4]) shapes.box([x, 0.0105, -1.45], [0.012, 0.003, 1.66], dark)
  shapes.box([0.4, -0.1, -3.6], [7, 0.2, 2.6], soil)
  grass(shapes, [-1.4, 0, -3.2], [2.4, 0, -2.3], 3500, 0.08, 8)
  shapes.box([-1.2, -0.06, -0.6], [0.16, 0.15, 7], concrete(0.5))
  shapes.box([-3, -0.22, -0.6], [3.5, 0.2, 7], asphalt())
  tree(shapes, [2.6, 0, 2.9], 5.5, 1.5, 700, 12)
}

function layFlat(shapes: Shapes, from: Shapes, at: Point): void {
  for (let n = 0; n < from.count; n++) {
    const v = (k: number) => from.numbers[n * 18 + k] ?? 0
    const turned = (k: number): Point => [at[0] + v(k), at[1] + v(k + 2), at[2] + v(k + 1)]
    shapes.rod(turned(2), turned(5), v(8), orange)
  }
}

async function lid(shapes: Shapes): Promise<void> {
  const studs = Array.from(
    { length: 22 * 14 },
    (_, n) =>
      `<circle cx="${20 + (n % 22) * 33}" cy="${18 + Math.floor(n / 22) * 34}" r="7" fill="#8f8b80"/>`,
  ).join('')
  const cast = await print(
    740,
    480,
    `${studs}<rect x="150" y="190" width="440" height="96" fill="#a19c90"/><text x="370" y="262" font-size="70" font-weight="bold" text-anchor="middle" fill="#66625a" letter-spacing="6">TELECOM</text><rect x="36" y="222" width="56" height="26" rx="13" fill="#222"/><rect x="648" y="222" width="56" height="26" rx="13" fill="#222"/>`,
    '#98948a',
  )
  const face = printed(cast, [0.82, 0.54], 0.8, true)
  shapes.box(
    [0.93, 0.045, -0.1],
    [0.54, 0.05, 0.82],
    { shade: (at) => (at.face === 1 ? turned(face, at) : polymerSide.shade(at)) },
    -16,
    3,
  )
  shapes.rod([0.45, 0.02, 0.42], [0.72, 0.05, 0.62], 0.008, pipe)
  shapes.rod([0.45, 0.02, 0.42], [0.43, 0.055, 0.44], 0.008, black)
}

const polymerSide = concrete(0.36)

/** The lid lies with its long side away from us. */
function turned(face: Material, at: Parameters<Material['shade']>[0]): void {
  const [u, v] = [at.u, at.v]
  at.u = v
  at.v = -u
  face.shade(at)
}
