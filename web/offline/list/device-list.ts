import { useCallback, useSyncExternalStore } from 'react'
import { accountRows } from '../store/account-rows.ts'
import { readAccountValue } from '../store/account-values.ts'
import { subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { unverifiedSurveys } from '../store/unverified.ts'
import { type MergedList, mergeList } from './merge-list.ts'
import { rowsOf } from './store-page.ts'

export interface DeviceList extends MergedList {
  /** The device has the whole list as of `checkedAt`. */
  readonly whole: boolean
  /** Last time the list was checked; null = never. */
  readonly checkedAt: string | null
}

/** Returns every survey of the account that this device knows. */
export async function readDeviceList(account: string): Promise<DeviceList> {
  const mark = await readAccountValue(account, 'list')
  const whole = mark !== null
  const rows = await onDevice(() =>
    db.transaction('r', [db.listed, db.copies, db.templates, db.outbox, db.kept], async () => {
      const [listed, surveys, templates, outbox] = await Promise.all([
        rowsOf(account),
        accountRows(db.copies, account).toArray(),
        accountRows(db.templates, account).primaryKeys(),
        db.outbox.where({ account }).toArray(),
      ])
      const doubted = new Set((await unverifiedSurveys(account)).map(({ id }) => id))
      return { listed, surveys, templates: new Set(templates.map(([, id]) => id)), outbox, doubted }
    }),
  )
  return { ...mergeList({ ...rows, whole }), whole, checkedAt: mark?.checkedAt ?? null }
}

/** Milliseconds to batch changes into one read. */
const pause = 120

interface FollowedList extends DeviceList {
  /** Ids that were in the list and are gone, so earlier server results about them are outdated. */
  readonly forgotten: ReadonlySet<string>
  /** Read before the current screen opened; a newer list follows. */
  readonly stale: boolean
}

let current: { readonly account: string; readonly list: FollowedList | null } | null = null
const listeners = new Set<() => void>()
let stop: (() => void) | null = null

/** Subscribes to the device's list; null until read. */
export function useDeviceList(account: string): FollowedList | null {
  // A stable function: a new one per render would resubscribe, read and render forever.
  const subscribeTo = useCallback((listener: () => void) => watchList(account, listener), [account])
  return useSyncExternalStore(subscribeTo, () => (current?.account === account ? current.list : null))
}

function watchList(account: string, listener: () => void): () => void {
  if (current?.account !== account) {
    stop?.()
    stop = null
    current = { account, list: null }
  }
  listeners.add(listener)
  stop ??= follow(account)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
    if (current?.list) current = { ...current, list: { ...current.list, stale: true } }
  }
}

function forgottenSince(before: FollowedList | null, now: MergedList): ReadonlySet<string> {
  const known = before ? [...before.surveys, ...before.leaving].map(({ id }) => id) : []
  const present = new Set([...now.surveys, ...now.leaving].map(({ id }) => id))
  return new Set([...(before?.forgotten ?? []), ...known].filter((id) => !present.has(id)))
}

function follow(account: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  const read = async () => {
    timer = undefined
    // If reading fails, the next change reads again.
    const list = await readDeviceList(account).catch(() => null)
    if (ended || !list) return
    const forgotten = forgottenSince(current?.list ?? null, list)
    current = { account, list: { ...list, forgotten, stale: false } }
    for (const listener of listeners) listener()
  }
  const forget = subscribe(account, ({ kind }) => {
    if (kind !== 'progress' && kind !== 'typed') timer ??= setTimeout(() => void read(), pause)
  })
  void read()
  return () => {
    ended = true
    clearTimeout(timer)
    forget()
  }
}
