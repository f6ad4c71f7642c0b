import { limits } from '#contract/limits.ts'
import { fail, Refused } from './failure.ts'

/** A reader of a whole survey. All readers of a line share its part of the budget. */
export interface Reader {
  readonly guest: boolean
  /** The survey is read to answer a write. */
  readonly writes?: true
  /** The account; for a guest, the link and the address. */
  readonly lines: readonly string[]
}

export interface Reservation {
  /** Releases the memory: the survey is no longer held. */
  free(): void
  /** Ends the reservation: the reader has everything, or disconnected. */
  leave(): void
}

export interface Held {
  readonly bytes: number
  readonly readers: number
  /** Reading, waiting, or still receiving a finished reply. */
  readonly open: number
}

/**
 * The memory budget for reading whole surveys. Guests have a half of their own, so that they can't affect
 * accounts.
 * Writes that return a whole survey have a separate budget of the same size and wait only for each other.
 * Waiting requests hold no database connection.
 */
export interface MemoryBudget {
  /**
   * Resolves once there is memory for a survey of this size. Throws the failure to send if too many readers
   * wait.
   */
  enter(reader: Reader, surveyBytes: number, ended: AbortSignal): Promise<Reservation>
  readonly guests: Held
  readonly accounts: Held
  readonly writers: Held
}

export function openMemoryBudget(bytes: number): MemoryBudget {
  const guests = new Half(bytes / 2, limits.guestsAtOnce)
  const accounts = new Half(bytes / 2, limits.accountsAtOnce)
  const writers = new Half(bytes / 2, limits.writersAtOnce)
  const halfOf = ({ guest, writes }: Reader) => (guest ? guests : writes ? writers : accounts)
  return {
    enter: (reader, surveyBytes, ended) => halfOf(reader).enter(reader.lines, surveyBytes, ended),
    guests,
    accounts,
    writers,
  }
}

/** Memory to read, assemble and serialize a survey, relative to the size of its rows. */
const memoryFactor = 8
const least = 256 * 1024

interface Line {
  open: number
  readers: number
  bytes: number
  /** When the line was last admitted; lines that waited longest go first. */
  turn: number
}

interface Asked {
  readonly bytes: number
  readonly lines: readonly Line[]
  readonly go: () => void
}

class Half implements Held {
  bytes = 0
  readers = 0
  open = 0
  private turns = 0
  private readonly most: number
  private readonly atOnce: number
  private readonly lines = new Map<string, Line>()
  private readonly waiting = new Set<Asked>()

  constructor(most: number, atOnce: number) {
    this.most = most
    this.atOnce = atOnce
  }

  async enter(names: readonly string[], surveyBytes: number, ended: AbortSignal): Promise<Reservation> {
    const leave = this.admit(names)
    const lines = names.flatMap((name) => this.lines.get(name) ?? [])
    // A survey larger than the whole budget, from before there was a limit, is read alone.
    const bytes = Math.min(this.most, Math.max(least, surveyBytes * memoryFactor))
    try {
      await this.turnOf({ bytes, lines }, ended)
    } catch (failure) {
      leave()
      throw failure
    }
    const free = once(() => this.give({ bytes, lines }, -1))
    return {
      free,
      leave: () => {
        free()
        leave()
      },
    }
  }

  private admit(names: readonly string[]): () => void {
    const retryAfter = 5
    if (names.some((name) => (this.lines.get(name)?.open ?? 0) >= limits.readersPerLine))
      throw new Refused(fail('reading.tooMany', { retryAfter }))
    if (this.open >= limits.readersOfAll) throw new Refused(fail('reading.busy', { retryAfter }))
    this.open += 1
    for (const name of names) {
      const line = this.lines.get(name) ?? { open: 0, readers: 0, bytes: 0, turn: 0 }
      line.open += 1
      this.lines.set(name, line)
    }
    return once(() => {
      this.open -= 1
      for (const name of names) {
        const line = this.lines.get(name)
        if (line && --line.open === 0) this.lines.delete(name)
      }
    })
  }

  private turnOf(wanted: Omit<Asked, 'go'>, ended: AbortSignal): Promise<void> {
    const late = AbortSignal.timeout(limits.readingWaits)
    const over = AbortSignal.any([ended, late])
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.waiting.delete(asked)
        reject(ended.aborted ? ended.reason : new Refused(fail('reading.busy', { retryAfter: 5 })))
      }
      const asked: Asked = {
        ...wanted,
        go: () => {
          over.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      if (over.aborted) return giveUp()
      over.addEventListener('abort', giveUp, { once: true })
      this.waiting.add(asked)
      this.next()
    })
  }

  private next(): void {
    for (;;) {
      const asked = this.first()
      // Small requests do not overtake a large one that waits.
      if (!asked || (this.readers > 0 && !this.hasRoomFor(asked.bytes))) return
      this.waiting.delete(asked)
      this.give(asked, 1)
      asked.go()
    }
  }

  private hasRoomFor(bytes: number): boolean {
    return this.readers < this.atOnce && this.bytes + bytes <= this.most
  }

  /** Among requests whose lines have capacity, returns the one whose lines waited longest. */
  private first(): Asked | undefined {
    let found: Asked | undefined
    for (const asked of this.waiting)
      if (
        asked.lines.every((line) => this.mayTake(line, asked.bytes)) &&
        (!found || turnOf(asked) < turnOf(found))
      )
        found = asked
    return found
  }

  /** A line gets at most half of the memory and half of the readers. */
  private mayTake({ readers, bytes }: Line, more: number): boolean {
    return readers === 0 || (readers < this.atOnce / 2 && bytes + more <= this.most / 2)
  }

  private give({ bytes, lines }: Omit<Asked, 'go'>, sign: 1 | -1): void {
    this.bytes += sign * bytes
    this.readers += sign
    this.turns += 1
    for (const line of lines) {
      line.bytes += sign * bytes
      line.readers += sign
      if (sign > 0) line.turn = this.turns
    }
    if (sign < 0) this.next()
  }
}

function turnOf({ lines }: Asked): number {
  return Math.max(0, ...lines.map(({ turn }) => turn))
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    work()
  }
}
