import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { emoji, fallbacks, primary, type Typeface, type Weight } from './font-files.ts'
import { type EmbeddedFont, embedFont, type Pdf } from './pdfkit-adapter.ts'

/** One font file in one document. */
export interface Face {
  readonly key: string
  readonly font: Font
  readonly embedded: EmbeddedFont
  /** Whether kerning depends only on adjacent pairs. */
  readonly setsPairs: boolean
  /** Codes of ASCII letters in the embedded font, as text operators use them. */
  readonly codes: Map<number, string>
}

/** Opens fonts on demand and returns the face for a character. */
export interface FontBook {
  primary(weight: Weight): Face
  /** Returns the face that has every code point of the cluster, else its first; null if no face has it. */
  faceFor(cluster: string, weight: Weight): Face | null
}

/** More files in `FONT_DIR` are ignored: each costs memory and milliseconds. */
const maxExtraFonts = 60

export function openFontBook(pdf: Pdf, fontDir: string | null): FontBook {
  const opened = new Map<string, Face>()
  const chosen = new Map<string, Face | null>()
  let extras: readonly Face[] | null = null

  function open(path: string): Face {
    const known = opened.get(path)
    if (known) return known
    const face = makeFace(pdf, path, shippedFont(path))
    opened.set(path, face)
    return face
  }

  function extraFaces(): readonly Face[] {
    extras ??= fontDir ? openFolder(pdf, fontDir) : []
    return extras
  }

  function choose(cluster: string, weight: Weight): Face | null {
    const points = drawnCodePoints(cluster)
    const has = (face: Face, wanted: readonly number[]) =>
      wanted.every((point) => face.font.hasGlyphForCodePoint(point))
    const faces = candidates(cluster).map(
      ({ files }) =>
        () =>
          open(files[weight]),
    )
    for (const wanted of points.length > 1 ? [points, points.slice(0, 1)] : [points]) {
      for (const face of faces) if (has(face(), wanted)) return face()
      const extra = extraFaces().find((face) => has(face, wanted))
      if (extra) return extra
    }
    return null
  }

  return {
    primary: (weight) => open(primary.files[weight]),
    faceFor(cluster, weight) {
      const key = `${weight}:${cluster}`
      const known = chosen.get(key)
      if (known !== undefined) return known
      const face = choose(cluster, weight)
      chosen.set(key, face)
      return face
    },
  }
}

/** Clusters with emoji presentation: '❤️' and '☎' differ from '©'. */
const pictured =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|[#*0-9]\ufe0f?\u20e3|\p{Emoji}\p{Emoji_Modifier})/u

function candidates(cluster: string): readonly Typeface[] {
  const rest = [primary, ...fallbacks].filter((face) => face.serves.test(cluster))
  return pictured.test(cluster) ? [emoji, ...rest] : rest
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Returns the code points that need a glyph. Joiners and selectors only choose between glyphs. */
function drawnCodePoints(cluster: string): number[] {
  return Array.from(cluster.replace(invisible, ''), (char) => char.codePointAt(0) ?? 0)
}

/** Fonts that nearly every report uses stay loaded; fonts of other scripts are large. */
const kept = new Map<string, Font>()

function shippedFont(path: string): Font {
  const known = kept.get(path)
  if (known) return known
  const font = readFont(path)
  if (isPrimary(path)) kept.set(path, font)
  return font
}

const isPrimary = (path: string) => Object.values(primary.files).includes(path)

function readFont(path: string): Font {
  const font = create(readFileSync(path))
  // A collection: use its first font.
  const single = 'fonts' in font ? firstOf((font as unknown as { fonts: readonly Font[] }).fonts) : font
  rememberMeanings(single)
  return single
}

/**
 * fontkit caches a glyph with the characters of its first use. This returns it with the characters of each
 * use.
 */
function rememberMeanings(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints)
    const same = !codePoints || codePoints.join() === glyph.codePoints.join()
    return same ? glyph : Object.assign(Object.create(glyph), { codePoints })
  }
}

function firstOf(fonts: readonly Font[]): Font {
  const [first] = fonts
  if (!first) throw new Error('an empty font collection')
  return first
}

function makeFace(pdf: Pdf, key: string, font: Font): Face {
  return { key, font, embedded: embedFont(pdf, key, font), setsPairs: isPrimary(key), codes: new Map() }
}

/** Opens the operator's fonts in name order, and skips files that are not usable fonts. */
function openFolder(pdf: Pdf, folder: string): readonly Face[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => ['.ttf', '.otf', '.ttc'].includes(extname(name).toLowerCase()))
  return files.slice(0, maxExtraFonts).flatMap((name) => {
    try {
      const path = join(folder, name)
      return [makeFace(pdf, path, readFont(path))]
    } catch {
      return []
    }
  })
}
