import { type Point, Shapes } from '../geometry.ts'
import { asphalt, brickWall, concrete, plain } from '../materials.ts'
import { hash } from '../noise.ts'
import { crown, daySky, tree } from '../outdoors.ts'
import { black, dark, grey, white } from '../parts.ts'
import { landscape, type Shot } from '../shot.ts'
import type { Material } from '../surface.ts'

const [floors, bays, floorHigh, bayWide] = [4, 7, 3.1, 3.0]
const stone = concrete(0.52)
const frame = plain([0.075, 0.08, 0.085], 0.4, 0.05)

/** Panes mirror the sky; behind some are blinds. */
function pane(bay: number, floor: number): Material {
  const blind = hash(bay, floor, 3)
  return {
    shade(at) {
      const drawn = at.v > 0.75 - blind * 1.7 && blind > 0.35
      const slat = drawn ? 0.2 + 0.1 * Math.sin(at.v * 190) : 0.02
      at.red = slat
      at.green = slat * 0.98
      at.blue = slat * 0.9
      at.rough = 0.03
      at.mirror = drawn ? 0.12 : 0.3
    },
  }
}

/** The front of the brick building on the street, on a clear morning. */
export async function facade(): Promise<Shot> {
  const shapes = new Shapes()
  const brick = brickWall()
  const wide = bays * bayWide
  const high = floors * floorHigh + 0.9
  for (let bay = 0; bay < bays; bay++) {
    const x = (bay - (bays - 1) / 2) * bayWide
    shapes.box([x - bayWide / 2 + 0.4, high / 2, -0.25], [0.8, high, 0.5], brick)
    shapes.box([x + bayWide / 2 - 0.4, high / 2, -0.25], [0.8, high, 0.5], brick)
    for (let floor = 0; floor < floors; floor++) {
      if (bay === 3 && floor === 0) continue
      window(shapes, [x, 0.95 + floor * floorHigh, -0.25], pane(bay, floor))
    }
    for (let floor = 0; floor <= floors; floor++) {
      const [low, top] =
        floor === 0
          ? [0, 0.95]
          : [0.95 + (floor - 1) * floorHigh + 1.75, floor === floors ? high : 0.95 + floor * floorHigh]
      if (bay === 3 && floor === 0) continue
      shapes.box([x, (low + top) / 2, -0.25], [1.4, top - low, 0.5], brick)
    }
  }
  entrance(shapes)
  shapes.box([0, high + 0.1, -0.2], [wide + 0.4, 0.25, 0.75], stone)
  shapes.box([0, 0.22, 0.012], [wide + 0.04, 0.44, 0.06], stone)
  shapes.box([0, floorHigh + 0.62, 0.02], [wide + 0.04, 0.16, 0.09], stone)
  shapes.box([wide / 2 + 3, 5, -7], [6, 10, 14], plain([0.42, 0.38, 0.33], 0.9, 0, 0.2))
  shapes.box([0, 5, -8], [wide, 13.2, 15], dark)
  // downpipe, wall lamps, cable along the stone course
  shapes.rod([-wide / 2 + 0.22, 0, 0.09], [-wide / 2 + 0.22, high, 0.09], 0.05, grey)
  shapes.cable(
    [
      [-wide / 2 + 0.3, 3.95, 0.04],
      [-4, 3.9, 0.03],
      [0, 3.93, 0.03],
      [5, 3.9, 0.03],
      [wide / 2, 3.94, 0.03],
    ],
    0.012,
    black,
    5,
  )
  shapes.box([4.1, 1.25, 0.12], [0.5, 0.75, 0.22], plain([0.45, 0.47, 0.47], 0.5, 0.05, 0.2))
  shapes.rod([4.1, 0, 0.1], [4.1, 0.9, 0.1], 0.04, grey)
  street(shapes, wide)
  return {
    scene: {
      shapes,
      lamps: [],
      sky: daySky,
      sun: { towards: [-0.55, 0.62, 0.56], light: [5.4, 5.0, 4.3], wide: 0.012 },
    },
    camera: { from: [-9.2, 1.62, 15.5], at: [0.6, 5.1, 0], view: 64, roll: 0.5 },
    look: { exposure: 0.95, warm: [1.02, 1.0], grain: 0.02 },
    size: landscape,
  }
}

function window(shapes: Shapes, at: Point, glass: Material): void {
  const [x, y, z] = at
  shapes.box([x, y + 0.875, z + 0.02], [1.4, 1.75, 0.03], glass)
  for (const side of [-0.68, 0, 0.68])
    shapes.box([x + side, y + 0.875, z + 0.06], [side === 0 ? 0.05 : 0.07, 1.75, 0.07], frame)
  for (const up of [0.03, 0.85, 1.72]) shapes.box([x, y + up, z + 0.06], [1.4, 0.06, 0.065], frame)
  shapes.box([x, y - 0.05, z + 0.3], [1.56, 0.1, 0.2], stone)
  shapes.box([x, y + 1.86, z + 0.262], [1.7, 0.22, 0.02], stone)
}

function entrance(shapes: Shapes): void {
  shapes.box([0, 1.35, -0.4], [1.4, 2.7, 0.05], pane(9, 9))
  for (const x of [-0.68, 0, 0.68]) shapes.box([x, 1.35, -0.35], [0.08, 2.7, 0.07], frame)
  shapes.box([0, 2.2, -0.35], [1.4, 0.08, 0.07], frame)
  shapes.box([0, 2.95, 0.55], [2.6, 0.14, 1.3], plain([0.06, 0.065, 0.07], 0.4, 0.05))
  shapes.box([0, 0.07, 0.6], [2.2, 0.14, 1.2], stone)
  for (const x of [-1.15, 1.15]) shapes.rod([x, 0, 1.1], [x, 2.9, 1.1], 0.035, frame)
  shapes.box([-0.95, 1.4, 0.015], [0.16, 0.26, 0.03], plain([0.4, 0.41, 0.42], 0.35, 0.1))
}

function street(shapes: Shapes, wide: number): void {
  shapes.box([0, -0.1, 2.2], [60, 0.2, 4.4], concrete(0.44))
  for (let x = -20; x < 20; x += 1.5) shapes.box([x, 0.0005, 2.2], [0.012, 0.003, 4.4], dark)
  shapes.box([0, -0.12, 4.5], [60, 0.24, 0.18], concrete(0.5))
  shapes.box([0, -0.3, 14], [60, 0.3, 19], asphalt())
  shapes.box([-2, -0.149, 7.2], [60, 0.004, 0.1], plain([0.62, 0.6, 0.52], 0.8, 0, 0.4))
  for (let n = 0; n < 9; n++) {
    const x = -wide / 2 + 1 + n * 0.95 + (n > 4 ? 7.2 : 0)
    crown(shapes, [x, 0.36, 0.55], 0.48, 420, 0.075, n + 30)
  }
  tree(shapes, [7.6, 0, 3.4], 7.2, 2.1, 4200, 5)
  tree(shapes, [-16.5, 0, 10.5], 8.5, 2.6, 2400, 9)
  // a lamp post and a covered chamber in the pavement
  shapes.rod([3.6, 0, 4.1], [3.6, 5.2, 4.1], 0.055, frame)
  shapes.rod([3.6, 5.2, 4.1], [3.6, 5.35, 5.2], 0.04, frame)
  shapes.box([3.6, 5.36, 5.3], [0.18, 0.07, 0.5], frame)
  shapes.box([-2.6, 0.004, 3.3], [1.2, 0.012, 0.75], concrete(0.3))
  shapes.box([-2.6, 0.008, 3.3], [0.2, 0.012, 0.06], white)
}
