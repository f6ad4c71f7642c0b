import type { Database } from '../database.ts'
import { logError } from '../journal.ts'
import { openStore } from '../open-store.ts'
import { isSuspended, watchPage } from '../page-lifecycle.ts'
import { followRows } from '../row-hooks.ts'
import { countCommit } from './commit-number.ts'
import { createOwner, type Owner } from './record-owner.ts'
import { type Change, dropChange, putChange, recordedTables } from './recorded-rows.ts'

const lockName = 'fieldbook-unsent-record'
/** Milliseconds. An owner that doesn't reply in time is frozen, and another tab takes its place. */
const patience = 3_000

type Message = { readonly changes: readonly Change[] } | { readonly restored: string } | 'received'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(lockName)
let owner: Owner | null = null
let isStarted = false
let silence: ReturnType<typeof setTimeout> | undefined

/**
 * Records unsent work outside of IndexedDB as soon as its transaction has committed. One tab owns the record;
 * the others send it their changes. No work waits for it or fails because of it.
 */
export function recordUnsentWork(database: Database): void {
  const open = new WeakMap<IDBTransaction, Change[]>()
  const collect = (change: Change, { idbtrans }: { readonly idbtrans: IDBTransaction }) => {
    const known = open.get(idbtrans)
    if (known) return void known.push(change)
    const changes = [change]
    open.set(idbtrans, changes)
    let commit: number | undefined
    countCommit(idbtrans, (number) => {
      commit = number
    })
    idbtrans.addEventListener('complete', () =>
      deliver(
        database,
        changes.map((one) => ({ ...one, commit })),
      ),
    )
  }
  for (const name of recordedTables)
    followRows(database.table(name), {
      put: (row, transaction) => collect(putChange(name, row), transaction),
      drop: (row, transaction) => collect(dropChange(name, row), transaction),
    })
}

/** Makes this tab own the record, now or when the current owner is gone. */
export function startRecord(database: Database): void {
  isStarted = true
  if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
  watchPage({ back: () => void request(database) })
  openStore.subscribe(reportRestored)
  void request(database, { ifAvailable: true })
}

function receive(message: Message): void {
  if (message === 'received') {
    clearTimeout(silence)
    silence = undefined
    return
  }
  if (!owner) return
  if ('restored' in message) {
    const store = openStore.get()
    // Without room, this tab could not store an identity either.
    if (store?.unrestored) openStore.set({ ...store, identity: message.restored, unrestored: undefined })
    return
  }
  channel?.postMessage('received' satisfies Message)
  owner.take(message.changes)
}

/** Informs an owner that could not restore an earlier store's work that this tab did. */
function reportRestored(): void {
  const store = openStore.get()
  if (!owner && store && !store.unrestored)
    channel?.postMessage({ restored: store.identity } satisfies Message)
}

function deliver(database: Database, changes: readonly Change[]): void {
  if (!isStarted) return
  if (owner || !channel) {
    owner?.take(changes)
    return
  }
  channel.postMessage({ changes } satisfies Message)
  silence ??= setTimeout(() => {
    silence = undefined
    if (!isSuspended() && document.visibilityState === 'visible') void request(database, { steal: true })
  }, patience)
}

/** Requests ownership. Resolves when it ends. */
async function request(database: Database, options: LockOptions = {}): Promise<void> {
  if (owner) return
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  try {
    // Only a page that starts without an owner compares the record with the store. After an owner was closed
    // or frozen, the record may still list work that another tab has dropped since.
    if (!locks) return await own(database, options.ifAvailable === true)
    const wasFree = await locks.request(lockName, options, async (lock) => {
      if (lock) await own(database, options.ifAvailable === true)
      return lock !== null
    })
    if (!wasFree) void request(database)
  } catch (error) {
    close()
    // This tab didn't reply in time, and another tab took the lock.
    if (error instanceof DOMException && error.name === 'AbortError') void request(database)
    else logError('second record')(error)
  }
}

async function own(database: Database, compares: boolean): Promise<void> {
  // A suspended page releases the lock.
  if (isSuspended()) return
  const away = Promise.withResolvers<void>()
  const forget = watchPage({ away: away.resolve })
  owner = createOwner(database, compares)
  await away.promise
  forget()
  close()
}

function close(): void {
  owner?.close()
  owner = null
}
