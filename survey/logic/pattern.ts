import { PatternFault } from './pattern-fault.ts'
import { type Node, patternNode } from './pattern-node.ts'
import type { CharacterTest } from './pattern-set.ts'

/** Instructions for Thompson's machine, which executes many of them at once. */
type Instruction =
  | { readonly op: 'one'; readonly test: CharacterTest }
  | { readonly op: 'split'; readonly to: readonly number[] }
  | { readonly op: 'where'; readonly at: Place }
  | { readonly op: 'done' }
type Place = Extract<Node, { kind: 'place' }>['at']

const programLimit = 1_000
/**
 * Maximum steps of one match: instructions × characters. A text that would take more doesn't match. The
 * longest answer allows 100 instructions; real patterns have fewer.
 */
const stepsAtMost = 1_000_000

/**
 * Maximum steps of all `regex()` calls in one evaluation; later calls don't match. Ten times what 300 rooms
 * with 20 patterned fields need, so only hostile forms reach it.
 */
const stepsOfAll = 10_000_000

export interface Pattern {
  /** Matches the whole text, like XLSForm's `regex()`, and counts the steps. */
  match(text: string): Match
  /** Number of instructions. */
  readonly size: number
}

interface Match {
  readonly fits: boolean
  readonly steps: number
}

/**
 * Limits the work on patterns in one evaluation of a survey's rules. Cached matches cost the same as new
 * ones, so the result is equal everywhere.
 */
export class PatternBudget {
  #left = stepsOfAll

  /** The parser has already validated the pattern. */
  fits(text: string, source: string): boolean {
    if (this.#left <= 0) return false
    const pattern = patternOf(source)
    if (pattern instanceof PatternFault) return false
    const { fits, steps } = pattern.match(text)
    this.#left -= source.length + pattern.size + text.length + steps
    return fits
  }
}

const known = new Map<string, Pattern | PatternFault>()
const cacheLimit = 500

/** Returns the compiled pattern, cached by source text. */
export function patternOf(source: string): Pattern | PatternFault {
  const before = known.get(source)
  if (before) return before
  const made = read(source)
  if (known.size >= cacheLimit) known.clear()
  known.set(source, made)
  return made
}

function read(source: string): Pattern | PatternFault {
  try {
    const program: Instruction[] = []
    write(program, patternNode(source))
    program.push({ op: 'done' })
    const size = program.length
    const tooLong = { fits: false, steps: 1 }
    const match = (text: string) => (text.length * size <= stepsAtMost ? run(program, text) : tooLong)
    return { match: remembered(match), size }
  } catch (fault) {
    if (fault instanceof PatternFault) return fault
    throw fault
  }
}

/** Caches the last match: many fields test the same text, again in each evaluation. */
function remembered(match: (text: string) => Match): (text: string) => Match {
  let last: { readonly text: string; readonly match: Match } | null = null
  return (text) => {
    if (last?.text !== text) last = { text, match: match(text) }
    return last.match
  }
}

/** Appends the instructions for this node; after a match the machine is at the next instruction. */
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

/** Every node emits an instruction, so the instruction limit also bounds the work on repeats. */
function pushNothing(program: Instruction[]): void {
  push(program, { op: 'split', to: [program.length + 1] })
}

function push(program: Instruction[], instruction: Instruction): void {
  if (program.length >= programLimit) throw new PatternFault(0, '{…}')
  program.push(instruction)
}

/** Runs Thompson's machine: it holds a set of instructions for each character, so it never backtracks. */
function run(program: readonly Instruction[], text: string): Match {
  const machine = new Machine(program, [...text])
  const fits = machine.runs()
  return { fits, steps: machine.steps }
}

class Machine {
  steps = 0
  readonly #program: readonly Instruction[]
  readonly #characters: readonly string[]
  /** Index of the character at which each instruction was last reached. */
  readonly #seen: Int32Array

  constructor(program: readonly Instruction[], characters: readonly string[]) {
    this.#program = program
    this.#characters = characters
    this.#seen = new Int32Array(program.length).fill(-1)
  }

  runs(): boolean {
    let now = this.#reached([0], 0)
    for (const [index, character] of this.#characters.entries()) {
      if (now.length === 0) return false
      const code = character.codePointAt(0) ?? 0
      const next = now.flatMap((at) => {
        const instruction = this.#program[at]
        return instruction?.op === 'one' && instruction.test(code) ? [at + 1] : []
      })
      now = this.#reached(next, index + 1)
    }
    return now.some((at) => this.#program[at]?.op === 'done')
  }

  /** Follows all instructions that consume no character. */
  #reached(from: readonly number[], index: number): readonly number[] {
    const here: number[] = []
    const waiting = [...from]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      this.steps += 1
      if (this.#seen[at] === index) continue
      this.#seen[at] = index
      const instruction = this.#program[at]
      if (instruction?.op === 'split') waiting.push(...instruction.to)
      else if (instruction?.op !== 'where') here.push(at)
      else if (isAt(instruction.at, this.#characters, index)) waiting.push(at + 1)
    }
    return here
  }
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
