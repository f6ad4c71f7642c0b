/** A run of text in one style. */
export interface Run {
  readonly text: string
  readonly bold?: true
  readonly italic?: true
  readonly underline?: true
  /** https:, http:, mailto: or tel: */
  readonly link?: string
}

export type FormattedText = readonly Run[]

type Style = Omit<Run, 'text'>

/**
 * Parses a label or hint with HTML or Markdown from other tools: bold, italic, underline, links, line breaks,
 * lists and headings. Drops other tags with their attributes; no text is ever inserted into a page as HTML.
 * Any text is valid; 'a < b', '5 * 3' and 'snake_case' stay unchanged.
 */
export function formattedText(source: string): FormattedText {
  const runs = mayBeFormatted.test(source) ? merged(new Reader().read(source.replace(unshown, ''), {})) : []
  return runs.some(({ text }) => text.trim() !== '') ? runs : [{ text: source }]
}

export function plainTextOf(runs: FormattedText): string {
  return runs.map(({ text }) => text).join('')
}

/** Returns the plain text of a label on one line. */
export function plainLine(source: string): string {
  return plainTextOf(formattedText(source)).replace(/\s+/g, ' ').trim()
}

const mayBeFormatted = /[\\<&*_[]|^##/m
const unshown = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const token =
  /\\([\\`*_{}[\]()#+\-.!~<>&$|])|<(\/?)([a-z][a-z0-9]*)(?=[\s/>])([^<>]*)>|&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8}\d*);|(\*\*|__|\*|_)|\[([^\][]*)\]\(([^()\s]+)\)|^#{2,6} +([^\n]+)/gim

const inline: Readonly<Record<string, Style>> = {
  ...{ b: { bold: true }, strong: { bold: true }, i: { italic: true }, em: { italic: true } },
  ...{ u: { underline: true }, ins: { underline: true } },
}
const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const blocks: ReadonlySet<string> = new Set(
  'br p div center ul ol li table tbody thead tr hr blockquote pre section article'.split(' '),
)
const dropped: ReadonlySet<string> = new Set(
  `a span font small big sub sup s strike del mark code img audio video source td th label abbr cite q tt var kbd samp
  iframe object embed input button form svg math meta link base body html head`.split(/\s+/),
)
const entities: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    ndash: '–',
    mdash: '—',
    hellip: '…',
  },
  ...{
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    bull: '•',
    deg: '°',
    times: '×',
    divide: '÷',
    plusmn: '±',
  },
  ...{ copy: '©', reg: '®', trade: '™', frac12: '½', frac14: '¼', frac34: '¾', micro: 'µ', euro: '€' },
}

class Reader {
  /** Marks that are not closed in the rest of the text. Nested texts have their own reader. */
  readonly #unclosed = new Set<string>()

  read(source: string, outer: Style): Run[] {
    const runs: Run[] = []
    const open: { readonly tag: string; readonly style: Style }[] = [{ tag: '', style: outer }]
    const style = () => open.at(-1)?.style ?? outer
    const add = (text: string) => text !== '' && runs.push({ text, ...style() })
    const pattern = new RegExp(token)
    let from = 0
    for (let found = pattern.exec(source); found; found = pattern.exec(source)) {
      const [whole, escaped, closing, tag, attributes = '', entity, mark, words, address, heading] = found
      add(source.slice(from, found.index))
      from = pattern.lastIndex
      if (escaped !== undefined) add(escaped)
      else if (tag !== undefined)
        add(this.#tag(tag.toLowerCase(), closing === '/', attributes, open) ?? whole)
      else if (entity !== undefined) add(characterOf(entity) ?? whole)
      else if (heading !== undefined) runs.push(...new Reader().read(heading, { ...style(), bold: true }))
      else if (words !== undefined) {
        const link = safeLink(address ?? '')
        if (link === null) add(whole)
        else runs.push(...new Reader().read(words, { ...style(), link }))
      } else if (mark !== undefined) {
        const end = this.#closing(source, found.index, mark)
        if (end === -1) add(mark)
        else {
          const inside = source.slice(from, end)
          runs.push(
            ...new Reader().read(inside, {
              ...style(),
              ...(mark.length === 2 ? { bold: true } : { italic: true }),
            }),
          )
          from = end + mark.length
          pattern.lastIndex = from
        }
      }
    }
    add(source.slice(from))
    return runs
  }

  /** Returns the text for a tag; null if it is not a known tag. */
  #tag(
    tag: string,
    closes: boolean,
    attributes: string,
    open: { readonly tag: string; readonly style: Style }[],
  ): string | null {
    const isHeading = headings.has(tag)
    if (blocks.has(tag) || isHeading) {
      if (isHeading) this.#turn('h', closes, { bold: true }, open)
      return tag === 'li' && !closes ? '\n• ' : '\n'
    }
    const own = Object.hasOwn(inline, tag) ? inline[tag] : undefined
    if (own) this.#turn(tag, closes, own, open)
    else if (tag === 'a') this.#turn(tag, closes, linkIn(attributes), open)
    else if (!dropped.has(tag)) return null
    return ''
  }

  #turn(
    tag: string,
    closes: boolean,
    style: Style,
    open: { readonly tag: string; readonly style: Style }[],
  ): void {
    if (!closes) open.push({ tag, style: { ...open.at(-1)?.style, ...style } })
    else {
      const place = open.findLastIndex((one) => one.tag === tag)
      if (place > 0) open.splice(place)
    }
  }

  /** Returns the position of the closing mark; -1 if the mark is an ordinary character. */
  #closing(source: string, at: number, mark: string): number {
    const begins = at + mark.length
    if (/^\s?$/.test(source[begins] ?? '') || (mark[0] === '_' && isLetter(source[at - 1]))) return -1
    if (this.#unclosed.has(mark)) return -1
    for (let end = source.indexOf(mark, begins + 1); end !== -1; end = source.indexOf(mark, end + 1)) {
      if (/[\s\\]/.test(source[end - 1] ?? '')) continue
      if (mark.length === 1 && (source[end + 1] === mark || source[end - 1] === mark)) continue
      if (mark[0] === '_' && isLetter(source[end + mark.length])) continue
      return end
    }
    this.#unclosed.add(mark)
    return -1
  }
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}

function characterOf(entity: string): string | null {
  if (!entity.startsWith('#')) return entities[entity.toLowerCase()] ?? null
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : null
}

function linkIn(attributes: string): Style {
  const [, quoted, apostrophes, bare] =
    /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? []
  const link = safeLink(quoted ?? apostrophes ?? bare ?? '')
  return link === null ? {} : { link }
}

function safeLink(address: string): string | null {
  const link = address.trim().replaceAll('&amp;', '&')
  return /^(?:https?:\/\/|mailto:|tel:)[^\s<>"]+$/i.test(link) ? link : null
}

/** Trims empty lines at the ends and merges neighbors with equal style. */
function merged(runs: readonly Run[]): readonly Run[] {
  const all: Run[] = []
  for (const { text, ...style } of runs) {
    const last = all.at(-1)
    const { text: _, ...lastStyle } = last ?? { text: '' }
    if (last && JSON.stringify(lastStyle) === JSON.stringify(style))
      all[all.length - 1] = { ...last, text: last.text + text }
    else all.push({ text, ...style })
  }
  const spaced = all.map((run) => ({ ...run, text: run.text.replace(/[^\S\u00a0]*\n\s*/g, '\n') }))
  const first = spaced.findIndex(({ text }) => text.trim() !== '')
  const last = spaced.findLastIndex(({ text }) => text.trim() !== '')
  return spaced.slice(first, last + 1).map((run, place, kept) => ({
    ...run,
    text: trimmed(run.text, place === 0, place === kept.length - 1),
  }))
}

function trimmed(text: string, atStart: boolean, atEnd: boolean): string {
  const begun = atStart ? text.trimStart() : text
  return atEnd ? begun.trimEnd() : begun
}
