import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAskBeforeLeaving } from '#web/lib/page/use-ask-before-leaving.ts'
import { turned } from '#web/lib/picture/turn.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { removeMedia, replacePhoto, sendStaged } from '#web/offline/draft/draft-actions.ts'
import { stagedFiles } from '#web/offline/record/record-shots.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { logError } from '#web/offline/store/journal.ts'
import { admitFiles, storeProblems } from './admit-files.ts'
import { messageWithNames } from './check-picked.ts'
import type { FileRules } from './file-rules.ts'
import { createThumbnails, type QueuedFile, stageFiles } from './stage-files.ts'
import { useNotice } from './use-notice.ts'
import { type UploadRow, type Uploads, useUploads } from './use-uploads.ts'

export interface MediaField {
  readonly draft: Draft
  readonly place: FieldPlace & { readonly answer: string }
  /** Uploads the field has used. */
  readonly used: number
  readonly rules: FileRules
}

export interface AddingMedia {
  /** Number of files waiting for 'Upload'. */
  readonly staged: number
  readonly uploads: Uploads
  readonly problems: readonly string[]
  readonly notice: string
  readonly reading: boolean
  readonly pick: (files: readonly File[]) => Promise<void>
  readonly dropAll: () => void
  readonly remove: (file: QueuedFile) => void
  /** Rotates a waiting photo 90° clockwise. */
  readonly turn: (id: string) => void
  readonly mayTurn: (row: UploadRow) => boolean
  readonly upload: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Checks picked files and stores them on the device, from which they are uploaded. `atOnce`: uploads without waiting
 * for 'Upload'. Files that an earlier page left waiting are restored.
 */
export function useAddMedia({ draft, place, used, rules }: MediaField, atOnce: boolean): AddingMedia {
  const [queued, setQueued] = useState<readonly QueuedFile[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [reading, setReading] = useState(false)
  const [notice, showNotice] = useNotice()
  const [waiting, setWaiting] = useState(none)
  const originals = useRef(new Map<string, File>())
  const uploads = useUploads(draft, queued, waiting)
  const staged = uploads.rows.filter(({ state }) => state === 'staged').length
  const { answer } = place
  useEffect(() => {
    let isLeft = false
    stagedFiles(draft.account, draft.survey.id, answer).then((files) => {
      if (isLeft || files.length === 0) return
      setQueued((known) => [...files.filter(({ id }) => known.every((one) => one.id !== id)), ...known])
      setWaiting((known) => new Set([...files.map(({ id }) => id), ...known]))
    }, logError('staged files'))
    return () => {
      isLeft = true
    }
  }, [draft, answer])
  // 'Send now', in any tab, also ends the wait.
  useEffect(() => {
    if (waiting.size === 0) return
    let isLeft = false
    const read = async () => {
      const files = await stagedFiles(draft.account, draft.survey.id, answer)
      const staying = new Set(files.map(({ id }) => id))
      // Ignore files picked after this read started.
      const isOver = (id: string) => waiting.has(id) && !staying.has(id)
      if (!isLeft && [...waiting].some(isOver))
        setWaiting((known) => new Set([...known].filter((id) => !isOver(id))))
    }
    const stop = subscribe(draft.account, ({ kind }) => {
      if (kind === 'queue') read().catch(logError('staged files'))
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [draft, answer, waiting])
  // Closing the page now would lose files that are still being read.
  useAskBeforeLeaving(reading)

  async function busily<Result>(work: () => Promise<Result>): Promise<Result> {
    setReading(true)
    return work().finally(() => setReading(false))
  }

  function pick(files: readonly File[]): Promise<void> {
    return busily(async () => {
      // The waiting upload is already counted as used, and takes more files.
      const joins = staged > 0 && staged < limits.filesPerUpload
      const { chosen, problems: refused } = await admitFiles(files, {
        ...rules,
        // The field already counts the staged files, and `chosen` counts them again.
        left: rules.left + staged,
        used: joins ? used - 1 : used,
        chosen: staged,
      })
      setProblems(refused)
      if (chosen.length === 0) return
      const taken = await stageFiles(draft, place, chosen, atOnce ? undefined : 'staged')
      for (const { id, file } of chosen) originals.current.set(id, file)
      if (!atOnce) setWaiting((known) => new Set([...known, ...taken.queued.map(({ id }) => id)]))
      setQueued((known) => [...known, ...taken.queued])
      setProblems([...refused, ...storeProblems(taken)])
    })
  }

  function sayRemoved({ kind, name }: { readonly kind: 'photo' | 'video'; readonly name: string }): void {
    showNotice(t(kind === 'photo' ? 'media.removedPicture' : 'media.removedVideo', { name }))
  }

  async function remove(file: QueuedFile): Promise<boolean> {
    if (!(await removeMedia(draft, [{ place, target: file }]))) return false
    setQueued((known) => known.filter(({ id }) => id !== file.id))
    return true
  }

  function turn(id: string): Promise<void> {
    return busily(async () => {
      const file = originals.current.get(id)
      const upright = file && (await turned(file))
      if (!upright) return setProblems(messageWithNames('media.unreadable', file ? [file] : []))
      const bytes = await upright.arrayBuffer()
      if (!(await replacePhoto(draft, id, { bytes, type: upright.type }))) return
      originals.current.set(id, upright)
      await createThumbnails(draft, new Set([id]), new Map([[{ id, kind: 'photo', file: upright }, bytes]]))
    })
  }

  function dropAll(): Promise<void> {
    return busily(async () => {
      const dropped = uploads.rows.filter(({ state }) => state === 'staged').map(({ file }) => file)
      if (
        !(await removeMedia(
          draft,
          dropped.map((target) => ({ place, target })),
        ))
      )
        return
      const ids = new Set(dropped.map(({ id }) => id))
      setQueued((known) => known.filter(({ id }) => !ids.has(id)))
    })
  }

  async function upload(): Promise<void> {
    if (await busily(() => sendStaged(draft, place.answer))) setWaiting(none)
  }

  return {
    staged,
    uploads,
    problems,
    notice,
    reading,
    pick,
    dropAll: () => void dropAll(),
    remove: (file) => void remove(file).then((gone) => gone && sayRemoved(file)),
    turn: (id) => void turn(id),
    mayTurn: ({ file, state }) =>
      state === 'staged' && file.kind === 'photo' && originals.current.has(file.id),
    upload: () => void upload(),
  }
}
