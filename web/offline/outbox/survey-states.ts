import { useCallback, useSyncExternalStore } from 'react'
import { subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { currentStorageFailure, onStorageFailure } from '../store/storage-failure.ts'
import { isUnverified } from '../store/unverified.ts'
import type { SyncState } from './status.ts'
import { watchRead, watchUnsavedElsewhere } from './unsaved-elsewhere.ts'

/** States of a survey's unconfirmed answers and uploads, by id. */
type States = ReadonlyMap<string, SyncState>

/** Milliseconds between reads, because every edit causes an event. */
const pause = 1_000

/** Milliseconds that a state must last before it is shown. Most answers are on the server earlier. */
const patience = 1_500

interface Watch {
  /** The latest read. */
  read: States
  /** The states shown; null = not read yet. */
  shown: States | null
  /** Answers announced by another tab that are not known to be stored; '' = another change. */
  coming: ReadonlySet<string>
  readonly listeners: Map<string, Set<() => void>>
  count: number
  stop: () => void
}

const watches = new Map<string, Watch>()

export function useItemState(account: string, survey: string, id: string): SyncState | null {
  const subscribe = useCallback(
    (listener: () => void) => subscribeTo(account, survey, id, listener),
    [account, survey, id],
  )
  return useSyncExternalStore(subscribe, () => itemState(account, survey, id))
}

/**
 * Returns 'on the server' unless another state has lasted for a while. Returns null if unknown: not read yet,
 * perhaps not even stored, or unverified after a server rollback.
 */
export function itemState(account: string, survey: string, id: string): SyncState | null {
  const watch = watches.get(keyOf(account, survey))
  if (!watch?.shown) return null
  return watch.shown.get(id) ?? (currentStorageFailure() || watch.coming.has(id) ? null : 'on the server')
}

export function subscribeTo(account: string, survey: string, id: string, listener: () => void): () => void {
  const key = keyOf(account, survey)
  const watch = watches.get(key) ?? begin(account, survey)
  watches.set(key, watch)
  const own = watch.listeners.get(id) ?? new Set()
  watch.listeners.set(id, own.add(listener))
  watch.count += 1
  return () => {
    own.delete(listener)
    watch.count -= 1
    // When the section changes, the next section's fields subscribe a moment later.
    setTimeout(() => {
      if (watch.count > 0 || watches.get(key) !== watch) return
      watch.stop()
      watches.delete(key)
    })
  }
}

function begin(account: string, survey: string): Watch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let settle: ReturnType<typeof setTimeout> | undefined
  let ended = false
  const watch: Watch = {
    read: new Map(),
    shown: null,
    coming: new Set(),
    listeners: new Map(),
    count: 0,
    stop: () => undefined,
  }
  const take = async () => {
    timer = undefined
    const before = watch.read
    const next = await watchRead(readStates(account, survey), () => !ended && show(watch, null))
    if (ended) return
    if (next === null) {
      show(watch, null)
      return soon()
    }
    if (next === 'in doubt') return show(watch, null)
    watch.read = next
    show(watch, watch.shown ? debounceStates(watch.shown, before, next) : next)
    clearTimeout(settle)
    // Show a new state only if it lasts.
    settle = setTimeout(() => show(watch, watch.read), patience)
  }
  const soon = () => {
    timer ??= setTimeout(() => void take(), pause)
  }
  const forget = subscribe(account, (event) => {
    if (
      event.kind === 'queue' ||
      event.kind === 'back' ||
      (event.kind === 'saved' && event.survey === survey)
    )
      soon()
  })
  const tellAll = () => {
    for (const listeners of watch.listeners.values()) for (const listener of listeners) listener()
  }
  const forgetTrouble = onStorageFailure(tellAll)
  const leave = watchUnsavedElsewhere(account, survey, (late) => {
    watch.coming = late
    tellAll()
  })
  watch.stop = () => {
    ended = true
    forget()
    forgetTrouble()
    leave()
    clearTimeout(timer)
    clearTimeout(settle)
  }
  void take()
  return watch
}

/**
 * Debounces the states: a state changes after two equal reads, or at once for rejections and removals. A
 * change that is unsent in two reads is never shown as on the server, even if it alternates between waiting
 * and sending.
 */
export function debounceStates(shown: States, before: States, next: States): States {
  const states = new Map<string, SyncState>()
  for (const [id, state] of next) {
    const lasting = state === 'needs attention' || before.get(id) === state
    const now = lasting ? state : (shown.get(id) ?? (before.has(id) ? state : undefined))
    if (now) states.set(id, now)
  }
  return states
}

function show(watch: Watch, next: States | null): void {
  const before = watch.shown
  if (!before && !next) return
  watch.shown = next
  for (const [id, listeners] of watch.listeners) {
    if (!before || !next || before.get(id) !== next.get(id)) for (const listener of listeners) listener()
  }
}

/** Returns 'in doubt' if the survey is unverified. */
async function readStates(account: string, survey: string): Promise<States | 'in doubt'> {
  return onDevice(() =>
    db.transaction('r', [db.outbox, db.answers, db.kept], async () => {
      if (await isUnverified(account, survey)) return 'in doubt'
      const rows = await db.outbox.where({ account, survey }).toArray()
      const states = new Map<string, SyncState>(rows.map((row) => [row.id, stateOf(row)]))
      for (const state of ['on this device', 'sending', 'needs attention'] as const) {
        const saves = rows.filter((row) => factsOf(row).collects === 'answers' && stateOf(row) === state)
        // Read only keys, because a day has many answers.
        const keys = await db.answers
          .where('entry')
          .anyOf(saves.map(({ id }) => id))
          .primaryKeys()
        for (const [, id] of keys) states.set(id, state)
      }
      return states
    }),
  )
}

function stateOf({ state }: OutboxRow): SyncState {
  if (state === 'parked') return 'needs attention'
  return state === 'sending' ? 'sending' : 'on this device'
}

function keyOf(account: string, survey: string): string {
  return `${account} ${survey}`
}
