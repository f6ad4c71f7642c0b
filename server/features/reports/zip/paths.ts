/** A photo or video of the report, as far as its place in the zip goes. */
export interface ZipFigure {
  /** A folder above all others, for what is no part of the report. */
  readonly above?: string
  readonly section: string
  /** '<section> 2' where the section is repeated; null where it stands alone. */
  readonly subSection: string | null
  /** null for what stands outside of the sections. */
  readonly field: string | null
  /** 'Photo 12', 'Video 3': the number it has in the report. */
  readonly label: string
  readonly caption: string
  /** Without the dot. */
  readonly extension: string
}

/** Whole paths stay below the 260 characters that Windows unpacks without a setting. */
const folderLength = 45
const nameLength = 90
/** In UTF-8; file systems take 255 for a name. */
const nameBytes = 200

/**
 * A folder for each section, sub-section and field, and a name that a person can read:
 * 'MDF Info/MDF Info 2/Backboard/Photo 12 – Left side.jpg'. Every path is another one, also for
 * systems that do not tell large letters from small ones. In the order of the figures.
 */
export function zipPaths(figures: readonly ZipFigure[]): string[] {
  const taken = new Set<string>()
  return figures.map((figure) => {
    const { above = null, section, subSection, field } = figure
    const levels = [above, section, subSection, field].filter((one) => one !== null)
    const folder = levels.map((level) => cleanName(level, folderLength) || 'Unnamed').join('/')
    const { extension } = figure
    for (let again = 1; ; again++) {
      const path = `${folder}/${fileName(figure, again)}.${extension}`
      const same = path.normalize('NFC').toLowerCase()
      if (taken.has(same)) continue
      taken.add(same)
      return path
    }
  })
}

function fileName({ label, caption }: ZipFigure, again: number): string {
  const captioned = cleanName(caption, nameLength)
  const plain = cleanName(captioned ? `${label} – ${captioned}` : label, nameLength) || 'File'
  return again === 1 ? plain : `${plain} (${again})`
}

const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Makes of any text a name that every system can unpack; '' when nothing is left of it. */
export function cleanName(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    // marks that turn the direction of writing, and characters without a shape
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/g, '')
    .replace(/[/\\:*?"<>|]+/g, '-')
    .replace(/\s+/g, ' ')
  const cut = cutName(plain.trim(), most)
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
  return reserved.test(cut) ? `_${cut}` : cut
}

/** Never in the middle of what a person sees as one character. */
function cutName(text: string, most: number): string {
  // Each character is one of these.
  if (/^[ -~]*$/.test(text)) return text.slice(0, Math.min(most, nameBytes))
  let cut = ''
  for (const { segment } of graphemes.segment(text)) {
    if (cut.length + segment.length > most || Buffer.byteLength(cut + segment) > nameBytes) break
    cut += segment
  }
  return cut
}
