import { type Point, Shapes } from '../geometry.ts'
import { concrete, glow, plain, plywood, wall } from '../materials.ts'
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
  ivory,
  pairColours,
  pipe,
  steel,
  tag,
  white,
} from '../parts.ts'
import { label } from '../print.ts'
import { indoors, portrait, type Shot } from '../shot.ts'

/** A floor's closet, seen through its door: one block, a coax splitter and the sleeves up and down. */
export async function idfCloset(): Promise<Shot> {
  const shapes = new Shapes()
  const drywall = wall([0.66, 0.64, 0.6], 0.28)
  shapes.box([0, 1.4, -0.06], [1.5, 2.8, 0.1], drywall)
  shapes.box([-0.68, 1.4, 0.5], [0.1, 2.8, 1.1], drywall)
  shapes.box([0.68, 1.4, 0.5], [0.1, 2.8, 1.1], drywall)
  shapes.box([0, -0.05, 1], [3.4, 0.1, 3], concrete(0.3))
  shapes.box([0, 2.85, 1], [3.4, 0.1, 3], wall([0.6, 0.6, 0.58]))
  // the door's frame, the corridor's wall and the open door
  const corridor = wall([0.58, 0.55, 0.46], 0.1)
  for (const side of [-1, 1]) {
    shapes.box([side * 1.12, 1.4, 1.02], [1.1, 2.8, 0.1], corridor)
    shapes.box([side * 0.545, 1.05, 1.02], [0.06, 2.1, 0.16], plain([0.2, 0.19, 0.17], 0.4))
  }
  shapes.box([0, 2.5, 1.02], [1.2, 0.72, 0.1], corridor)
  shapes.box([0, 2.12, 1.02], [1.15, 0.06, 0.16], plain([0.2, 0.19, 0.17], 0.4))
  shapes.box([0.66, 1.04, 1.5], [0.045, 2.08, 0.92], plain([0.23, 0.14, 0.08], 0.4, 0.05, 0.3), 8)
  shapes.box([0, 1.35, 0.005], [1.22, 1.8, 0.019], plywood([0.5, 0.35, 0.2], 'v'))
  await equipment(shapes)
  const bulb: Point = [0.05, 2.45, 0.45]
  shapes.ball(bulb, 0.045, glow([1, 0.86, 0.6], 14))
  shapes.cylinder([0.05, 2.49, 0.45], [0.05, 2.6, 0.45], 0.03, ivory)
  const lamp = {
    centre: [0.05, 2.4, 0.45],
    across: [0.05, 0, 0],
    along: [0, 0, 0.05],
    light: [120, 98, 66],
  } as const
  const hall = {
    centre: [0, 2.75, 2.1],
    across: [0.5, 0, 0],
    along: [0, 0, 0.2],
    light: [7, 7.4, 7.6],
  } as const
  return {
    scene: { shapes, lamps: [lamp, hall], sky: indoors },
    camera: { from: [-0.12, 1.5, 2.25], at: [0.03, 1.27, 0], view: 68, roll: -0.8, flash: 50 },
    look: { exposure: 1.2, warm: [0.96, 1.06], grain: 0.04 },
    size: portrait,
  }
}

async function equipment(shapes: Shapes): Promise<void> {
  block66(shapes, [-0.33, 1.62, 0.015], 0.92, 5)
  bundle(
    shapes,
    [
      [-0.46, 0, 0.1],
      [-0.45, 0.7, 0.06],
      [-0.42, 1.2, 0.04],
      [-0.4, 1.5, 0.04],
      [-0.4, 1.75, 0.04],
    ],
    9,
    0.02,
    0.0028,
    [ivory, white, ivory],
    3,
  )
  bundle(
    shapes,
    [
      [-0.24, 1.74, 0.04],
      [-0.2, 1.95, 0.04],
      [-0.12, 2.3, 0.07],
      [-0.1, 2.85, 0.08],
    ],
    8,
    0.02,
    0.0028,
    [ivory, white],
    4,
  )
  bundle(
    shapes,
    [
      [-0.33, 1.5, 0.05],
      [-0.28, 1.38, 0.06],
      [-0.22, 1.46, 0.05],
      [-0.26, 1.58, 0.05],
    ],
    8,
    0.012,
    0.0009,
    [...pairColours, white],
    15,
  )
  tag(shapes, [-0.33, 1.79, 0.05], [0.12, 0.042], await label(['IDF A2', '201-208']), 2)
  // eight-way splitter and its coax
  shapes.box([0.22, 1.55, 0.03], [0.17, 0.085, 0.022], steel)
  tag(shapes, [0.22, 1.55, 0.0418], [0.1, 0.035], await label(['1:8  5-1002 MHz'], '#cfd2d4'))
  for (let n = 0; n < 8; n++) {
    const [x, up] = [0.15 + (n % 4) * 0.046, n < 4 ? 1 : -1]
    const y = 1.55 + up * 0.043
    shapes.cylinder([x, y, 0.03], [x, y + up * 0.02, 0.03], 0.0055, steel)
    const end: Point[] =
      up > 0
        ? [
            [x + 0.02, 1.9, 0.05],
            [0.34 + n * 0.012, 2.3, 0.06],
            [0.36 + n * 0.013, 2.85, 0.07],
          ]
        : [
            [x + 0.01, 1.36, 0.06],
            [0.36 + n * 0.012, 1.0, 0.05],
            [0.4 + n * 0.011, 0, 0.09],
          ]
    shapes.cable(
      [[x, y + up * 0.018, 0.03], [x, y + up * 0.08, 0.035], ...end],
      0.0035,
      n % 3 === 0 ? white : black,
    )
  }
  coil(shapes, [0.22, 1.13, 0.02], 0.13, 6, 0.0035, black, 6)
  shapes.cylinder([0.22, 1.27, 0.01], [0.22, 1.27, 0.08], 0.007, steel)
  coil(shapes, [-0.12, 1.02, 0.02], 0.1, 4, 0.003, blue, 12)
  shapes.cylinder([-0.12, 1.13, 0.01], [-0.12, 1.13, 0.07], 0.007, steel)
  shapes.box([0.0, 0.72, 0.04], [0.2, 0.04, 0.006], copper)
  for (const x of [-0.06, 0.0, 0.06]) shapes.cylinder([x, 0.72, 0.043], [x, 0.72, 0.053], 0.008, steel)
  shapes.cable(
    [
      [0.06, 0.72, 0.05],
      [0.1, 0.6, 0.06],
      [0.12, 0.3, 0.05],
      [0.13, 0, 0.06],
    ],
    0.0048,
    green,
  )
  // two sleeves in the floor, two in the ceiling
  for (const x of [-0.46, 0.44]) {
    shapes.cylinder([x, 0, 0.09], [x, 0.1, 0.09], 0.034, pipe)
    shapes.cylinder([x, 0.1, 0.09], [x, 0.104, 0.09], 0.028, dark)
  }
  for (const x of [-0.1, 0.4]) shapes.cylinder([x, 2.7, 0.08], [x, 2.85, 0.08], 0.034, pipe)
  conduit(
    shapes,
    [
      [0.57, 0, 0.05],
      [0.57, 2.85, 0.05],
    ],
    0.013,
  )
  shapes.box([-0.3, 0.1, 0.45], [0.3, 0.2, 0.26], plain([0.45, 0.33, 0.2], 0.85, 0.02, 0.25), 18)
}
