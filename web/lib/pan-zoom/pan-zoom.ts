/**
 * A picture's position in its frame: upper left corner and scale (1 = one picture pixel per screen pixel).
 */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Spot {
  readonly x: number
  readonly y: number
}

/** The frame of a picture, in screen pixels. */
export interface Frame extends Size {
  /** Space around the whole picture, so that its edges can be seen and pressed. */
  readonly margin: number
}

/** Maximum zoom, relative to the fitted size. */
const closest = 8

/** Fits the whole picture, centered. */
export function fitView(picture: Size, frame: Frame): View {
  const { margin } = frame
  const scale = Math.max(
    0.001,
    Math.min((frame.width - 2 * margin) / picture.width, (frame.height - 2 * margin) / picture.height),
  )
  return centred({ x: 0, y: 0, scale }, picture, frame)
}

/** Zooms around `at`, which stays in place. */
export function zoomAt(view: View, factor: number, at: Spot, picture: Size, frame: Frame): View {
  const fit = fitView(picture, frame).scale
  const scale = Math.min(Math.max(fit * closest, 2), Math.max(fit, view.scale * factor))
  const by = scale / view.scale
  const moved = { x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by, scale }
  return within(moved, picture, frame)
}

export function panBy(view: View, by: Spot, picture: Size, frame: Frame): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, frame)
}

/** One finger of a pinch moved from `from` to `to`; `other` stayed. */
export interface Pinch {
  readonly from: Spot
  readonly to: Spot
  readonly other: Spot
}

export function pinchBy(view: View, { from, to, other }: Pinch, picture: Size, frame: Frame): View {
  const shifted = panBy(view, { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 }, picture, frame)
  // Fingers at the same point have no meaningful distance.
  const factor = distance(to, other) / Math.max(1, distance(from, other))
  return zoomAt(shifted, factor, { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }, picture, frame)
}

/** Returns a pointer's position within an element. */
export function spotIn(box: HTMLElement | null, event: { clientX: number; clientY: number }): Spot {
  const { left = 0, top = 0 } = box?.getBoundingClientRect() ?? {}
  return { x: event.clientX - left, y: event.clientY - top }
}

export function distance(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Centers a place of the picture (in fractions), as far as the edges allow. */
export function centerOn(view: View, place: Spot, picture: Size, frame: Frame): View {
  const x = frame.width / 2 - place.x * picture.width * view.scale
  const y = frame.height / 2 - place.y * picture.height * view.scale
  return within({ ...view, x, y }, picture, frame)
}

/** Returns the frame position of a place in the picture. */
export function spotOf(view: View, place: Spot, picture: Size): Spot {
  return {
    x: view.x + place.x * picture.width * view.scale,
    y: view.y + place.y * picture.height * view.scale,
  }
}

/** Returns the place under a frame position, in fractions of the picture; may lie outside. */
export function placeAt(view: View, spot: Spot, picture: Size): Spot {
  const { x, y } = pixelAt(view, spot)
  return { x: x / picture.width, y: y / picture.height }
}

/** Like `placeAt`, in picture pixels. */
export function pixelAt(view: View, spot: Spot): Spot {
  return { x: (spot.x - view.x) / view.scale, y: (spot.y - view.y) / view.scale }
}

export function isInside({ x, y }: Spot): boolean {
  return x >= 0 && x <= 1 && y >= 0 && y <= 1
}

/** Centers a picture smaller than the frame; keeps a larger one covering the frame up to its margin. */
function within(view: View, picture: Size, frame: Frame): View {
  const { margin } = frame
  const middle = centred(view, picture, frame)
  const [width, height] = [picture.width * view.scale, picture.height * view.scale]
  return {
    scale: view.scale,
    x: width + 2 * margin <= frame.width ? middle.x : clamp(view.x, frame.width - width - margin, margin),
    y: height + 2 * margin <= frame.height ? middle.y : clamp(view.y, frame.height - height - margin, margin),
  }
}

function centred(view: View, picture: Size, frame: Size): View {
  return {
    scale: view.scale,
    x: (frame.width - picture.width * view.scale) / 2,
    y: (frame.height - picture.height * view.scale) / 2,
  }
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
