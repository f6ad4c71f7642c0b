import type { Shape } from '#contract/media/drawing.ts'
import { boxOf, type Size } from './geometry.ts'

export type BlurShape = Extract<Shape, { kind: 'blur' }>

/** The only content left under a blur: one color per block. */
export interface Mosaic {
  /** In whole pixels of the picture, covering the shape entirely. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly rows: number
  /** RGBA pixels of a picture of columns × rows. */
  readonly colors: Uint8ClampedArray<ArrayBuffer>
}

export interface Pixels extends Size {
  readonly data: Uint8ClampedArray
}

/**
 * Minimum block size as a fraction of the picture's longer side, and the maximum number of blocks across the blur's
 * shorter side.
 */
const finest = 0.025
const mostAcross = 4
/** Rounds colors to coarse steps, which removes fine differences. */
const step = 16
const samplesAcross = 48

export function mosaicOf(shape: BlurShape, pixels: Pixels): Mosaic {
  const box = boxOf(shape)
  const left = Math.min(pixels.width - 1, Math.floor(box.left * pixels.width))
  const top = Math.min(pixels.height - 1, Math.floor(box.top * pixels.height))
  const width = Math.max(1, Math.ceil(box.right * pixels.width) - left)
  const height = Math.max(1, Math.ceil(box.bottom * pixels.height) - top)
  const block = Math.max(finest * Math.max(pixels.width, pixels.height), Math.min(width, height) / mostAcross)
  const columns = Math.max(1, Math.floor(width / block))
  const rows = Math.max(1, Math.floor(height / block))
  const colors = new Uint8ClampedArray(4 * columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const from = { x: left + (column * width) / columns, y: top + (row * height) / rows }
      const color = averageOf(pixels, from, { width: width / columns, height: height / rows })
      colors.set([...color, 255], 4 * (row * columns + column))
    }
  }
  return { left, top, width, height, columns, rows, colors }
}

function averageOf(pixels: Pixels, from: { x: number; y: number }, size: Size): readonly number[] {
  const sum = [0, 0, 0]
  const across = Math.max(1, Math.min(samplesAcross, Math.floor(size.width)))
  const down = Math.max(1, Math.min(samplesAcross, Math.floor(size.height)))
  for (let row = 0; row < down; row++) {
    const y = Math.min(pixels.height - 1, Math.floor(from.y + ((row + 0.5) * size.height) / down))
    for (let column = 0; column < across; column++) {
      const x = Math.min(pixels.width - 1, Math.floor(from.x + ((column + 0.5) * size.width) / across))
      const at = 4 * (y * pixels.width + x)
      for (const part of [0, 1, 2]) sum[part] = (sum[part] ?? 0) + (pixels.data[at + part] ?? 0)
    }
  }
  return sum.map((all) => Math.round(all / (across * down) / step) * step)
}
