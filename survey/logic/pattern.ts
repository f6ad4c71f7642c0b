import { PatternFault } from './pattern-fault.ts'
import { type Node, patternNode } from './pattern-node.ts'
import type { CharacterTest } from './pattern-set.ts'

/** What a pattern comes to: instructions for a machine that is at many of them at once. */
type Instruction =
  | { readonly op: 'one'; readonly test: CharacterTest }
  | { readonly op: 'split'; readonly to: readonly number[] }
  | { readonly op: 'where'; readonly at: Place }
  | { readonly op: 'done' }
type Place = Extract<Node, { kind: 'place' }>['at']

const programLimit = 1_000
/**
 * Small steps of a match, by the product of instructions and letters: a text that would take more does not fit. The
 * longest answer can be asked for a hundred instructions; all that is real has fewer.
 */
const stepsAtMost = 1_000_000

export interface Pattern {
  /** Whether the pattern fits the whole text, as XLSForm's `regex()` asks. */
  fits(text: string): boolean
}

const known = new Map<string, Pattern | PatternFault>()
const knownAtMost = 500

/** Each text is read once. */
export function patternOf(source: string): Pattern | PatternFault {
  const before = known.get(source)
  if (before) return before
  const made = read(source)
  if (known.size >= knownAtMost) known.clear()
  known.set(source, made)
  return made
}

function read(source: string): Pattern | PatternFault {
  try {
    const program: Instruction[] = []
    write(program, patternNode(source))
    program.push({ op: 'done' })
    return { fits: remembered((text) => text.length * program.length <= stepsAtMost && fits(program, text)) }
  } catch (fault) {
    if (fault instanceof PatternFault) return fault
    throw fault
  }
}

/** The same text is asked about by many fields, and again each time that a survey is worked out. */
function remembered(fitsNow: (text: string) => boolean): (text: string) => boolean {
  let last: { readonly text: string; readonly fits: boolean } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, fits: fitsNow(text) }
    return last.fits
  }
}

/** Appends what matches this node; whoever comes out at its end is at the next instruction. */
function write(program: Instruction[], node: Node): void {
  switch (node.kind) {
    case 'one':
      push(program, { op: 'one', test: node.test })
      return
    case 'place':
      push(program, { op: 'where', at: node.at })
      return
    case 'sequence':
      if (node.parts.length === 0) pushNothing(program)
      for (const part of node.parts) write(program, part)
      return
    case 'choice':
      writeChoice(program, node.branches)
      return
    case 'repeat':
      writeRepeat(program, node)
  }
}

function writeChoice(program: Instruction[], branches: readonly Node[]): void {
  const split = program.length
  push(program, { op: 'split', to: [] })
  const begins: number[] = []
  const ends: number[] = []
  for (const branch of branches) {
    begins.push(program.length)
    write(program, branch)
    ends.push(program.length)
    push(program, { op: 'split', to: [] })
  }
  program[split] = { op: 'split', to: begins }
  for (const end of ends) program[end] = { op: 'split', to: [program.length] }
}

function writeRepeat(program: Instruction[], { of, least, most }: Extract<Node, { kind: 'repeat' }>): void {
  if (most === 0) pushNothing(program)
  for (let count = 0; count < least; count += 1) write(program, of)
  if (most === Number.POSITIVE_INFINITY) {
    const split = program.length
    push(program, { op: 'split', to: [] })
    write(program, of)
    push(program, { op: 'split', to: [split] })
    program[split] = { op: 'split', to: [split + 1, program.length] }
    return
  }
  const splits: number[] = []
  for (let count = least; count < most; count += 1) {
    splits.push(program.length)
    push(program, { op: 'split', to: [] })
    write(program, of)
  }
  for (const split of splits) program[split] = { op: 'split', to: [split + 1, program.length] }
}

/** Every node takes an instruction, so that their limit bounds the work on what is repeated too. */
function pushNothing(program: Instruction[]): void {
  push(program, { op: 'split', to: [program.length + 1] })
}

function push(program: Instruction[], instruction: Instruction): void {
  if (program.length >= programLimit) throw new PatternFault(0, '{…}')
  program.push(instruction)
}

/** Thompson's machine: at each character it is at a set of instructions, so that nothing is ever tried twice. */
function fits(program: readonly Instruction[], text: string): boolean {
  const characters = [...text]
  const seen = new Int32Array(program.length).fill(-1)
  let now = reached(program, [0], characters, 0, seen)
  for (const [index, character] of characters.entries()) {
    if (now.length === 0) return false
    const code = character.codePointAt(0) ?? 0
    const next = now.flatMap((at) => {
      const instruction = program[at]
      return instruction?.op === 'one' && instruction.test(code) ? [at + 1] : []
    })
    now = reached(program, next, characters, index + 1, seen)
  }
  return now.some((at) => program[at]?.op === 'done')
}

/** Where the machine is after all that needs no character. `seen` says at which character each was reached last. */
function reached(
  program: readonly Instruction[],
  from: readonly number[],
  characters: readonly string[],
  index: number,
  seen: Int32Array,
): readonly number[] {
  const here: number[] = []
  const waiting = [...from]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen[at] === index) continue
    seen[at] = index
    const instruction = program[at]
    if (instruction?.op === 'split') waiting.push(...instruction.to)
    else if (instruction?.op !== 'where') here.push(at)
    else if (isAt(instruction.at, characters, index)) waiting.push(at + 1)
  }
  return here
}

function isAt(place: Place, characters: readonly string[], index: number): boolean {
  if (place === 'start') return index === 0
  if (place === 'end') return index === characters.length
  const isEdge = isWord(characters[index - 1]) !== isWord(characters[index])
  return place === 'edge' ? isEdge : !isEdge
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character)
}
