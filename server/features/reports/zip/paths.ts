/** A photo or video of the report and its place in the zip. */
export interface ZipFigure {
  /** The top folder for files outside the report. */
  readonly above?: string
  readonly section: string
  /** '<section> 2' in a repeated section, else null. */
  readonly subSection: string | null
  /** Null for files outside the sections. */
  readonly field: string | null
  /** 'Photo 12', 'Video 3': its number in the report. */
  readonly label: string
  readonly caption: string
  /** Without the dot. */
  readonly extension: string
}

/** Keeps whole paths below the 260 characters that Windows unpacks by default. */
const folderLength = 45
const nameLength = 90
/** In UTF-8; file systems allow 255 for a name. */
const nameBytes = 200

/**
 * Returns a readable path per figure, in the figures' order, such as 'MDF Info/MDF Info 2/Backboard/Photo 12
 * – Left side.jpg'. Paths are unique even where case is ignored.
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

/** Returns a name that every system can unpack, or '' if no character of the text is usable. */
export function cleanName(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    // direction marks, and characters without a shape
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/g, '')
    .replace(/[/\\:*?"<>|]+/g, '-')
    .replace(/\s+/g, ' ')
  const cut = cutName(plain.trim(), most)
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
  return reserved.test(cut) ? `_${cut}` : cut
}

/** Cuts the text between graphemes. */
function cutName(text: string, most: number): string {
  // In ASCII every character is a grapheme.
  if (/^[ -~]*$/.test(text)) return text.slice(0, Math.min(most, nameBytes))
  let cut = ''
  for (const { segment } of graphemes.segment(text)) {
    if (cut.length + segment.length > most || Buffer.byteLength(cut + segment) > nameBytes) break
    cut += segment
  }
  return cut
}
