import { useEffect, useState } from 'react'
import { type SerialReads, serialReads } from '#web/lib/http/serial-reads.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { isOnlyHere } from '#web/offline/incoming/server-copy.ts'
import { type RemovedPart, readRemovedParts } from '#web/offline/record/restore-part.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { logError } from '#web/offline/store/journal.ts'
import { useDraft, useSurvey } from '../draft-context.ts'
import type { DeletedPart } from './deleted-calls.ts'

/** Milliseconds between two reads. */
const readInterval = 1_000

export interface DeletedItem extends RemovedPart {
  /** Number of its answers and files; null = known only to the server. */
  readonly holds: { readonly answers: number; readonly files: number } | null
}

export interface DeletedParts {
  /** Most recently deleted first. */
  readonly parts: readonly DeletedItem[]
  /** True if the server's list could not be loaded. */
  readonly unread: boolean
  readonly read: () => void
}

/** A section's deleted sub-sections that can be restored: the server's, and unsent deletions of this device. */
export function useDeletedParts(sectionId: string): DeletedParts {
  const draft = useDraft()
  const { account } = draft
  const { id } = draft.survey
  const there = useSurvey(
    ({ sections }) =>
      sections
        .find((section) => section.id === sectionId)
        ?.subSections.map((part) => part.id)
        .join(' ') ?? '',
  )
  const [own, setOwn] = useState<readonly RemovedPart[]>([])
  const [deleted, setDeleted] = useState<readonly DeletedPart[] | null>(null)
  const [reading, setReading] = useState<SerialReads | null>(null)
  useEffect(() => {
    if (draft.serverHead === null) return
    let left = false
    let known: readonly RemovedPart[] = []
    const server = serialReads(async () => {
      if (await isOnlyHere(account, id)) return true
      const { readDeleted } = await import('./deleted-calls.ts')
      const read = await readDeleted(id, sectionId)
      if (read.deleted && !left) setDeleted(read.deleted)
      return read.isFinal
    }, readInterval)
    const look = async () => {
      const found = await readRemovedParts(account, id, sectionId).catch(logError('deleted parts'))
      if (!found || left) return
      // The outbox sent a deletion, so the server's list has changed.
      const sent = known.some((one) => !found.some((other) => other.id === one.id))
      known = found
      setOwn(found)
      if (sent) void server.ask()
    }
    const forget = subscribe(account, (event) => {
      // Not on every keystroke: only after events that may change the list.
      if (event.kind === 'queue' && known.length > 0) void look()
      if (event.kind === 'edited' && event.survey === id) void draft.written().then(look)
      if (event.kind === 'elsewhere' && event.survey === id) void server.ask()
    })
    const online = () => void (server.behind() && server.ask())
    window.addEventListener('online', online)
    const begin = afterFirstScreen(() => {
      setReading(server)
      void look()
      void server.ask()
    })
    return () => {
      left = true
      begin()
      server.end()
      forget()
      window.removeEventListener('online', online)
    }
  }, [draft, account, id, sectionId])
  return {
    parts: merged(own, deleted ?? [], new Set(there.split(' '))),
    unread: deleted === null || reading?.behind() === true,
    read: () => void reading?.ask(),
  }
}

/** Merges both lists. An unsent change on this device overrides the server's state. */
function merged(
  own: readonly RemovedPart[],
  deleted: readonly DeletedPart[],
  there: ReadonlySet<string>,
): readonly DeletedItem[] {
  const waiting = new Map(own.map((one) => [one.id, one]))
  const onServer = deleted.map(({ id, attributes }): DeletedItem => {
    const { sub_section_title: called, deleted_at: at, answers, files } = attributes
    return { id, called, at, returns: waiting.get(id)?.returns ?? false, holds: { answers, files } }
  })
  const known = new Set(onServer.map(({ id }) => id))
  const more = own
    .filter(({ id, returns }) => !known.has(id) && !returns)
    .map((one): DeletedItem => ({ ...one, holds: null }))
  return [...more, ...onServer].filter(({ id }) => !there.has(id))
}
