import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Draft } from '#web/offline/draft/draft.ts'
import { type SurveySync, watchSync } from '#web/offline/outbox/status.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { percents } from './check-picked.ts'
import type { QueuedFile } from './take-in.ts'

/** Uploads that take longer than this may go on without the dialog. */
const slowAfter = 6_000

export interface UploadRow {
  readonly file: QueuedFile
  readonly state: 'preparing' | 'staged' | 'waiting' | 'sending' | 'done' | 'refused'
  readonly percent: number
  readonly speed: number
  readonly problem: string
}

export interface Uploads {
  readonly rows: readonly UploadRow[]
  /** Something is on its way or about to be. Not where it already failed once: nobody waits for the next attempt. */
  readonly running: boolean
  /** May go on without the dialog. */
  readonly slow: boolean
  readonly done: number
  readonly allDone: boolean
}

/** `staged`: ids of the picked files that wait for 'Upload'. */
export function useUploads(
  draft: Draft,
  queued: readonly QueuedFile[],
  staged: ReadonlySet<string>,
): Uploads {
  const local = useSyncExternalStore(draft.subscribe, () => draft.files)
  const progress = useProgress(draft.account)
  const sync = useSurveySync(draft)
  const rows = queued.map((file): UploadRow => {
    const kept = local.get(file.id)
    const item = draft.items.get(file.id)
    // A refused file is set aside in an upload of its own.
    const upload = kept?.upload ?? item?.media_id ?? file.upload
    const base = {
      file: { ...file, upload, size: sizeOf(file, kept, item) },
      percent: 0,
      speed: 0,
      problem: '',
    }
    if (!kept && item) return { ...base, state: 'done', percent: 100 }
    const refused = sync?.refused.find(({ id }) => id === upload)
    if (refused) return { ...base, state: 'refused', problem: refused.problem ?? '' }
    if (staged.has(file.id)) return { ...base, state: 'staged' }
    const part = progress.get(upload)
    if (part && !sync?.failing) {
      const sizes = queued
        .filter((one) => (local.get(one.id)?.upload ?? one.upload) === upload)
        .map(({ id, size }) => ({ id, size: local.get(id)?.size ?? size }))
      return { ...base, state: 'sending', percent: percentOf(file.id, sizes, part), speed: part.speed }
    }
    return { ...base, state: kept?.stage === 'original' && !sync?.failing ? 'preparing' : 'waiting' }
  })
  const unfinished = rows.some(({ state }) => ['preparing', 'waiting', 'sending'].includes(state))
  const missed = sync?.missed ?? false
  const running = unfinished && !missed
  const done = rows.filter(({ state }) => state === 'done').length
  const allDone = rows.length > 0 && done === rows.length
  return { rows, running, slow: useSlow(unfinished, missed), done, allDone }
}

/** What goes or went to the server: the camera's own file was larger, and a size that grows at the end is not believed. */
export function sizeOf(
  picked: { readonly size: number },
  kept: { readonly size: number } | undefined,
  stored: { readonly byte_size: number } | undefined,
): number {
  return kept?.size ?? stored?.byte_size ?? picked.size
}

function percentOf(
  id: string,
  together: readonly { readonly id: string; readonly size: number }[],
  { loaded, total }: UploadProgress,
): number {
  const sizes = together.map(({ size }) => size)
  return percents(sizes, loaded, total)[together.findIndex((one) => one.id === id)] ?? 0
}

function useSurveySync(draft: Draft): SurveySync | null {
  const [sync, setSync] = useState<SurveySync | null>(null)
  useEffect(() => watchSync(draft.account, draft.survey.id, setSync), [draft])
  return sync
}

/**
 * Slow once it took long or failed once, until all is sent: a network that comes and goes must not shut a dialog again
 * under the finger that is about to close it.
 */
function useSlow(unfinished: boolean, missed: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!unfinished) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [unfinished])
  useEffect(() => {
    if (unfinished && missed) setSlow(true)
  }, [unfinished, missed])
  return slow
}

interface UploadProgress {
  readonly loaded: number
  readonly total: number
  /** Bytes a second. */
  readonly speed: number
}

/** How far each upload is, by its id; told by whichever tab is sending. */
function useProgress(account: string): ReadonlyMap<string, UploadProgress> {
  const [progress, setProgress] = useState<ReadonlyMap<string, UploadProgress>>(new Map())
  useEffect(
    () =>
      subscribe(account, (event) => {
        if (event.kind !== 'progress') return
        const { entry, loaded, total, speed } = event
        setProgress((known) => new Map(known).set(entry, { loaded, total, speed }))
      }),
    [account],
  )
  return progress
}
