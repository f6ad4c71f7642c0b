import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Draft } from '#web/offline/draft/draft.ts'
import { type SurveySync, watchSync } from '#web/offline/outbox/status.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { percents } from './check-picked.ts'
import type { QueuedFile } from './stage-files.ts'

/** Milliseconds after which an upload may continue without the dialog. */
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
  /** Whether an upload is in progress or about to start. False after a failed attempt. */
  readonly running: boolean
  /** Whether the dialog may close before the upload ends. */
  readonly slow: boolean
  readonly done: number
  readonly allDone: boolean
}

/** Upload progress of the queued files. `staged`: ids of files waiting for 'Upload'. */
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
    // A rejected file is moved to its own upload.
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

/** The size that is or was sent. The original is larger, and a size that grows at the end looks wrong. */
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
 * Whether an upload is slow: it took long or failed once. Stays true until all is sent, so a flaky network cannot
 * disable the close button just before the user presses it.
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
  /** Bytes per second. */
  readonly speed: number
}

/** Upload progress by upload id, reported by the sending tab. */
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
