import { useEffect, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { turned } from '#web/lib/picture/turn.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { removeMedia, sendShots } from '#web/offline/draft/draft-actions.ts'
import { withoutRoom } from '#web/offline/storage/room.ts'
import { currentTrouble } from '#web/offline/store/trouble.ts'
import { checkPicked, sentence } from './check-picked.ts'
import type { FileRules } from './file-rules.ts'
import { lookInside } from './look-inside.ts'
import { type Chosen, type QueuedFile, takeIn } from './take-in.ts'
import { useNotice } from './use-notice.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

export interface MediaField {
  readonly draft: Draft
  readonly place: FieldPlace & { readonly answer: string }
  /** Uploads that the field has used up. */
  readonly used: number
  readonly rules: FileRules
}

export interface AddingMedia {
  /** Picked and checked, not given to the upload yet. */
  readonly chosen: readonly Chosen[]
  readonly uploads: Uploads
  readonly problems: readonly string[]
  readonly notice: string
  readonly reading: boolean
  /**
   * `shot`: taken by the camera this moment, and on the device at once; more may follow into the same upload. Gives how
   * many were put there.
   */
  readonly pick: (files: readonly File[], shot?: boolean) => Promise<number>
  /** Shots that wait on the device for more of them. */
  readonly shots: number
  readonly sendShots: () => void
  readonly describe: (id: string, description: string) => void
  readonly drop: (one: Chosen) => void
  readonly dropAll: () => void
  readonly remove: (file: QueuedFile) => void
  /** Another shot in the place of one that waits. */
  readonly retake: (file: QueuedFile, files: readonly File[]) => void
  /** A photo that waits, by a quarter to the right. */
  readonly turn: (id: string, description?: string) => void
  readonly upload: () => Promise<void>
}

/** Picks files, checks them and puts them on the device; from there they leave. `atOnce`: without being asked for it. */
export function useAddMedia({ draft, place, used, rules }: MediaField, atOnce: boolean): AddingMedia {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [queued, setQueued] = useState<readonly QueuedFile[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [reading, setReading] = useState(false)
  const [notice, showNotice] = useNotice()
  const [gathering, setGathering] = useState<ReadonlySet<string>>(new Set())
  const originals = useRef(new Map<string, File>())
  const uploads = useUploads(draft, queued, gathering)
  const shots = uploads.rows.filter(({ state }) => state === 'gathering').length
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
    shot: boolean,
    { description = '', replaced = 0 } = {},
  ): Promise<number> {
    return busily(async () => {
      // Its upload is one of those used, and takes more.
      const joins = shot && shots > 0 && shots < limits.filesPerUpload
      const looked = await Promise.all(files.map(async (file) => ({ file, found: await lookInside(file) })))
      const checked = checkPicked(looked, {
        ...rules,
        left: rules.left + replaced,
        used: joins ? used - 1 : used,
        chosen: chosen.length,
      })
      // Ids in the order of picking: they are what photos are ordered by.
      const tooLarge = await withoutRoom(checked.accepted)
      const fresh = checked.accepted
        .filter((one) => !tooLarge.has(one))
        .map((one): Chosen => ({ ...one, id: v7(), description }))
      const found = [...checked.problems, ...noRoom([...tooLarge].map(({ file }) => file))]
      setProblems(found)
      if (!atOnce && !shot) setChosen((known) => [...known, ...fresh])
      else if (fresh.length > 0) return give(fresh, found, shot)
      return 0
    })
  }

  async function give(files: readonly Chosen[], found: readonly string[], shot = false): Promise<number> {
    const { queued: taken, unreadable, unkept } = await takeIn(draft, place, files, shot)
    for (const { id, file } of files) originals.current.set(id, file)
    if (shot) setGathering((known) => new Set([...known, ...taken.map(({ id }) => id)]))
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
  async function replace(
    file: QueuedFile,
    files: readonly File[],
    description = draft.files.get(file.id)?.description ?? file.description,
  ): Promise<boolean> {
    return (await take(files, true, { description, replaced: 1 })) > 0 && remove(file)
  }

  async function turn(id: string, description?: string): Promise<void> {
    const picked = chosen.find((one) => one.id === id)?.file
    const file = picked ?? originals.current.get(id)
    const upright = file && (await busily(() => turned(file)))
    if (!upright) return setProblems(sentence('media.unreadable', file ? [file] : []))
    if (picked)
      return setChosen((known) => known.map((one) => (one.id === id ? { ...one, file: upright } : one)))
    const waiting = queued.find((one) => one.id === id)
    if (waiting) await replace(waiting, [upright], description)
  }

  return {
    chosen,
    uploads,
    problems,
    notice,
    reading,
    pick: (files, shot = false) => take(files, shot),
    shots,
    sendShots: () => {
      setGathering(new Set())
      void sendShots(draft, place.answer)
    },
    describe: (id, description) =>
      setChosen((known) => known.map((one) => (one.id === id ? { ...one, description } : one))),
    drop: (one) => {
      setChosen((known) => known.filter(({ id }) => id !== one.id))
      sayRemoved({ kind: one.kind, name: one.file.name })
    },
    dropAll: () => setChosen([]),
    remove: (file) => void remove(file).then((gone) => gone && sayRemoved(file)),
    retake: (file, files) => void replace(file, files).then((gone) => gone && sayRemoved(file)),
    turn: (id, description) => void turn(id, description),
    upload: () =>
      busily(async () => {
        setChosen([])
        await give(chosen, [])
      }),
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
