const mostOctets = 75

/** A line's name, parameters and value. */
export interface Line {
  readonly name: string
  /** In capitals; of 2.1 also those without a name, under ''. */
  readonly params: readonly { readonly name: string; readonly value: string }[]
  readonly value: string
}

/** Octets of a character in UTF-8. */
export function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** A line in pieces of at most 75 octets, each ended; no character is cut in two. */
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

/** A character for each octet. Names, parameters and separators of a card are ASCII in every charset that cards are in. */
export function octetsAsText(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)))
  return pieces.join('')
}

/** The lines as they were before they were folded, whatever ended them. */
export function unfold(text: string): readonly string[] {
  const lines: string[] = []
  let soft = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.length - 1
    if (soft) lines[last] += `\n${line}`
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1)
    else lines.push(line)
    // Version 2.1 breaks a line of quoted-printable by an equals sign at its end.
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

/** The parts of a value, cut where a sign stands that is not escaped. */
export function partsOf(value: string, sign: ';' | ','): readonly string[] {
  const parts = ['']
  for (const [piece] of value.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === sign) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts.map(unescaped)
}

/** null = no line of a card. */
export function parseLine(line: string): Line | null {
  const [head = '', rest] = cutAt(line, ':')
  if (rest === null) return null
  const [name = '', ...params] = cutAll(head)
  return {
    // Before a dot stands the group that a line belongs to.
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

/** Before and behind the first such sign that is not within quotes. */
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
