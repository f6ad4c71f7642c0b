import { Shapes } from '../geometry.ts'
import { blockWall, concrete, plain } from '../materials.ts'
import {
  black,
  blue,
  bundle,
  conduit,
  dark,
  grey,
  ivory,
  orange,
  pipe,
  tag,
  white,
  yellow,
} from '../parts.ts'
import { label } from '../print.ts'
import { indoors, portrait, type Shot } from '../shot.ts'

/** Four sleeves through the floor of a closet: one in use, one with a string, two stopped. */
export async function riserSleeves(): Promise<Shot> {
  const shapes = new Shapes()
  shapes.box([0, 1, -0.1], [3, 2, 0.2], blockWall([0.58, 0.57, 0.52]))
  shapes.box([-0.95, 1, 1], [0.2, 2, 2.2], blockWall([0.58, 0.57, 0.52]))
  shapes.box([0, -0.1, 1], [3, 0.2, 3], concrete(0.33))
  const putty = plain([0.42, 0.06, 0.035], 0.75, 0.02, 0.3)
  for (const [n, x] of [-0.48, -0.24, 0, 0.24].entries()) {
    const high = 0.13 + (n % 2) * 0.012
    shapes.cylinder([x, 0, 0.16], [x, high, 0.16], 0.031, pipe)
    shapes.cylinder([x, high - 0.012, 0.16], [x, high + 0.004, 0.16], 0.034, plain([0.12, 0.3, 0.5], 0.4))
    shapes.cylinder([x, high + 0.0041, 0.16], [x, high + 0.0045, 0.16], 0.027, dark)
    shapes.cylinder([x, 0, 0.16], [x, 0.012 + 0.006 * (n % 3), 0.16], 0.046, putty)
    if (n === 0) {
      bundle(
        shapes,
        [
          [x, 0.05, 0.16],
          [x, 0.2, 0.16],
          [x + 0.01, 0.5, 0.12],
          [x + 0.04, 0.9, 0.07],
          [x + 0.03, 1.9, 0.06],
        ],
        11,
        0.014,
        0.0033,
        [ivory, black, white, ivory, blue, grey],
        4,
      )
      shapes.ball([x, high + 0.004, 0.16], 0.03, putty)
    }
    if (n === 1)
      shapes.cable(
        [
          [x, 0.05, 0.16],
          [x + 0.004, 0.17, 0.165],
          [x + 0.05, 0.19, 0.2],
          [x + 0.06, 0.08, 0.23],
          [x + 0.02, 0.012, 0.26],
          [x + 0.12, 0.006, 0.33],
          [x + 0.07, 0.006, 0.42],
          [x - 0.03, 0.006, 0.37],
        ],
        0.0022,
        yellow,
      )
    if (n === 3) shapes.ball([x, high - 0.004, 0.16], 0.0315, putty)
  }
  tag(shapes, [-0.36, 0.36, 0.004], [0.17, 0.06], await label(['RISER A2', '4 x 2" EMT']), 1)
  conduit(
    shapes,
    [
      [0.46, 0, 0.05],
      [0.46, 2, 0.05],
    ],
    0.016,
  )
  shapes.box([0.46, 0.62, 0.06], [0.11, 0.11, 0.06], pipe)
  shapes.box([0.46, 0.62, 0.093], [0.1, 0.1, 0.004], grey)
  shapes.cable(
    [
      [-0.85, 0.01, 0.7],
      [-0.5, 0.008, 0.55],
      [-0.2, 0.008, 0.68],
      [0.2, 0.008, 0.5],
      [0.6, 0.008, 0.6],
    ],
    0.004,
    orange,
  )
  // what installers leave behind
  shapes.rod([0.3, 0.004, 0.42], [0.34, 0.004, 0.44], 0.003, white)
  shapes.rod([-0.1, 0.003, 0.48], [-0.06, 0.003, 0.46], 0.0025, black)
  const lamp = {
    centre: [0.4, 2.2, 1.3],
    across: [0.3, 0, 0],
    along: [0, 0, 0.15],
    light: [7, 6.8, 6],
  } as const
  return {
    scene: { shapes, lamps: [lamp], sky: indoors },
    camera: { from: [0.02, 0.88, 0.86], at: [-0.12, 0.13, 0.13], view: 62, roll: 1.6, flash: 620 },
    look: { exposure: 1.35, warm: [1.02, 0.96], grain: 0.035 },
    size: portrait,
  }
}
