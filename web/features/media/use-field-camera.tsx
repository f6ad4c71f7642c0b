import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FileKind } from '#survey/fields/kind.ts'
import { forgetPicker, rememberPicker } from '#web/lib/files/picker-return.ts'
import { useAskBeforeLeaving } from '#web/lib/page/use-ask-before-leaving.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { removeMedia, sendShots } from '#web/offline/draft/draft-actions.ts'
import { roomForShots } from '#web/offline/record/record-shots.ts'
import { Part } from '#web/ui/part.tsx'
import { admitFiles, notStored } from './admit-files.ts'
import { fileRulesOf } from './file-rules.ts'
import { hasPageCamera, preferPhoneCamera } from './page-camera.ts'
import { type FieldFile, uploadsOf } from './shown-media.ts'
import { takeIn } from './take-in.ts'

const { View: ShotCamera, load } = lazyPart(async () => (await import('./shot-camera.tsx')).ShotCamera)

/** At the place itself there may be no network to load it with. */
export const loadCamera = load

export interface FieldCamera {
  /** `replaced`: the first shot takes the place of this photo. */
  readonly open: (replaced?: FieldFile) => Promise<void>
  /** Why the last shots are not in the field. */
  readonly problems: readonly string[]
  readonly shown: ReactNode
}

/**
 * Photos from the camera. Each is in the field as soon as the device has stored it, and uploads in the background.
 * `onEnd`: the camera was closed, or the phone's own camera has returned.
 */
export function useFieldCamera(
  draft: Draft,
  place: FieldPlace & { readonly answer: string },
  kind: FileKind = 'photo',
  onEnd?: () => void,
): FieldCamera {
  const [shooting, setShooting] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [storing, setStoring] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const replaced = useRef<FieldFile | undefined>(undefined)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** Ids of stored files: the form may show them a moment later. */
  const stored = useRef<readonly string[]>([])
  useAskBeforeLeaving(storing > 0)

  /** Stores one shot after the other. Returns whether the device has stored it. */
  function take(shot: Promise<File | null>): Promise<boolean> {
    setStoring((count) => count + 1)
    const before = last.current
    const work = Promise.all([shot, before])
      .then(([file]) => (file ? store(file) : false))
      .finally(() => setStoring((count) => count - 1))
    // A failed shot must not stop the next.
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
        // An upload that takes more is one of those used.
        used: uploadsOf(draft, others) - (joins ? 1 : 0),
        chosen: stored.current.filter((id) => answer.media.every((one) => one.id !== id)).length,
      },
      old?.description,
    )
    const taken = await takeIn(draft, place, chosen, kind === 'photo' ? 'shots' : undefined)
    stored.current = [...stored.current, ...taken.queued.map(({ id }) => id)]
    setProblems([...refused, ...notStored(taken)])
    if (taken.queued.length === 0) return false
    replaced.current = undefined
    // The new photo is stored before the old one goes.
    if (old) await removeMedia(draft, [{ place, target: old.target }])
    return true
  }

  const release = () => {
    if (stored.current.length > 0) void sendShots(draft, place.answer)
  }
  const latest = useRef(release)
  latest.current = release
  // Nobody adds to an upload whose field is gone.
  useEffect(() => () => void last.current.then(() => latest.current()), [])

  function close(): void {
    setShooting(false)
    void last.current.then(() => {
      if (navigator.onLine) release()
      // Without network the upload waits, and takes the shots of the next time.
      else window.addEventListener('online', () => latest.current(), { once: true })
      if (stored.current.length > 0) onEnd?.()
    })
  }

  function openPhoneCamera(): void {
    rememberPicker(place.answer)
    input.current?.click()
  }

  async function open(old?: FieldFile): Promise<void> {
    replaced.current = old
    setProblems([])
    const inApp = kind === 'photo' && (await hasPageCamera())
    // Without its code, which no network brings now, the phone's own camera takes the photo.
    if (inApp && (await load().catch(() => null))) setShooting(true)
    else openPhoneCamera()
  }

  const shown = (
    <>
      {shooting && (
        <Part>
          <ShotCamera
            field={draft.answer(place.answer)?.field.name ?? ''}
            once={replaced.current !== undefined}
            problems={problems}
            onShot={take}
            onDone={close}
            onTrouble={preferPhoneCamera}
            onSystem={() => {
              setShooting(false)
              openPhoneCamera()
            }}
          />
        </Part>
      )}
      <input
        ref={(node) => {
          input.current = node
          if (node) node.oncancel = forgetPicker
        }}
        type="file"
        hidden
        accept={kind === 'photo' ? 'image/*' : 'video/*'}
        capture="environment"
        onChange={({ currentTarget }) => {
          forgetPicker()
          const [file] = currentTarget.files ?? []
          // The same file may be taken again after it was removed.
          currentTarget.value = ''
          if (file) void take(Promise.resolve(file)).then((isStored) => isStored && onEnd?.())
        }}
      />
    </>
  )
  return { open, problems, shown }
}
