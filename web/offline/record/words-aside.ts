import { v7 } from 'uuid'
import { tell } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/rows.ts'
import { type AnswerChange, addOnce, recordAnswer } from './record-answer.ts'

/** An answer that was given and is not in the device's store. */
export interface GivenAside {
  readonly account: string
  readonly change: AnswerChange
}

interface SetAside {
  readonly answers: readonly GivenAside[]
  /** Sub-sections that were added or removed. */
  readonly entries: readonly OutboxRow[]
}

interface Writers {
  given(): readonly GivenAside[]
  back(taken: boolean): void
}

const prefix = 'fieldbook-aside-'
/** Of this page alone, so that no two write over each other. */
const own = prefix + v7()
const entries = new Map<string, OutboxRow>()
let writers: Writers = { given: () => [], back: () => undefined }
let kept = false

export function setAsideBy(all: Writers): void {
  writers = all
}

/** Such an entry is set aside with the answers where it is not in the store yet when the page goes. */
export async function setAsideUntil(added: Promise<unknown>, row: OutboxRow): Promise<void> {
  entries.set(row.id, row)
  await added.finally(() => entries.delete(row.id))
}

/**
 * A page that is left has no time for its store, and one that is killed never comes back: what is not there yet is put
 * where a page can write in one step. The next page, another tab or this one itself puts it into the store.
 */
export function setAside(): void {
  const aside: SetAside = { answers: writers.given(), entries: [...entries.values()] }
  if (aside.answers.length + aside.entries.length === 0) {
    dropSetAside()
    return
  }
  try {
    localStorage.setItem(own, JSON.stringify(aside))
    kept = true
  } catch {
    // No room there either: it stays on the screen.
  }
}

/** All of it is in the store. */
export function dropSetAside(): void {
  if (kept) localStorage.removeItem(own)
  kept = false
}

/** Puts into the store what other pages, which are gone or frozen, could not. */
export async function takeSetAside(account: string): Promise<void> {
  for (const key of keysOfOthers()) {
    const { answers, entries } = partOf(key, account)
    for (const row of entries) await onDevice(() => db.transaction('rw', db.outbox, () => addOnce(row)))
    for (const { change } of answers) await recordAnswer(account, change, () => true)
    forgetPart(key, account)
    const surveys = [...answers.map(({ change }) => change.survey), ...entries.map(({ survey }) => survey)]
    for (const survey of new Set(surveys)) {
      tell(account, { kind: 'written', survey })
      tell(account, { kind: 'changed', survey })
    }
    if (surveys.length > 0) tell(account, { kind: 'queue', now: true })
  }
}

/** The account is gone for good. */
export function forgetSetAside(account: string): void {
  for (const key of keysOfOthers()) forgetPart(key, account)
}

/** Whether something was set aside by another page a moment ago. */
export function isSetAside({ key, newValue }: StorageEvent): boolean {
  return key?.startsWith(prefix) === true && newValue !== null
}

function partOf(key: string, account: string, others = false): SetAside {
  const all = read(key)
  const isMine = (one: { readonly account: string }) => (one.account === account) !== others
  return { answers: all.answers.filter(isMine), entries: all.entries.filter(isMine) }
}

function forgetPart(key: string, account: string): void {
  const rest = partOf(key, account, true)
  if (rest.answers.length + rest.entries.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(rest))
}

function keysOfOthers(): string[] {
  if (typeof localStorage === 'undefined') return []
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key !== own)
}

function read(key: string): SetAside {
  const text = localStorage.getItem(key)
  return text === null ? { answers: [], entries: [] } : (JSON.parse(text) as SetAside)
}

/** The page is there again, as it was when it was left. */
export function back(): void {
  const taken = kept && localStorage.getItem(own) === null
  writers.back(taken)
  if (taken) kept = false
}

if (typeof window !== 'undefined' && 'onpagehide' in window) {
  addEventListener('pagehide', setAside)
  addEventListener('pageshow', ({ persisted }) => persisted && back())
  // A tab that is frozen where it stands may be ended without another word.
  document.addEventListener('freeze', setAside)
  document.addEventListener('resume', back)
}
