import { v7 } from 'uuid'
import { publish } from '../store/bus.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { watchPage } from '../store/page-lifecycle.ts'
import { type AnswerChange, type Attempt, recordAnswer, recordEntry } from './record-answer.ts'

interface AnswerAside {
  readonly account: string
  readonly change: AnswerChange
}

/** An edit, or an added or removed sub-section, that is not in the database yet. */
export type Stashed = AnswerAside | { readonly account: string; readonly row: OutboxRow }

interface SetAside {
  readonly answers: readonly AnswerAside[]
  readonly entries: readonly OutboxRow[]
}

interface Writers {
  /** Returns unstored changes. From then on, other pages may store them. */
  offer(): readonly Stashed[]
  /** Another page has stored these. */
  taken(given: ReadonlySet<Stashed>): void
}

interface Kept {
  readonly key: string
  readonly given: ReadonlySet<Stashed>
}

const prefix = 'fieldbook-aside-'
/** Unique to this page, so that pages don't overwrite each other. */
const own = prefix + v7()
let writers: Writers = { offer: () => [], taken: () => undefined }
let kept: Kept | null = null
let count = 0

export function stashFrom(all: Writers): void {
  writers = all
}

/**
 * Saves unstored changes to local storage, because a page that is left can't wait for the database and may be
 * killed. The next page, another tab or this one stores them later. Each call uses a new key, so a page that
 * is restoring an earlier stash deletes only that one.
 */
export function stashUnsaved(): void {
  const given = writers.offer()
  if (given.length === 0) {
    dropStash()
    return
  }
  if (isKept(given)) return
  count += 1
  const key = `${own}-${count}`
  try {
    localStorage.setItem(key, JSON.stringify(asSetAside(given)))
  } catch {
    // No room: the changes stay on the screen.
    return
  }
  dropStash()
  kept = { key, given: new Set(given) }
}

function isKept(given: readonly Stashed[]): boolean {
  if (!kept || given.length !== kept.given.size || localStorage.getItem(kept.key) === null) return false
  const { given: before } = kept
  return given.every((one) => before.has(one))
}

/** Deletes this page's stash once everything is stored. */
export function dropStash(): void {
  if (kept) localStorage.removeItem(kept.key)
  kept = null
}

/** Stores the stashes of other pages, which are gone or frozen. */
export async function restoreStash(account: string): Promise<void> {
  for (const key of keysOfOthers()) {
    const { answers, entries } = partOf(key, account)
    // A page that returned meanwhile has stored it itself and may have continued.
    const turn = (): Attempt => (localStorage.getItem(key) === null ? 'superseded' : 'retry')
    // Additions precede the answers in them; removals follow.
    for (const row of entries.filter(isAddition)) await recordEntry(row, turn)
    for (const { change } of answers) await recordAnswer(account, change, turn)
    for (const row of entries.filter((one) => !isAddition(one))) await recordEntry(row, turn)
    forgetPart(key, account)
    const surveys = [...answers.map(({ change }) => change.survey), ...entries.map(({ survey }) => survey)]
    for (const survey of new Set(surveys)) {
      publish(account, { kind: 'written', survey })
      publish(account, { kind: 'changed', survey })
    }
    if (surveys.length > 0) publish(account, { kind: 'queue', now: true })
  }
}

/** Deletes an account's stashes. */
export function forgetStash(account: string): void {
  for (const key of keysOfOthers()) forgetPart(key, account)
}

/** Whether a storage event reports a new stash of another page. */
export function isStash({ key, newValue }: StorageEvent): boolean {
  return key?.startsWith(prefix) === true && newValue !== null
}

function asSetAside(given: readonly Stashed[]): SetAside {
  return {
    answers: given.flatMap((one) => ('change' in one ? one : [])),
    entries: given.flatMap((one) => ('row' in one ? one.row : [])),
  }
}

function isAddition(row: OutboxRow): boolean {
  return factsOf(row).subSection === 'adds'
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
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix) && !key.startsWith(own))
}

function read(key: string): SetAside {
  const text = localStorage.getItem(key)
  return text === null ? { answers: [], entries: [] } : (JSON.parse(text) as SetAside)
}

/** When the page returns: a stash that another page has stored needs no more writes. */
function back(): void {
  if (!kept || localStorage.getItem(kept.key) !== null) return
  writers.taken(kept.given)
  kept = null
}

watchPage({ back })
if (typeof window !== 'undefined' && 'onpagehide' in window) {
  // Fires for every page that is left, even without the back/forward cache.
  addEventListener('pagehide', stashUnsaved)
  // Systems kill a hidden app without further events.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && stashUnsaved())
  document.addEventListener('freeze', stashUnsaved)
}
