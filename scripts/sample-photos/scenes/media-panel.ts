import { type Point, Shapes } from '../geometry.ts'
import { plain, printed, wall } from '../materials.ts'
import { black, blue, brass, bundle, dark, green, steel, tag, white, yellow } from '../parts.ts'
import { label, print } from '../print.ts'
import { portrait, type Shot } from '../shot.ts'

/** A flat's media panel with its cover off: optical terminal, data module, coax splitter and outlet. */
export async function mediaPanel(): Promise<Shot> {
  const shapes = new Shapes()
  const drywall = wall([0.72, 0.7, 0.65], 0.06)
  const enamel = plain([0.7, 0.71, 0.71], 0.35, 0.05, 0.06)
  const [wide, high, deep] = [0.36, 0.71, 0.09]
  // the wall around the opening
  shapes.box([-0.8, 0, -0.05], [1.6 - wide, 2.6, 0.1], drywall)
  shapes.box([0.8, 0, -0.05], [1.6 - wide, 2.6, 0.1], drywall)
  shapes.box([0, 0.9, -0.05], [wide, 1.8 - high, 0.1], drywall)
  shapes.box([0, -0.9, -0.05], [wide, 1.8 - high, 0.1], drywall)
  shapes.box([0, 0, -deep - 0.01], [wide, high, 0.004], enamel)
  for (const side of [-1, 1]) {
    shapes.box([side * (wide / 2 - 0.001), 0, -deep / 2], [0.002, high, deep], enamel)
    shapes.box([0, side * (high / 2 - 0.001), -deep / 2], [wide, 0.002, deep], enamel)
    shapes.box([side * (wide / 2 + 0.008), 0, 0.001], [0.018, high + 0.034, 0.003], enamel)
    shapes.box([0, side * (high / 2 + 0.008), 0.001], [wide, 0.018, 0.003], enamel)
  }
  for (let row = -10; row <= 10; row++) {
    for (let column = -5; column <= 5; column++) {
      shapes.cylinder(
        [column * 0.031, row * 0.032, -deep - 0.008],
        [column * 0.031, row * 0.032, -deep - 0.0074],
        0.0032,
        dark,
      )
    }
  }
  await inside(shapes, deep)
  // the hall around it: floor trim, a switch and a coat
  shapes.box([0.42, 0.06, 0.004], [0.075, 0.118, 0.006], white)
  shapes.box([0.42, 0.06, 0.009], [0.034, 0.066, 0.006], plain([0.78, 0.77, 0.73], 0.3))
  const wool = plain([0.035, 0.045, 0.085], 0.95, 0, 0.5)
  for (let n = 0; n < 12; n++)
    shapes.rod(
      [-0.52 - n * 0.018, 0.75, 0.1 + (n % 3) * 0.03],
      [-0.44 - n * 0.03, -0.9, 0.14 + (n % 4) * 0.03],
      0.034,
      wool,
    )
  const lamp = {
    centre: [0.35, 1.5, 1.5],
    across: [0.28, 0, 0],
    along: [0, 0.08, 0.26],
    light: [16, 14.2, 11],
  } as const
  const room: [Point, Point] = [
    [0, 0, 2.6],
    [4, 4, 0.1],
  ]
  shapes.box(room[0], room[1], wall([0.5, 0.47, 0.42]))
  return {
    scene: { shapes, lamps: [lamp], sky: (_x, _y, _z, out) => void out.set([0.32, 0.3, 0.27]) },
    camera: { from: [0.13, 0.1, 0.8], at: [-0.005, 0.0, -0.03], view: 60, roll: -1.1, flash: 120 },
    look: { exposure: 1.5, warm: [0.98, 1.03], grain: 0.028 },
    size: portrait,
  }
}

async function inside(shapes: Shapes, deep: number): Promise<void> {
  const back = -deep
  // optical terminal
  const face = await print(
    420,
    340,
    '<rect x="150" y="40" width="120" height="26" rx="6" fill="#d9dcde"/><g fill="#2fdc5a"><circle cx="80" cy="300" r="9"/><circle cx="130" cy="300" r="9"/><circle cx="180" cy="300" r="9"/></g><circle cx="230" cy="300" r="9" fill="#555"/><text x="210" y="190" font-size="40" fill="#9aa0a4" text-anchor="middle">NORTHLINE</text><text x="210" y="230" font-size="22" fill="#b0b4b8" text-anchor="middle">GPON ONT</text>',
    '#eceeee',
  )
  shapes.box([-0.055, 0.235, back + 0.022], [0.19, 0.15, 0.036], plain([0.76, 0.77, 0.77], 0.3))
  shapes.box([-0.055, 0.235, back + 0.041], [0.186, 0.146, 0.002], printed(face, [0.186, 0.146], 0.3))
  // data module: eight jacks on a bracket
  const jacks = Array.from(
    { length: 8 },
    (_, n) =>
      `<rect x="${26 + n * 50}" y="40" width="36" height="40" fill="#202326"/><text x="${44 + n * 50}" y="30" font-size="20" text-anchor="middle" fill="#333">${n + 1}</text>`,
  ).join('')
  shapes.box([0, 0.04, back + 0.02], [0.25, 0.062, 0.028], plain([0.62, 0.63, 0.63], 0.4))
  shapes.box(
    [0, 0.04, back + 0.035],
    [0.248, 0.06, 0.002],
    printed(
      await print(
        432,
        104,
        `${jacks}<text x="216" y="98" font-size="16" text-anchor="middle" fill="#555">CAT 5e  DATA</text>`,
        '#e2e4e4',
      ),
      [0.248, 0.06],
    ),
  )
  bundle(
    shapes,
    [
      [0.1, 0.36, back + 0.03],
      [0.13, 0.28, back + 0.05],
      [0.14, 0.16, back + 0.06],
      [0.1, 0.085, back + 0.055],
      [0.02, 0.062, back + 0.035],
    ],
    6,
    0.022,
    0.0027,
    [blue, blue, white],
    7,
  )
  bundle(
    shapes,
    [
      [-0.1, 0.06, back + 0.036],
      [-0.13, 0.0, back + 0.08],
      [-0.06, -0.05, back + 0.085],
      [0.03, 0.0, back + 0.07],
      [0.06, 0.045, back + 0.038],
    ],
    3,
    0.008,
    0.0026,
    [yellow, blue, yellow],
    9,
  )
  shapes.cable(
    [
      [-0.01, 0.165, back + 0.03],
      [0.03, 0.12, back + 0.07],
      [-0.04, 0.09, back + 0.07],
      [-0.09, 0.052, back + 0.04],
    ],
    0.0027,
    yellow,
  )
  // coax splitter
  shapes.box([0.03, -0.11, back + 0.018], [0.1, 0.052, 0.02], steel)
  tag(shapes, [0.03, -0.11, back + 0.029], [0.07, 0.026], await label(['3-WAY', '5-1675 MHz'], '#d8d0b0'))
  for (const [n, x] of [0, 0.03, 0.06].entries()) {
    shapes.cylinder([x, -0.136, back + 0.018], [x, -0.156, back + 0.018], 0.0055, brass)
    shapes.cable(
      [
        [x, -0.154, back + 0.018],
        [x, -0.2, back + 0.03],
        [0.1 + n * 0.014, -0.24, back + 0.05],
        [0.145, -0.1 - n * 0.02, back + 0.05],
        [0.155, 0.2, back + 0.03 + n * 0.008],
        [0.15 - n * 0.01, 0.37, back + 0.03],
      ],
      0.0034,
      n === 1 ? white : black,
    )
  }
  shapes.cylinder([0.03, -0.084, back + 0.018], [0.03, -0.066, back + 0.018], 0.0055, brass)
  // outlet at the bottom and the terminal's power supply
  shapes.box([-0.105, -0.27, back + 0.02], [0.075, 0.118, 0.03], steel)
  shapes.box([-0.105, -0.27, back + 0.037], [0.07, 0.112, 0.004], white)
  for (const y of [-0.25, -0.29]) {
    shapes.box([-0.105, y, back + 0.0395], [0.034, 0.028, 0.002], plain([0.76, 0.75, 0.71]))
    for (const x of [-0.006, 0.006]) shapes.box([-0.105 + x, y, back + 0.0408], [0.002, 0.008, 0.001], dark)
  }
  shapes.box([-0.105, -0.245, back + 0.06], [0.042, 0.06, 0.04], black)
  shapes.cable(
    [
      [-0.105, -0.22, back + 0.06],
      [-0.14, -0.14, back + 0.06],
      [-0.15, 0.02, back + 0.05],
      [-0.12, 0.15, back + 0.03],
      [-0.1, 0.17, back + 0.02],
    ],
    0.002,
    black,
  )
  shapes.cable(
    [
      [0.12, -0.35, back + 0.01],
      [0.1, -0.3, back + 0.03],
      [0.05, -0.27, back + 0.02],
    ],
    0.002,
    green,
  )
}
