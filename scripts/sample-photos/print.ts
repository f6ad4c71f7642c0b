import sharp from 'sharp'
import type { Print } from './materials.ts'

/** Draws an SVG as a print for a surface. */
export async function print(width: number, height: number, inside: string, ground = '#fff'): Promise<Print> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans, Arial, sans-serif"><rect width="100%" height="100%" fill="${ground}"/>${inside}</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** A label of a few lines, as a label printer makes it. */
export function label(lines: readonly string[], ground = '#f4f3ee', ink = '#222'): Promise<Print> {
  const size = 46
  const rows = lines.map(
    (line, n) =>
      `<text x="50%" y="${(n + 1) * (size + 8) + 4}" font-size="${size}" font-weight="bold" text-anchor="middle" fill="${ink}">${line}</text>`,
  )
  const width = Math.max(...lines.map((line) => line.length)) * 34 + 50
  return print(width, lines.length * (size + 8) + 36, rows.join(''), ground)
}
