import { type Point, Shapes } from '../geometry.ts'
import { blockWall, concrete, glow, metal, plain, plywood, wall } from '../materials.ts'
import {
  black,
  block66,
  blue,
  bundle,
  coil,
  conduit,
  copper,
  dark,
  green,
  grey,
  pairColours,
  pipe,
  steel,
  tag,
  unit19,
  white,
  yellow,
} from '../parts.ts'
import { label, print } from '../print.ts'
import { indoors, landscape, type Shot } from '../shot.ts'

/** The main room in the basement: backboard, blocks, ground bar and a rack under one tube lamp. */
export async function mdfRoom(): Promise<Shot> {
  const shapes = new Shapes()
  const painted = blockWall([0.66, 0.64, 0.57])
  shapes.box([0, 1.3, -0.1], [4.4, 2.6, 0.2], painted)
  shapes.box([-2.0, 1.3, 1.6], [0.2, 2.6, 3.8], painted)
  shapes.box([2.05, 1.3, 1.6], [0.2, 2.6, 3.8], painted)
  shapes.box([0, 1.3, 3.5], [4.4, 2.6, 0.2], wall([0.6, 0.58, 0.52]))
  shapes.box([0, -0.1, 1.6], [4.4, 0.2, 4], concrete(0.36))
  shapes.box([0, 2.72, 1.6], [4.4, 0.2, 4], concrete(0.5))
  backboard(shapes)
  await onTheBoard(shapes)
  ceiling(shapes)
  await rack(shapes)
  shapes.box([1.78, 0.2, 0.5], [0.36, 0.4, 0.3], plain([0.42, 0.3, 0.17], 0.8, 0.02, 0.25), 12)
  shapes.box([-1.55, 0.09, 0.35], [0.3, 0.18, 0.22], plain([0.5, 0.37, 0.22], 0.8, 0.02, 0.2), -20)
  const lamp = {
    centre: [0.1, 2.47, 1.55],
    across: [0.62, 0, 0],
    along: [0, 0, 0.09],
    light: [30, 31, 28.5],
  } as const
  return {
    scene: { shapes, lamps: [lamp], sky: indoors },
    camera: { from: [-0.5, 1.52, 3.1], at: [0.13, 1.27, 0], view: 70, roll: 0.9, flash: 190 },
    look: { exposure: 1.25, warm: [1.02, 0.94], grain: 0.035 },
    size: landscape,
  }
}

function backboard(shapes: Shapes): void {
  const wood = plywood()
  shapes.box([-0.75, 1.35, 0.01], [1.21, 1.22, 0.019], wood)
  shapes.box([0.47, 1.35, 0.01], [1.215, 1.22, 0.019], plywood([0.52, 0.37, 0.21]))
  for (const x of [-1.3, -0.75, -0.2, -0.1, 0.47, 1.02]) {
    for (const y of [0.79, 1.35, 1.91]) shapes.cylinder([x, y, 0.018], [x, y, 0.0225], 0.006, steel)
  }
}

async function onTheBoard(shapes: Shapes): Promise<void> {
  for (const [n, x] of [-1.12, -0.92, -0.58, -0.38].entries()) {
    block66(shapes, [x, 1.55, 0.02], n < 3 ? 0.9 : 0.55, n + 3)
    block66(shapes, [x, 1.24, 0.02], n < 2 ? 0.8 : 0.25, n + 13)
  }
  const feed = plain([0.16, 0.165, 0.17], 0.5)
  for (const [x, sway] of [
    [-1.02, 0.02],
    [-0.48, -0.02],
  ] as const) {
    shapes.cable(
      [
        [x - 0.05, 2.62, 0.07],
        [x - 0.04 + sway, 2.2, 0.06],
        [x, 1.95, 0.05],
        [x, 1.72, 0.045],
        [x, 1.06, 0.045],
      ],
      0.014,
      feed,
    )
    bundle(
      shapes,
      [
        [x, 1.72, 0.05],
        [x + 0.01, 1.5, 0.045],
        [x - 0.01, 1.2, 0.045],
        [x, 1.0, 0.05],
      ],
      14,
      0.013,
      0.0012,
      [...pairColours, white],
      5,
    )
    for (let n = 0; n < 3; n++)
      shapes.rod([x - 0.02, 1.62 - n * 0.25, 0.055], [x + 0.02, 1.62 - n * 0.25, 0.055], 0.003, white)
  }
  // cross-connects, looped loosely below the blocks
  bundle(
    shapes,
    [
      [-1.02, 1.08, 0.04],
      [-0.95, 0.98, 0.06],
      [-0.74, 0.94, 0.06],
      [-0.55, 0.98, 0.06],
      [-0.48, 1.08, 0.04],
    ],
    16,
    0.02,
    0.0011,
    [yellow, white, ...pairColours],
    9,
  )
  tag(shapes, [-1.02, 1.735, 0.062], [0.15, 0.04], await label(['NORTHLINE 1-200']), 1)
  tag(shapes, [-0.48, 1.735, 0.062], [0.13, 0.04], await label(['HOUSE RISERS'], '#efe8c8'), -2)
  fiberPanel(shapes, await label(['FIBER 12F', 'HH-12'], '#f5c518'))
  // ground bar
  shapes.box([0.2, 0.93, 0.05], [0.32, 0.052, 0.006], copper)
  for (const x of [0.08, 0.32])
    shapes.cylinder([x, 0.93, 0.02], [x, 0.93, 0.05], 0.012, plain([0.55, 0.1, 0.06], 0.5))
  for (const [n, x] of [0.11, 0.15, 0.21, 0.28].entries()) {
    shapes.cylinder([x, 0.93, 0.053], [x, 0.93, 0.062], 0.009, steel)
    if (n !== 2)
      shapes.cable(
        [
          [x, 0.93, 0.06],
          [x + 0.01, 0.86, 0.065],
          [x + 0.03 * n, 0.7, 0.05],
          [0.32 + n * 0.02, 0.3, 0.04],
          [0.34 + n * 0.02, 0.02, 0.03],
        ],
        0.0055,
        green,
      )
  }
  // an outlet in a box, its pipe from above
  shapes.box([0.86, 1.0, 0.045], [0.115, 0.115, 0.05], pipe)
  shapes.box([0.86, 1.0, 0.073], [0.1, 0.1, 0.004], steel)
  for (const y of [1.022, 0.978]) {
    shapes.box([0.86, y, 0.0755], [0.034, 0.028, 0.003], plain([0.7, 0.68, 0.62]))
    for (const x of [-0.006, 0.006]) shapes.box([0.86 + x, y + 0.002, 0.0772], [0.002, 0.008, 0.001], dark)
  }
  conduit(
    shapes,
    [
      [0.86, 1.05, 0.045],
      [0.86, 2.62, 0.045],
    ],
    0.011,
  )
  coil(shapes, [0.62, 1.62, 0.02], 0.14, 5, 0.0045, black, 4)
  shapes.box([-0.1, 0.55, 0.03], [0.25, 0.1, 0.06], plain([0.52, 0.5, 0.45]))
}

function fiberPanel(shapes: Shapes, text: Awaited<ReturnType<typeof label>>): void {
  shapes.box([0.2, 1.5, 0.075], [0.36, 0.4, 0.11], plain([0.055, 0.057, 0.06], 0.4, 0.05))
  shapes.box([0.2, 1.5, 0.132], [0.345, 0.385, 0.006], plain([0.07, 0.072, 0.076], 0.35, 0.05))
  shapes.cylinder([0.345, 1.5, 0.134], [0.345, 1.5, 0.142], 0.011, steel)
  tag(shapes, [0.16, 1.6, 0.136], [0.13, 0.065], text, 0)
  shapes.cable(
    [
      [0.1, 1.31, 0.07],
      [0.08, 1.2, 0.07],
      [-0.02, 1.12, 0.06],
      [-0.1, 1.3, 0.05],
      [-0.13, 1.8, 0.05],
      [-0.14, 2.62, 0.06],
    ],
    0.0065,
    orange2,
  )
  shapes.cable(
    [
      [0.3, 1.31, 0.08],
      [0.34, 1.18, 0.09],
      [0.6, 1.13, 0.1],
      [1.0, 1.2, 0.25],
      [1.17, 1.5, 0.5],
    ],
    0.0028,
    yellow,
  )
}
const orange2 = plain([0.8, 0.28, 0.03], 0.45)

function ceiling(shapes: Shapes): void {
  // four sleeves over the left blocks, two large pipes out of the wall
  for (const x of [-1.16, -1.0, -0.52, -0.36]) shapes.cylinder([x, 2.3, 0.075], [x, 2.62, 0.075], 0.03, pipe)
  for (const y of [0.34, 0.62]) {
    shapes.rod([-1.9, y, 0.35], [-1.72, y, 0.35], 0.057, pipe)
    shapes.cylinder([-1.72, y, 0.35], [-1.68, y, 0.35], 0.064, pipe)
    shapes.cylinder([-1.682, y, 0.35], [-1.676, y, 0.35], 0.05, dark)
  }
  shapes.cable(
    [
      [-1.7, 0.62, 0.35],
      [-1.55, 0.63, 0.3],
      [-1.44, 0.8, 0.12],
      [-1.42, 1.4, 0.06],
      [-1.3, 2.0, 0.06],
      [-1.1, 2.32, 0.075],
    ],
    0.016,
    plain([0.03, 0.03, 0.032]),
  )
  conduit(
    shapes,
    [
      [-1.9, 2.42, 0.9],
      [1.95, 2.42, 0.9],
    ],
    0.027,
  )
  conduit(
    shapes,
    [
      [-1.9, 2.46, 1.02],
      [1.95, 2.46, 1.02],
    ],
    0.014,
  )
  shapes.rod([-1.9, 2.36, 2.2], [1.95, 2.36, 2.2], 0.045, plain([0.45, 0.12, 0.08], 0.5))
  // ladder tray from the board to the rack
  for (const z of [0.25, 0.55]) shapes.box([0.35, 2.2, z], [3.1, 0.04, 0.012], grey)
  for (let x = -1.1; x < 1.85; x += 0.23) shapes.box([x, 2.2, 0.4], [0.02, 0.02, 0.3], grey)
  bundle(
    shapes,
    [
      [-0.9, 2.24, 0.4],
      [-0.2, 2.235, 0.42],
      [0.5, 2.24, 0.38],
      [1.1, 2.235, 0.42],
      [1.35, 2.15, 0.55],
      [1.37, 1.9, 0.66],
    ],
    14,
    0.05,
    0.0032,
    [blue, blue, white, grey],
    21,
  )
  // tube lamp
  shapes.box([0.1, 2.57, 1.55], [1.26, 0.06, 0.2], white)
  for (const z of [1.5, 1.6]) shapes.rod([-0.5, 2.51, z], [0.7, 2.51, z], 0.014, glow([1, 1, 0.94], 16))
}

async function rack(shapes: Shapes): Promise<void> {
  const [x, z, turn] = [1.38, 0.62, -24]
  const a = (turn * Math.PI) / 180
  const by = (right: number, ahead: number): Point => [
    x + Math.cos(a) * right + Math.sin(a) * ahead,
    0,
    z - Math.sin(a) * right + Math.cos(a) * ahead,
  ]
  const frame = metal([0.1, 0.1, 0.105], 0.45)
  for (const side of [-0.255, 0.255]) {
    const [px, , pz] = by(side, -0.02)
    shapes.box([px, 1.0, pz], [0.045, 2.0, 0.06], plain([0.05, 0.05, 0.053], 0.4, 0.06), turn)
  }
  shapes.box([x, 2.0, z], [0.56, 0.05, 0.07], frame, turn)
  shapes.box([x, 0.02, z], [0.56, 0.04, 0.4], frame, turn)
  const ports = (count: number, y: number, fill: string) =>
    Array.from(
      { length: count },
      (_, n) =>
        `<rect x="${70 + n * 34}" y="${y}" width="22" height="26" fill="${fill}"/><rect x="${75 + n * 34}" y="${y + 8}" width="12" height="14" fill="#000"/>`,
    ).join('')
  const patch = await print(
    966,
    90,
    `${ports(24, 32, '#3a3a3a')}<text x="14" y="24" font-size="17" fill="#ddd">PP-1</text>`,
    '#17181a',
  )
  const lights = Array.from(
    { length: 24 },
    (_, n) => `<circle cx="${81 + n * 34}" cy="22" r="4" fill="${n % 5 === 3 ? '#333' : '#58ff7a'}"/>`,
  ).join('')
  const active = await print(
    966,
    90,
    `${ports(24, 34, '#9aa')}${lights}<rect x="8" y="30" width="44" height="34" fill="#1660a8"/>`,
    '#46494d',
  )
  const ups = await print(
    966,
    180,
    '<rect x="360" y="40" width="240" height="90" rx="8" fill="#0c1a12"/><text x="480" y="98" font-size="44" fill="#7dffb0" text-anchor="middle">120 V</text><circle cx="700" cy="84" r="14" fill="#3f6"/><rect x="40" y="50" width="240" height="80" fill="#0a0a0a"/>',
    '#1c1d1f',
  )
  const heights: readonly (readonly [number, number, typeof patch])[] = [
    [1.78, 1, patch],
    [1.73, 1, patch],
    [1.64, 1, active],
    [1.55, 1, active],
    [0.33, 2, ups],
  ]
  const front = by(0, 0.03)
  for (const [y, units, face] of heights)
    unit19(shapes, [front[0], y, front[2]], units, units > 1 ? 0.4 : 0.2, face, turn)
  const colours = [blue, blue, yellow, white, blue]
  for (let n = 0; n < 17; n++) {
    const [sx, , sz] = by(-0.19 + n * 0.0222, 0.034)
    const [ex, , ez] = by(-0.19 + ((n * 7) % 17) * 0.0222, 0.034)
    const [mx, , mz] = by(-0.19 + n * 0.0222 + 0.02, 0.1 + (n % 4) * 0.012)
    shapes.cable(
      [
        [sx, 1.775 - (n % 2) * 0.05, sz],
        [mx, 1.74 - (n % 5) * 0.008, mz],
        [mx, 1.64 - (n % 3) * 0.03, mz],
        [ex, 1.635 - (n % 2) * 0.09, ez],
      ],
      0.0028,
      colours[n % 5] ?? blue,
      6,
    )
  }
}
