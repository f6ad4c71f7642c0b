import { useEffect, useState, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import { say } from '#web/lib/say.ts'
import type { Draft } from '#web/offline/draft.ts'
import { removeMedia } from '#web/offline/draft-actions.ts'
import { type SurveySync, watchSync } from '#web/offline/status.ts'
import { percents } from './check-picked.ts'
import type { QueuedFile } from './take-in.ts'
import { type UploadProgress, useProgress } from './use-progress.ts'

/** Uploads that take longer than this may go on without the dialog. */
const slowAfter = 6_000

export interface UploadRow {
  readonly file: QueuedFile
  readonly state: 'preparing' | 'waiting' | 'sending' | 'done' | 'refused'
  readonly percent: number
  readonly speed: number
  readonly problem: string
}

export interface Uploads {
  readonly rows: readonly UploadRow[]
  readonly sending: boolean
  readonly slow: boolean
  readonly allDone: boolean
  readonly notice: string
  readonly remove: (file: QueuedFile) => void
}

export function useUploads(
  draft: Draft,
  place: { readonly subSection: string; readonly answer: string },
  queued: readonly QueuedFile[],
): Uploads {
  const local = useSyncExternalStore(draft.subscribe, () => draft.files)
  const progress = useProgress(draft.account)
  const sync = useSurveySync(draft)
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [notice, setNotice] = useNotice()
  const refused = new Map(sync?.refused.map(({ id, problem }) => [id, problem ?? '']) ?? [])
  const rows = queued
    .filter(({ id }) => !removed.has(id))
    .map((file): UploadRow => {
      const kept = local.get(file.id)
      const problem = refused.get(file.upload)
      const part = progress.get(file.upload)
      const base = {
        file: { ...file, size: kept?.size ?? file.size },
        percent: 0,
        speed: 0,
        problem: problem ?? '',
      }
      if (!kept && draft.items.has(file.id)) return { ...base, state: 'done', percent: 100 }
      if (problem !== undefined) return { ...base, state: 'refused' }
      if (part && !sync?.failing) {
        return {
          ...base,
          state: 'sending',
          percent: percentOf(file, queued, part, (id) => local.get(id)?.size),
          speed: part.speed,
        }
      }
      return { ...base, state: kept?.stage === 'original' && !sync?.failing ? 'preparing' : 'waiting' }
    })
  const sending = !sync?.failing && rows.some(({ state }) => state === 'sending' || state === 'preparing')
  const slow = useLasting(sending, slowAfter)
  function remove(file: QueuedFile) {
    setRemoved((known) => new Set(known).add(file.id))
    setNotice(say(file.kind === 'photo' ? 'media.removedPicture' : 'media.removedVideo', { name: file.name }))
    void removeMedia(draft, place, file)
  }
  return {
    rows,
    sending,
    slow,
    allDone: rows.length > 0 && rows.every(({ state }) => state === 'done'),
    notice,
    remove,
  }
}

function percentOf(
  file: QueuedFile,
  queued: readonly QueuedFile[],
  { loaded, total }: UploadProgress,
  sizeOf: (id: string) => number | undefined,
): number {
  const together = queued.filter(({ upload }) => upload === file.upload)
  const sizes = together.map(({ id, size }) => sizeOf(id) ?? size)
  return percents(sizes, loaded, total)[together.indexOf(file)] ?? 0
}

function useSurveySync(draft: Draft): SurveySync | null {
  const [sync, setSync] = useState<SurveySync | null>(null)
  useEffect(() => watchSync(draft.account, draft.survey.id, setSync), [draft])
  return sync
}

/** A short word that goes by itself. */
function useNotice(): [string, (text: string) => void] {
  const [notice, setNotice] = useState('')
  useEffect(() => {
    if (notice === '') return
    const timer = setTimeout(() => setNotice(''), limits.removedNotice)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice, setNotice]
}

function useLasting(on: boolean, time: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!on) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), time)
    return () => clearTimeout(timer)
  }, [on, time])
  return lasting
}
