import { clamped, type Point, type Size } from './geometry.ts'

/** Where the picture lies on the stage: `place on the stage = place in the picture × scale + offset`. */
export interface View {
  readonly scale: number
  readonly x: number
  readonly y: number
}

const margin = 8
/** Times the size in which the whole photo is seen. */
const most = 8

export function wholeView(stage: Size, picture: Size): View {
  const scale = fitScale(stage, picture)
  return settled({ scale, x: 0, y: 0 }, stage, picture)
}

/** What is under `around` stays there. */
export function zoomed(view: View, factor: number, around: Point, stage: Size, picture: Size): View {
  const least = fitScale(stage, picture)
  const scale = clamped(view.scale * factor, least, least * most)
  const grown = scale / view.scale
  const moved = {
    scale,
    x: around.x - (around.x - view.x) * grown,
    y: around.y - (around.y - view.y) * grown,
  }
  return settled(moved, stage, picture)
}

export function panned(view: View, dx: number, dy: number, stage: Size, picture: Size): View {
  return settled({ ...view, x: view.x + dx, y: view.y + dy }, stage, picture)
}

/** In the picture's pixels. */
export function toPicture({ scale, x, y }: View, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale }
}

function fitScale(stage: Size, picture: Size): number {
  const room = {
    width: Math.max(1, stage.width - 2 * margin),
    height: Math.max(1, stage.height - 2 * margin),
  }
  return Math.min(room.width / picture.width, room.height / picture.height)
}

/** In the middle where it is smaller than the stage, else without a gap at its edges. */
function settled({ scale, x, y }: View, stage: Size, picture: Size): View {
  return {
    scale,
    x: along(x, stage.width, picture.width * scale),
    y: along(y, stage.height, picture.height * scale),
  }
}

function along(offset: number, room: number, length: number): number {
  if (length <= room - 2 * margin + 1) return (room - length) / 2
  return clamped(offset, room - margin - length, margin)
}
