import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { latestPlaces } from '#server/features/audit/recent-logins.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { sourceOf } from '#server/http/source.ts'

/** The origin of a call, as stated by the caller. */
export interface StatedPlace {
  readonly address: string
  /** '' if the device sends no secret. */
  readonly device: string
}

const placesMax = 20_000
const accountsOfPlaceMax = 50
const retryAfter = 5
/** Rejections per address and ten seconds before its replies are delayed: a flood that waits for replies slows down. */
const rejectedAtOnce = 3
const rejectionsForgotten = 10_000
const rejectedLater = 2_000

/**
 * Limits how many calls that hash a password run at the same time. It rejects a call before its first statement, or a
 * flood of logins would occupy all connections to the database. An address or device that an account signed in from
 * lately uses that account's share, so a thousand addresses of one account get no more of it. All others are strangers.
 */
export class LoginGate {
  readonly #accountsAt = new Map<string, Set<string>>()
  /** By account; strangers by address, and all of them together. */
  readonly #inside = new Map<string, number>()
  readonly #rejected = new Map<string, number>()
  #rejectedUntil = 0
  readonly #load: (gate: LoginGate) => Promise<void>
  #loaded: Promise<void> | null = null

  constructor(load: (gate: LoginGate) => Promise<void>) {
    this.#load = load
  }

  /** Returns a function that releases the place, or 429 if none is free. */
  async enter({ address, device }: StatedPlace): Promise<(() => void) | Failure> {
    await this.#loadOnce()
    const source = sourceOf(address)
    const account = [...this.#accounts(source), ...this.#accounts(device)].find((one) =>
      this.#has(one, limits.loginsInsidePerAccount),
    )
    if (account) return this.#take([account])
    const stranger = `from ${source}`
    const isFree =
      this.#has('strangers', limits.loginsInsideOfStrangers) &&
      this.#has(stranger, limits.loginsInsideOfStrangers / 2)
    if (isFree) return this.#take(['strangers', stranger])
    if (this.#countRejection(source) > rejectedAtOnce)
      await new Promise((go) => setTimeout(go, rejectedLater).unref())
    return fail('request.tooMany', { message: 'accounts.loginBusy', retryAfter })
  }

  /** Records that an account signed in from there. */
  note({ address, device }: StatedPlace, accountId: string): void {
    for (const place of [sourceOf(address), device]) {
      if (place === '') continue
      const accounts = this.#accountsAt.get(place) ?? new Set()
      if (accounts.size < accountsOfPlaceMax) accounts.add(accountId)
      this.#accountsAt.delete(place)
      this.#accountsAt.set(place, accounts)
    }
    for (const oldest of this.#accountsAt.keys()) {
      if (this.#accountsAt.size <= placesMax) break
      this.#accountsAt.delete(oldest)
    }
  }

  /** Throws if the places cannot be loaded; the next call loads again, or no login would work until a restart. */
  #loadOnce(): Promise<void> {
    this.#loaded ??= this.#load(this).catch((error) => {
      this.#loaded = null
      throw error
    })
    return this.#loaded
  }

  #countRejection(source: string): number {
    const now = performance.now()
    if (now >= this.#rejectedUntil) {
      this.#rejected.clear()
      this.#rejectedUntil = now + rejectionsForgotten
    }
    const count = (this.#rejected.get(source) ?? 0) + 1
    this.#rejected.set(source, count)
    return count
  }

  #accounts(place: string): ReadonlySet<string> {
    return this.#accountsAt.get(place) ?? new Set()
  }

  #has(name: string, most: number): boolean {
    return (this.#inside.get(name) ?? 0) < most
  }

  #take(names: readonly string[]): () => void {
    for (const name of names) this.#inside.set(name, (this.#inside.get(name) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      for (const name of names) {
        const left = (this.#inside.get(name) ?? 1) - 1
        if (left > 0) this.#inside.set(name, left)
        else this.#inside.delete(name)
      }
    }
  }
}

const gates = new WeakMap<Context['files'], LoginGate>()

/** The gate of an installation. */
export function loginGate({ db, files }: Pick<Context, 'db' | 'files'>): LoginGate {
  const known = gates.get(files)
  if (known) return known
  const made = new LoginGate(async (gate) => {
    const places = await latestPlaces(db)
    for (const { accountId, ...place } of places.reverse()) gate.note(place, accountId)
  })
  gates.set(files, made)
  return made
}
