const mostOctets = 75

/** A line's name, parameters and value. */
export interface Line {
  readonly name: string
  /** In capitals. Version 2.1 also has parameters without a name, listed under ''. */
  readonly params: readonly { readonly name: string; readonly value: string }[]
  readonly value: string
}

/** Returns the number of octets of a character in UTF-8. */
export function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Folds a line into pieces of at most 75 octets without splitting a character. */
export function fold(line: string): string {
  let folded = ''
  let room = mostOctets
  for (const character of line) {
    const octets = octetsOf(character)
    if (octets > room) {
      folded += '\r\n '
      room = mostOctets - 1
    }
    folded += character
    room -= octets
  }
  return `${folded}\r\n`
}

/**
 * Returns one character per octet. Names, parameters and separators of a card are ASCII in every supported
 * charset.
 */
export function octetsAsText(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)))
  return pieces.join('')
}

/** Unfolds lines, with any line ending. */
export function unfold(text: string): readonly string[] {
  const lines: string[] = []
  let soft = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.length - 1
    if (soft) lines[last] += `\n${line}`
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1)
    else lines.push(line)
    // Version 2.1 continues a quoted-printable line with an equals sign at its end.
    soft = /=$/.test(line) && /^[^:]*QUOTED-PRINTABLE[^:]*:/i.test(lines.at(-1) ?? '')
  }
  return lines
}

export function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (one) => `\\${one}`).replaceAll('\n', '\\n')
}

export function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, one: string) => (one === 'n' || one === 'N' ? '\n' : one))
}

/** Splits a value at each unescaped separator. */
export function partsOf(value: string, sign: ';' | ','): readonly string[] {
  const parts = ['']
  for (const [piece] of value.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === sign) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts.map(unescaped)
}

/** Parses a line of a card; null if it is not one. */
export function parseLine(line: string): Line | null {
  const [head = '', rest] = cutAt(line, ':')
  if (rest === null) return null
  const [name = '', ...params] = cutAll(head)
  return {
    // A group name may precede the name, followed by a dot.
    name: name
      .slice(name.lastIndexOf('.') + 1)
      .trim()
      .toUpperCase(),
    params: params.map((param) => {
      const [given, value] = cutAt(param, '=')
      if (value === null) return { name: '', value: given.trim().toUpperCase() }
      return { name: given.trim().toUpperCase(), value: value.replaceAll('"', '').trim().toUpperCase() }
    }),
    value: rest,
  }
}

/** Splits at the first such sign outside quotes. */
function cutAt(text: string, sign: string): readonly [string, string | null] {
  let quoted = false
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '"') quoted = !quoted
    else if (text[index] === sign && !quoted) return [text.slice(0, index), text.slice(index + 1)]
  }
  return [text, null]
}

function cutAll(head: string): readonly string[] {
  const parts: string[] = []
  for (let rest: string | null = head; rest !== null; ) {
    const [part, behind]: readonly [string, string | null] = cutAt(rest, ';')
    parts.push(part)
    rest = behind
  }
  return parts
}
