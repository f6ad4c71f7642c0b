import { type Point, Shapes } from '../geometry.ts'
import { plain, plywood } from '../materials.ts'
import { block66, bundle, pairColours, steel, tag, white, yellow } from '../parts.ts'
import { label } from '../print.ts'
import { landscape, type Shot } from '../shot.ts'

/** The punch-down blocks from near, with the wires fanned out behind them. */
export async function punchBlocks(): Promise<Shot> {
  const shapes = new Shapes()
  shapes.box([0, 0, -0.01], [1.6, 1.4, 0.019], plywood([0.56, 0.4, 0.23]))
  const jacket = plain([0.2, 0.205, 0.21], 0.5)
  for (const [n, x] of [-0.33, -0.17, 0.12, 0.28].entries()) {
    block66(shapes, [x, 0.13, 0], n < 3 ? 0.96 : 0.5, n + 41)
    block66(shapes, [x, -0.16, 0], n === 3 ? 0.05 : 0.9, n + 57)
  }
  for (const [x, seed] of [
    [-0.25, 3],
    [0.2, 8],
  ] as const) {
    shapes.cable(
      [
        [x + 0.01, 0.6, 0.03],
        [x, 0.45, 0.026],
        [x - 0.002, 0.3, 0.022],
        [x, -0.4, 0.02],
      ],
      0.0105,
      jacket,
    )
    bundle(
      shapes,
      [
        [x, 0.29, 0.03],
        [x + 0.006, 0.1, 0.028],
        [x - 0.004, -0.1, 0.028],
        [x, -0.3, 0.03],
      ],
      26,
      0.011,
      0.0009,
      [...pairColours, white],
      seed,
    )
    for (const y of [0.33, 0.0, -0.3])
      shapes.rod([x - 0.016, y, 0.034], [x + 0.016, y + 0.003, 0.034], 0.002, white)
  }
  const loops: Point[][] = [
    [
      [-0.25, -0.27, 0.03],
      [-0.2, -0.36, 0.05],
      [-0.02, -0.4, 0.055],
      [0.14, -0.36, 0.05],
      [0.2, -0.26, 0.03],
    ],
    [
      [-0.09, 0.26, 0.03],
      [-0.04, 0.31, 0.05],
      [0.02, 0.3, 0.05],
      [0.05, 0.2, 0.03],
    ],
    [
      [-0.1, -0.1, 0.03],
      [-0.03, -0.2, 0.045],
      [0.02, -0.18, 0.045],
      [0.05, -0.1, 0.03],
    ],
  ]
  for (const [n, points] of loops.entries())
    bundle(shapes, points, n === 0 ? 18 : 9, 0.014, 0.0008, [yellow, white, ...pairColours], n + 70)
  for (const [x, y] of [
    [-0.5, 0.3],
    [0.5, -0.32],
    [0.46, 0.34],
    [-0.05, -0.02],
  ] as const)
    shapes.cylinder([x, y, -0.002], [x, y, 0.004], 0.005, steel)
  tag(shapes, [-0.33, 0.285, 0.03], [0.075, 0.03], await label(['1-25']), 1)
  tag(shapes, [-0.17, 0.285, 0.03], [0.075, 0.03], await label(['26-50']), -2)
  tag(shapes, [0.2, 0.345, 0.033], [0.11, 0.034], await label(['A STACK'], '#efe5b8'), 2)
  const lamp = {
    centre: [0.5, 1.35, 1.25],
    across: [0.5, 0, 0],
    along: [0, 0.05, 0.07],
    light: [26, 27, 25],
  } as const
  return {
    scene: { shapes, lamps: [lamp], sky: (_x, _y, _z, out) => void out.set([0.12, 0.118, 0.11]) },
    camera: { from: [-0.3, 0.13, 0.62], at: [0.0, -0.01, 0], view: 60, roll: -1.4, flash: 60 },
    look: { exposure: 1.15, warm: [1.03, 0.93], grain: 0.03 },
    size: landscape,
  }
}
