import { v7 } from 'uuid'
import { publish } from '../store/bus.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { watchPage } from '../store/page-lifecycle.ts'
import { type AnswerChange, recordAnswer, recordEntry, type Turn } from './record-answer.ts'

interface AnswerAside {
  readonly account: string
  readonly change: AnswerChange
}

/** An answer that was given, or a sub-section that was added or removed, and is not in the device's store. */
export type Stashed = AnswerAside | { readonly account: string; readonly row: OutboxRow }

interface SetAside {
  readonly answers: readonly AnswerAside[]
  readonly entries: readonly OutboxRow[]
}

interface Writers {
  /** What is not in the store yet, and may be put there by other pages from now on. */
  offer(): readonly Stashed[]
  /** Another page has put these into the store. */
  taken(given: ReadonlySet<Stashed>): void
}

interface Kept {
  readonly key: string
  readonly given: ReadonlySet<Stashed>
}

const prefix = 'fieldbook-aside-'
/** Of this page alone, so that no two write over each other. */
const own = prefix + v7()
let writers: Writers = { offer: () => [], taken: () => undefined }
let kept: Kept | null = null
let count = 0

export function stashFrom(all: Writers): void {
  writers = all
}

/**
 * A page that is left has no time for its store, and one that is killed never comes back: what is not there yet is put
 * where a page can write in one step. The next page, another tab or this one itself puts it into the store.
 *
 * Each time under a name of its own: whoever is just taking what lay there before takes, and takes away, that alone.
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
    // No room there either: it stays on the screen.
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

/** All of it is in the store. */
export function dropStash(): void {
  if (kept) localStorage.removeItem(kept.key)
  kept = null
}

/** Puts into the store what other pages, which are gone or frozen, could not. */
export async function restoreStash(account: string): Promise<void> {
  for (const key of keysOfOthers()) {
    const { answers, entries } = partOf(key, account)
    // A page that is back meanwhile has put it there itself, and may have gone on from there.
    const turn = (): Turn => (localStorage.getItem(key) === null ? 'over' : 'again')
    // A new sub-section goes in front of what was typed into it; one that goes, behind.
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

/** The account is gone for good. */
export function forgetStash(account: string): void {
  for (const key of keysOfOthers()) forgetPart(key, account)
}

/** Whether something was set aside by another page a moment ago. */
export function isStash({ key, newValue }: StorageEvent): boolean {
  return key?.startsWith(prefix) === true && newValue !== null
}

function asSetAside(given: readonly Stashed[]): SetAside {
  return {
    answers: given.flatMap((one) => ('change' in one ? one : [])),
    entries: given.flatMap((one) => ('row' in one ? one.row : [])),
  }
}

function isAddition({ endpoint }: OutboxRow): boolean {
  return endpoint === 'surveys.addSimilar'
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

/** The page is there again, as it was when it was left: what another one has written meanwhile needs no more writing. */
function back(): void {
  if (!kept || localStorage.getItem(kept.key) !== null) return
  writers.taken(kept.given)
  kept = null
}

watchPage({ back })
if (typeof window !== 'undefined' && 'onpagehide' in window) {
  // Also where the page is not kept.
  addEventListener('pagehide', stashUnsaved)
  // Of an app that is no longer looked at, systems end the page without another word.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && stashUnsaved())
  document.addEventListener('freeze', stashUnsaved)
}
