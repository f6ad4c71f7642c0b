import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FileKind } from '#survey/fields/kind.ts'
import { useAskBeforeLeaving } from '#web/lib/page/use-ask-before-leaving.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { removeMedia, sendShots } from '#web/offline/draft/draft-actions.ts'
import { roomForShots } from '#web/offline/record/record-shots.ts'
import { admitFiles, storeProblems } from './admit-files.ts'
import { fileRulesOf } from './file-rules.ts'
import { type FieldFile, uploadsOf } from './shown-media.ts'
import { stageFiles } from './stage-files.ts'
import { useShotCamera } from './use-shot-camera.tsx'

export interface FieldCamera {
  /** `replaced`: the first shot replaces this photo. */
  readonly open: (replaced?: FieldFile) => Promise<void>
  /** Why the last shots were not added. */
  readonly problems: readonly string[]
  readonly shown: ReactNode
}

/**
 * Takes photos for a field. Each is in the field once the device has stored it, and uploads in the background.
 * `onEnd`: called when the camera closes, or the phone's own camera returns.
 */
export function useFieldCamera(
  draft: Draft,
  place: FieldPlace & { readonly answer: string },
  kind: FileKind = 'photo',
  onEnd?: () => void,
): FieldCamera {
  const [problems, setProblems] = useState<readonly string[]>([])
  const [storing, setStoring] = useState(0)
  const replaced = useRef<FieldFile | undefined>(undefined)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** Ids of stored files, which the form may show slightly later. */
  const stored = useRef<readonly string[]>([])
  useAskBeforeLeaving(storing > 0)

  /** Stores shots one after another. Resolves to whether the device has stored this one. */
  function take(shot: Promise<File | null>): Promise<boolean> {
    setStoring((count) => count + 1)
    const before = last.current
    const work = Promise.all([shot, before])
      .then(([file]) => (file ? store(file) : false))
      .finally(() => setStoring((count) => count - 1))
    // A failed shot must not block the next one.
    last.current = work.catch(() => false)
    return work
  }

  async function store(file: File): Promise<boolean> {
    const answer = draft.answer(place.answer)
    if (!answer) return false
    const old = replaced.current
    const rules = fileRulesOf(answer)
    const others = answer.media.filter(({ id }) => id !== old?.id)
    const joins = kind === 'photo' && (await roomForShots(draft.account, draft.survey.id, answer.id)) > 0
    const { chosen, problems: refused } = await admitFiles(
      [file],
      {
        ...rules,
        left: rules.left + (old ? 1 : 0),
        // An upload that takes more files is already counted as used.
        used: uploadsOf(draft, others) - (joins ? 1 : 0),
        chosen: stored.current.filter((id) => answer.media.every((one) => one.id !== id)).length,
      },
      old?.description,
    )
    const taken = await stageFiles(draft, place, chosen, kind === 'photo' ? 'shots' : undefined)
    stored.current = [...stored.current, ...taken.queued.map(({ id }) => id)]
    setProblems([...refused, ...storeProblems(taken)])
    if (taken.queued.length === 0) return false
    replaced.current = undefined
    // Remove the old photo only after the new one is stored.
    if (old) await removeMedia(draft, [{ place, target: old.target }])
    return true
  }

  const release = () => {
    if (stored.current.length > 0) void sendShots(draft, place.answer)
  }
  const latest = useRef(release)
  latest.current = release
  // On unmount, send the upload: no more shots can be added.
  useEffect(() => () => void last.current.then(() => latest.current()), [])

  function close(): void {
    void last.current.then(() => {
      if (navigator.onLine) release()
      // Offline, the upload waits and takes the shots of the next time too.
      else window.addEventListener('online', () => latest.current(), { once: true })
      if (stored.current.length > 0) onEnd?.()
    })
  }

  const camera = useShotCamera({
    kind,
    subject: draft.answer(place.answer)?.field.name ?? '',
    field: place.answer,
    once: replaced.current !== undefined,
    problems,
    onShot: take,
    onClose: close,
    onFile: (file) => void take(Promise.resolve(file)).then((isStored) => isStored && onEnd?.()),
  })

  async function open(old?: FieldFile): Promise<void> {
    replaced.current = old
    setProblems([])
    await camera.open()
  }
  return { open, problems, shown: camera.shown }
}
