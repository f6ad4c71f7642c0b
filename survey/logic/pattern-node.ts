import { PatternFault } from './pattern-fault.ts'
import {
  anyOf,
  between,
  type CharacterTest,
  categoryOf,
  classOf,
  controlOf,
  eitherCase,
  not,
  notLineEnd,
  only,
} from './pattern-set.ts'

/** The syntax tree of a pattern. */
export type Node =
  | { readonly kind: 'one'; readonly test: CharacterTest }
  | { readonly kind: 'place'; readonly at: 'start' | 'end' | 'edge' | 'noEdge' }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly branches: readonly Node[] }
  | { readonly kind: 'repeat'; readonly of: Node; readonly least: number; readonly most: number }

const depthLimit = 50

/**
 * Parses a pattern in the syntax that XLSForm's tools, Java and JavaScript share. Throws only `PatternFault`,
 * also for constructs that need backtracking: `\1`, `(?=…)`, `(?!…)`, `(?<=…)`, `(?>…)`, `a*+`.
 */
export function patternNode(source: string): Node {
  const anyCase = source.startsWith('(?i)')
  const reader = new Reader(source, anyCase ? '(?i)'.length : 0, anyCase)
  const node = reader.choice(0)
  if (!reader.isDone) reader.fail()
  return node
}

class Reader {
  readonly #characters: readonly string[]
  readonly #anyCase: boolean
  #next: number

  constructor(source: string, from: number, anyCase: boolean) {
    this.#characters = [...source]
    this.#next = from
    this.#anyCase = anyCase
  }

  get isDone(): boolean {
    return this.#next >= this.#characters.length
  }

  fail(from = this.#next, length = 1): never {
    throw new PatternFault(from, this.#characters.slice(from, from + length).join('') || '…')
  }

  choice(depth: number): Node {
    if (depth > depthLimit) this.fail()
    const branches = [this.#sequence(depth)]
    while (this.#takes('|')) branches.push(this.#sequence(depth))
    const [first] = branches
    return branches.length === 1 && first ? first : { kind: 'choice', branches }
  }

  #sequence(depth: number): Node {
    const parts: Node[] = []
    while (!this.isDone && this.#peek() !== '|' && this.#peek() !== ')') parts.push(this.#counted(depth))
    return { kind: 'sequence', parts }
  }

  #counted(depth: number): Node {
    const from = this.#next
    const of = this.#single(depth)
    const counts = this.#counts()
    if (!counts) return of
    if (of.kind === 'place') this.fail(from, 2)
    // A lazy quantifier doesn't change whether the whole text matches.
    if (!this.#takes('?') && '+*{'.includes(this.#peek() || ' ')) this.fail(this.#next - 1, 2)
    return { kind: 'repeat', of, ...counts }
  }

  #counts(): { least: number; most: number } | null {
    const most = Number.POSITIVE_INFINITY
    if (this.#takes('*')) return { least: 0, most }
    if (this.#takes('+')) return { least: 1, most }
    if (this.#takes('?')) return { least: 0, most: 1 }
    const from = this.#next
    if (!this.#takes('{')) return null
    const least = this.#number()
    const upTo = this.#takes(',') ? (this.#number() ?? most) : least
    if (least === null || upTo === null || upTo < least || !this.#takes('}')) this.fail(from, 6)
    return { least, most: upTo }
  }

  /** Reads up to four digits, which already exceeds the limit on instructions. */
  #number(): number | null {
    let digits = ''
    while (/^\d$/.test(this.#peek()) && digits.length < 4) digits += this.#take()
    return digits === '' ? null : Number(digits)
  }

  #single(depth: number): Node {
    const from = this.#next
    const character = this.#take()
    switch (character) {
      case '(':
        return this.#group(from, depth)
      case '[':
        return this.#one(this.#set(from))
      case '.':
        return this.#one(notLineEnd)
      case '^':
        return { kind: 'place', at: 'start' }
      case '$':
        return { kind: 'place', at: 'end' }
      case '\\':
        return this.#escaped(from)
      case '*':
      case '+':
      case '?':
      case '{':
        return this.fail(from)
      default:
        return this.#one(only(codeOf(character)))
    }
  }

  #group(from: number, depth: number): Node {
    if (this.#takes('?') && !this.#takes(':')) this.fail(from, 3)
    const inside = this.choice(depth + 1)
    if (!this.#takes(')')) this.fail(from)
    return inside
  }

  #escaped(from: number): Node {
    if (this.#takes('b')) return { kind: 'place', at: 'edge' }
    if (this.#takes('B')) return { kind: 'place', at: 'noEdge' }
    if (this.#takes('A')) return { kind: 'place', at: 'start' }
    if (this.#takes('z') || this.#takes('Z')) return { kind: 'place', at: 'end' }
    const meant = this.#escape(from)
    return this.#one(typeof meant === 'number' ? only(meant) : meant)
  }

  /** Parses an escape: one character by its code, or a class. */
  #escape(from: number): number | CharacterTest {
    if (this.isDone) this.fail(from)
    const letter = this.#take()
    if (letter === 'x') return this.#hex(from, 2)
    if (letter === 'u') return this.#hex(from, 4)
    if (letter === 'p' || letter === 'P') return this.#category(from, letter === 'P')
    const meant = classOf(letter) ?? controlOf(letter)
    if (meant === null) return this.fail(from, 2)
    return typeof meant === 'string' ? codeOf(meant) : meant
  }

  #hex(from: number, length: number): number {
    let digits = ''
    while (digits.length < length && /^[\dA-Fa-f]$/.test(this.#peek())) digits += this.#take()
    return digits.length === length ? Number.parseInt(digits, 16) : this.fail(from, length + 2)
  }

  #category(from: number, others: boolean): CharacterTest {
    let name = ''
    if (this.#takes('{')) {
      while (/^[A-Za-z]$/.test(this.#peek()) && name.length < 20) name += this.#take()
      if (!this.#takes('}')) this.fail(from, name.length + 3)
    } else name = this.#take()
    const test = categoryOf(name)
    if (!test) return this.fail(from, name.length + 4)
    return others ? not(test) : test
  }

  #set(from: number): CharacterTest {
    const others = this.#takes('^')
    const tests: CharacterTest[] = []
    do {
      if (this.isDone) this.fail(from)
      tests.push(this.#range())
    } while (!this.#takes(']'))
    const test = this.#cased(anyOf(tests))
    return others ? not(test) : test
  }

  #range(): CharacterTest {
    const from = this.#next
    const first = this.#member()
    if (typeof first !== 'number') return first
    if (this.#peek() !== '-' || (this.#peek(1) || ']') === ']') return only(first)
    this.#take()
    const last = this.#member()
    if (typeof last !== 'number' || last < first) return this.fail(from, 3)
    return between(first, last)
  }

  /** Nested sets are rejected: languages disagree on their meaning. */
  #member(): number | CharacterTest {
    const from = this.#next
    const character = this.#take()
    if (character === '\\') return this.#escape(from)
    const isNested = character === '[' || character === ']' || (character === '&' && this.#peek() === '&')
    return isNested ? this.fail(from) : codeOf(character)
  }

  #one(test: CharacterTest): Node {
    return { kind: 'one', test: this.#cased(test) }
  }

  #cased(test: CharacterTest): CharacterTest {
    return this.#anyCase ? eitherCase(test) : test
  }

  #peek(ahead = 0): string {
    return this.#characters[this.#next + ahead] ?? ''
  }

  #take(): string {
    const character = this.#peek()
    this.#next += 1
    return character
  }

  #takes(character: string): boolean {
    if (this.#peek() !== character) return false
    this.#next += 1
    return true
  }
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}
