import { limits } from '#contract/limits.ts'
import { fail, Refused } from './failure.ts'

/** Who reads a whole survey: all that stand in one line share its part of the room. */
export interface Reader {
  readonly guest: boolean
  /** It is read to answer a write. */
  readonly writes?: true
  /** The account; of a guest the link and the address. */
  readonly lines: readonly string[]
}

export interface Visit {
  /** What is read is no longer held in memory. */
  free(): void
  /** The reader has all of it, or went away. */
  leave(): void
}

export interface Held {
  readonly bytes: number
  readonly readers: number
  /** In the room, waiting for it, or still taking what was made for them. */
  readonly open: number
}

/**
 * The memory for surveys that are being read whole. Guests have a half of their own, so that no number of them takes
 * anything from people with an account; saves wait for neither. Writes that are answered with the whole survey have as
 * much beside: they wait for each other alone, and who waits holds no connection to the database.
 */
export interface ReadingRoom {
  /** Resolves once there is room for so many bytes of a survey. Throws what is to be said where too many ask. */
  enter(reader: Reader, surveyBytes: number, ended: AbortSignal): Promise<Visit>
  readonly guests: Held
  readonly accounts: Held
  readonly writers: Held
}

export function openReadingRoom(bytes: number): ReadingRoom {
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

/** What a survey takes while it is read, drawn up and written as JSON, over what its rows hold. */
const timesItsSize = 8
const least = 256 * 1024

interface Line {
  open: number
  readers: number
  bytes: number
  /** When it was last let in; lines that waited longest go first. */
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

  async enter(names: readonly string[], surveyBytes: number, ended: AbortSignal): Promise<Visit> {
    const leave = this.admit(names)
    const lines = names.flatMap((name) => this.lines.get(name) ?? [])
    // One that is larger than all of the room, from before there was a limit, is read alone.
    const bytes = Math.min(this.most, Math.max(least, surveyBytes * timesItsSize))
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
      // A large one that waits is not passed for ever by small ones.
      if (!asked || (this.readers > 0 && !this.hasRoomFor(asked.bytes))) return
      this.waiting.delete(asked)
      this.give(asked, 1)
      asked.go()
    }
  }

  private hasRoomFor(bytes: number): boolean {
    return this.readers < this.atOnce && this.bytes + bytes <= this.most
  }

  /** Of those whose own lines have room, the one whose lines have waited longest. */
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

  /** No line has more than half of the room, or more than half of those in it. */
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
