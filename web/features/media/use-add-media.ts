import { useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAskBeforeLeaving } from '#web/lib/page/use-ask-before-leaving.ts'
import { turned } from '#web/lib/picture/turn.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { removeMedia, replacePhoto, sendShots, sendStaged } from '#web/offline/draft/draft-actions.ts'
import { type Gathered, stagedFiles } from '#web/offline/record/record-shots.ts'
import { withoutRoom } from '#web/offline/storage/room.ts'
import { noted } from '#web/offline/store/journal.ts'
import { currentTrouble } from '#web/offline/store/trouble.ts'
import { checkPicked, sentence } from './check-picked.ts'
import type { FileRules } from './file-rules.ts'
import { lookInside } from './look-inside.ts'
import { type Chosen, drawPictures, type QueuedFile, takeIn } from './take-in.ts'
import { useNotice } from './use-notice.ts'
import { type UploadRow, type Uploads, useUploads } from './use-uploads.ts'

export interface MediaField {
  readonly draft: Draft
  readonly place: FieldPlace & { readonly answer: string }
  /** Uploads that the field has used up. */
  readonly used: number
  readonly rules: FileRules
}

export interface AddingMedia {
  /** How many files were picked and wait on the device for 'Upload'. */
  readonly staged: number
  readonly uploads: Uploads
  readonly problems: readonly string[]
  readonly notice: string
  readonly reading: boolean
  /** `shot`: the camera took them this moment; more may follow into the same upload. Returns how many were stored. */
  readonly pick: (files: readonly File[], shot?: boolean) => Promise<number>
  /** Shots that wait on the device for more of them. */
  readonly shots: number
  readonly sendShots: () => void
  readonly dropAll: () => void
  readonly remove: (file: QueuedFile) => void
  /** Another shot in the place of one that waits. */
  readonly retake: (file: QueuedFile, files: readonly File[]) => void
  /** A photo that waits, by a quarter to the right. */
  readonly turn: (id: string) => void
  readonly mayTurn: (row: UploadRow) => boolean
  readonly upload: () => void
}

const none: ReadonlySet<string> = new Set()

/**
 * Picks files, checks them and stores them on the device at once, from where they leave. `atOnce`: without waiting for
 * 'Upload'. Files that an earlier page left waiting for it are offered again.
 */
export function useAddMedia({ draft, place, used, rules }: MediaField, atOnce: boolean): AddingMedia {
  const [queued, setQueued] = useState<readonly QueuedFile[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [reading, setReading] = useState(false)
  const [notice, showNotice] = useNotice()
  const [gathering, setGathering] = useState(none)
  const [waiting, setWaiting] = useState(none)
  const originals = useRef(new Map<string, File>())
  const uploads = useUploads(draft, queued, { gathering, staged: waiting })
  const count = (wanted: UploadRow['state']) => uploads.rows.filter(({ state }) => state === wanted).length
  const shots = count('gathering')
  const staged = count('staged')
  const { answer } = place
  useEffect(() => {
    let isLeft = false
    stagedFiles(draft.account, draft.survey.id, answer).then((files) => {
      if (isLeft || files.length === 0) return
      setQueued((known) => [...files.filter(({ id }) => known.every((one) => one.id !== id)), ...known])
      setWaiting((known) => new Set([...files.map(({ id }) => id), ...known]))
    }, noted('files that wait for their upload'))
    return () => {
      isLeft = true
    }
  }, [draft, answer])
  // Closed now, the page would take along what it is still reading.
  useAskBeforeLeaving(reading)
  const latest = useRef(() => {})
  latest.current = () => {
    if (shots > 0) void sendShots(draft, place.answer)
  }
  // Whoever leaves takes no more of them.
  useEffect(() => () => latest.current(), [])

  async function busily<Result>(work: () => Promise<Result>): Promise<Result> {
    setReading(true)
    return work().finally(() => setReading(false))
  }

  /** How many files were put onto the device. */
  function take(
    files: readonly File[],
    gathered: Gathered | undefined,
    { description = '', replaced = 0 } = {},
  ): Promise<number> {
    return busily(async () => {
      const open = gathered === 'shots' ? shots : gathered === 'staged' ? staged : 0
      // Its upload is one of those used, and takes more.
      const joins = open > 0 && open < limits.filesPerUpload
      const looked = await Promise.all(files.map(async (file) => ({ file, found: await lookInside(file) })))
      const checked = checkPicked(looked, {
        ...rules,
        // The field counts them already, and so does `chosen`.
        left: rules.left + replaced + staged,
        used: joins ? used - 1 : used,
        chosen: staged,
      })
      // Ids in the order of picking: they are what photos are ordered by.
      const tooLarge = await withoutRoom(checked.accepted)
      const fresh = checked.accepted
        .filter((one) => !tooLarge.has(one))
        .map((one): Chosen => ({ ...one, id: v7(), description }))
      const found = [...checked.problems, ...noRoom([...tooLarge].map(({ file }) => file))]
      setProblems(found)
      return fresh.length > 0 ? store(fresh, found, gathered) : 0
    })
  }

  async function store(
    files: readonly Chosen[],
    found: readonly string[],
    gathered: Gathered | undefined,
  ): Promise<number> {
    const { queued: taken, unreadable, unkept } = await takeIn(draft, place, files, gathered)
    for (const { id, file } of files) originals.current.set(id, file)
    const withTaken = (known: ReadonlySet<string>) => new Set([...known, ...taken.map(({ id }) => id)])
    if (gathered === 'shots') setGathering(withTaken)
    if (gathered === 'staged') setWaiting(withTaken)
    setQueued((known) => [...known, ...taken])
    setProblems([...found, ...sentence('media.unreadable', unreadable), ...notKept(unkept)])
    return taken.length
  }

  function sayRemoved({ kind, name }: { readonly kind: 'photo' | 'video'; readonly name: string }): void {
    showNotice(t(kind === 'photo' ? 'media.removedPicture' : 'media.removedVideo', { name }))
  }

  async function remove(file: QueuedFile): Promise<boolean> {
    if (!(await removeMedia(draft, [{ place, target: file }]))) return false
    setQueued((known) => known.filter(({ id }) => id !== file.id))
    return true
  }

  /** The new one is there before the old one goes: an upload that is emptied would be given up. */
  async function retake(file: QueuedFile, files: readonly File[]): Promise<boolean> {
    const description = draft.files.get(file.id)?.description ?? file.description
    return (await take(files, 'shots', { description, replaced: 1 })) > 0 && remove(file)
  }

  function turn(id: string): Promise<void> {
    return busily(async () => {
      const file = originals.current.get(id)
      const upright = file && (await turned(file))
      if (!upright) return setProblems(sentence('media.unreadable', file ? [file] : []))
      const bytes = await upright.arrayBuffer()
      if (!(await replacePhoto(draft, id, { bytes, type: upright.type }))) return
      originals.current.set(id, upright)
      await drawPictures(draft, new Set([id]), new Map([[{ id, kind: 'photo', file: upright }, bytes]]))
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
    pick: (files, shot = false) => take(files, shot ? 'shots' : atOnce ? undefined : 'staged'),
    shots,
    sendShots: () => {
      setGathering(none)
      void sendShots(draft, place.answer)
    },
    dropAll: () => void dropAll(),
    remove: (file) => void remove(file).then((gone) => gone && sayRemoved(file)),
    retake: (file, files) => void retake(file, files).then((gone) => gone && sayRemoved(file)),
    turn: (id) => void turn(id),
    mayTurn: ({ file, state }) =>
      state === 'gathering' ||
      (state === 'staged' && file.kind === 'photo' && originals.current.has(file.id)),
    upload: () => void upload(),
  }
}

function noRoom(files: readonly File[]): readonly string[] {
  return files.map(({ name }) => t('media.deviceFull', { name }))
}

/** The device has just said why. */
function notKept(files: readonly File[]): readonly string[] {
  if (currentTrouble() === 'full') return noRoom(files)
  return files.map(({ name }) => t('media.couldNotKeep', { name }))
}
