import { randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Secret, so that no sender can construct names with equal hashes. */
const seed = randomBytes(4).readInt32LE()

/**
 * Counts nesting, names and values of a JSON text while its bytes arrive. `JSON.parse` takes 4 µs for each new
 * name, so that a body of 3.5 MB can block the thread for a second; megabytes of anything else take
 * milliseconds.
 * Counts of malformed JSON are meaningless, but the parser rejects it at its first error.
 */
export class JsonBounds {
  readonly #names = new Set<number>()
  /** By depth: 1 within an object, 0 within a list. */
  readonly #isObject = new Uint8Array(limits.jsonDepthMax + 1)
  #state: State = { depth: 0, values: 1, inText: false, isEscaped: false, expectsName: false, hash: seed }

  get values(): number {
    return this.#state.values
  }

  /** Returns false as soon as the text is over a limit. */
  admits(bytes: Uint8Array): boolean {
    const [names, isObject] = [this.#names, this.#isObject]
    // Local variables: object fields would make the loop ten times slower.
    let { depth, values, inText, isEscaped, expectsName, hash } = this.#state
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) {
          inText = false
          if (expectsName) names.add(hash)
        }
        if (expectsName) hash = Math.imul(hash ^ byte, 0x01000193)
      } else if (byte === quote) {
        inText = true
        hash = seed
      } else if (byte === comma) {
        values += 1
        expectsName = isObject[depth] === 1
      } else if (byte === colon) expectsName = false
      else if (byte === openObject || byte === openList) {
        values += 1
        depth += 1
        if (depth > limits.jsonDepthMax) return false
        expectsName = byte === openObject
        isObject[depth] = expectsName ? 1 : 0
      } else if (byte === closeObject || byte === closeList) depth = Math.max(0, depth - 1)
    }
    this.#state = { depth, values, inText, isEscaped, expectsName, hash }
    return names.size <= limits.jsonNamesMax && values <= limits.jsonValuesMax
  }
}

interface State {
  readonly depth: number
  readonly values: number
  readonly inText: boolean
  readonly isEscaped: boolean
  readonly expectsName: boolean
  readonly hash: number
}
