import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type DeletedCopy, readDeletedInTransaction } from '../incoming/deleted-copy.ts'
import { subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { ListedSurvey } from '../store/rows.ts'
import { readDeviceList } from './device-list.ts'
import { type DeviceSurvey, lastDeletionEntry } from './merge-list.ts'

/** A deleted survey on this device. */
export interface DeletedSurvey {
  readonly id: string
  readonly attributes: ListedSurvey
  readonly deletedAt: string
  readonly until: string
  /** The deletion is unsent. */
  readonly waits: boolean
}

interface DeletedRows {
  readonly kept: DeletedCopy
  /** Surveys whose deletion is unsent. */
  readonly leaving: readonly DeviceSurvey[]
  readonly outbox: readonly OutboxRow[]
  readonly now: number
}

const day = 24 * 3_600_000

/**
 * Merges the server's latest list with this device's unsent deletions and restorations, latest deletion
 * first.
 */
export function mergeDeleted({ kept, leaving, outbox, now }: DeletedRows): readonly DeletedSurvey[] {
  const entries = Map.groupBy(outbox, ({ survey }) => survey)
  const ends = new Map([...entries].map(([id, own]) => [id, lastDeletionEntry(own)]))
  const own = leaving.flatMap(({ id, attributes }): DeletedSurvey[] => {
    const end = ends.get(id)
    if (!end || factsOf(end).survey !== 'deletes') return []
    const until = new Date(Date.parse(end.madeAt) + limits.restoreDays * day).toISOString()
    return [{ id, attributes, deletedAt: end.madeAt, until, waits: true }]
  })
  const there = kept.items
    .filter(({ id, restorable_until }) => !ends.get(id) && Date.parse(restorable_until) > now)
    .map(({ id, deleted_at: deletedAt, restorable_until: until, ...attributes }) => ({
      id,
      attributes,
      deletedAt,
      until,
      waits: false,
    }))
  return [...own, ...there].sort((a, b) => Date.parse(b.deletedAt) - Date.parse(a.deletedAt))
}

export interface DeletedList {
  readonly surveys: readonly DeletedSurvey[]
  /** Last time the server was asked; null = never. */
  readonly checkedAt: string | null
}

export async function readDeletedList(account: string, now = Date.now()): Promise<DeletedList> {
  const { leaving } = await readDeviceList(account)
  return onDevice(() =>
    db.transaction('r', [db.kept, db.outbox], async () => {
      const kept = await readDeletedInTransaction(account)
      const outbox = await db.outbox.where({ account }).toArray()
      return { surveys: mergeDeleted({ kept, leaving, outbox, now }), checkedAt: kept.checkedAt }
    }),
  )
}

/** Subscribes to the list; null until read. */
export function useDeletedList(account: string): DeletedList | null {
  const [list, setList] = useState<DeletedList | null>(null)
  useEffect(() => {
    let ended = false
    const read = async () => {
      // If reading fails, the next change reads again.
      const now = await readDeletedList(account).catch(() => null)
      if (!ended && now) setList(now)
    }
    void read()
    const stop = subscribe(account, ({ kind }) => {
      if (kind !== 'progress' && kind !== 'typed') void read()
    })
    return () => {
      ended = true
      stop()
    }
  }, [account])
  return list
}
