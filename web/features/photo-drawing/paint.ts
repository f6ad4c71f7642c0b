import type { Shape } from '#contract/media/drawing.ts'
import type { DrawingColor } from '#contract/media/drawing-choices.ts'
import { type Point, type Size, strokeOf } from './geometry.ts'
import type { Photo } from './photo.ts'
import { type BlurShape, type Mosaic, mosaicOf } from './pixelate.ts'
import { layOut, type Measure, type TextShape } from './text-layout.ts'

type Context = CanvasRenderingContext2D
type Stroke = Exclude<Shape, TextShape | BlurShape>

export const inks: Readonly<Record<DrawingColor, string>> = {
  red: '#f03e3e',
  yellow: '#ffd43b',
  green: '#40c057',
  blue: '#4dabf7',
  white: '#ffffff',
}

/** Outlines every line and letter, to make them visible on any photo. */
const halo = 'rgb(0 0 0 / 65%)'

/** Paints the photo with its drawing at the photo's resolution, for the screen and for the sent picture. */
export function paintMarked(context: Context, photo: Photo, shapes: readonly Shape[]): void {
  context.drawImage(photo.canvas, 0, 0)
  for (const shape of shapes) if (shape.kind === 'blur') paintBlur(context, shape, photo)
  for (const shape of shapes) {
    if (shape.kind === 'text') paintText(context, shape, photo)
    else if (shape.kind !== 'blur') paintStroke(context, shape, photo)
  }
}

const mosaics = new WeakMap<BlurShape, { readonly of: Photo; readonly canvas: HTMLCanvasElement } & Mosaic>()

/**
 * Paints opaque blocks first, so no pixel shows through, and the same blocks smoothed on top. Uses only the blocks'
 * colors, never the photo.
 */
function paintBlur(context: Context, shape: BlurShape, photo: Photo): void {
  const known = mosaics.get(shape)
  const mosaic = known?.of === photo ? known : { ...drawnMosaic(mosaicOf(shape, photo.pixels)), of: photo }
  mosaics.set(shape, mosaic)
  const { canvas, left, top, width, height } = mosaic
  for (const soft of [false, true]) {
    context.imageSmoothingEnabled = soft
    context.drawImage(canvas, left, top, width, height)
  }
}

function drawnMosaic(mosaic: Mosaic): Mosaic & { canvas: HTMLCanvasElement } {
  const canvas = document.createElement('canvas')
  canvas.width = mosaic.columns
  canvas.height = mosaic.rows
  canvas.getContext('2d')?.putImageData(new ImageData(mosaic.colors, mosaic.columns, mosaic.rows), 0, 0)
  return { ...mosaic, canvas }
}

function paintStroke(context: Context, shape: Stroke, size: Size): void {
  const width = strokeOf(shape.width, size)
  const { line, head } = pathOf(shape, size, width)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const [color, grown] of [
    [halo, width * 0.7 + 1],
    [inks[shape.color], 0],
  ] as const) {
    context.strokeStyle = color
    context.fillStyle = color
    context.lineWidth = width + grown
    context.stroke(line)
    if (!head) continue
    context.lineWidth = grown
    if (grown > 0) context.stroke(head)
    context.fill(head)
  }
}

function pathOf(shape: Stroke, size: Size, width: number): { line: Path2D; head: Path2D | null } {
  const from = { x: shape.x1 * size.width, y: shape.y1 * size.height }
  const to = { x: shape.x2 * size.width, y: shape.y2 * size.height }
  const line = new Path2D()
  if (shape.kind === 'rectangle') {
    line.rect(
      Math.min(from.x, to.x),
      Math.min(from.y, to.y),
      Math.abs(to.x - from.x),
      Math.abs(to.y - from.y),
    )
  } else if (shape.kind === 'ellipse') {
    const [rx, ry] = [Math.abs(to.x - from.x) / 2, Math.abs(to.y - from.y) / 2]
    line.ellipse((from.x + to.x) / 2, (from.y + to.y) / 2, rx, ry, 0, 0, 2 * Math.PI)
  } else {
    const arrow = shape.kind === 'arrow' ? arrowHead(from, to, width) : null
    line.moveTo(from.x, from.y)
    line.lineTo(arrow?.neck.x ?? to.x, arrow?.neck.y ?? to.y)
    return { line, head: arrow?.head ?? null }
  }
  return { line, head: null }
}

/** The line ends inside the head, so the tip stays sharp. */
function arrowHead(from: Point, to: Point, width: number): { head: Path2D; neck: Point } {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const long = Math.min(length, width * 5)
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const neck = { x: to.x - along.x * long, y: to.y - along.y * long }
  const head = new Path2D()
  head.moveTo(to.x, to.y)
  head.lineTo(neck.x - along.y * long * 0.5, neck.y + along.x * long * 0.5)
  head.lineTo(neck.x + along.y * long * 0.5, neck.y - along.x * long * 0.5)
  head.closePath()
  return { head, neck: { x: to.x - along.x * long * 0.8, y: to.y - along.y * long * 0.8 } }
}

function paintText(context: Context, shape: TextShape, size: Size): void {
  const { lines, height, lineHeight } = layOut(shape, size, measureWith(context))
  context.font = fontOf(height)
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.strokeStyle = halo
  context.lineWidth = height * 0.22
  context.fillStyle = inks[shape.color]
  const x = Math.min(shape.x1, shape.x2) * size.width
  for (const [index, line] of lines.entries()) {
    const y = shape.y1 * size.height + (index + 0.5) * lineHeight
    context.strokeText(line, x, y)
    context.fillText(line, x, y)
  }
}

function fontOf(height: number): string {
  return `600 ${height}px system-ui, sans-serif`
}

export function measureWith(context: Context): Measure {
  return (text, height) => {
    context.font = fontOf(height)
    return context.measureText(text).width
  }
}
