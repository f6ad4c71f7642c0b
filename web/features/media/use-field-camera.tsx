import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FileKind } from '#survey/fields/kind.ts'
import { forgetPicker, rememberPicker } from '#web/lib/files/picker-return.ts'
import { useAskBeforeLeaving } from '#web/lib/page/use-ask-before-leaving.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { removeMedia, sendShots } from '#web/offline/draft/draft-actions.ts'
import { roomForShots } from '#web/offline/record/record-shots.ts'
import { Part } from '#web/ui/part.tsx'
import { admitFiles, storeProblems } from './admit-files.ts'
import { fileRulesOf } from './file-rules.ts'
import { isCameraRefused } from './media-access.ts'
import { type FieldFile, uploadsOf } from './shown-media.ts'
import { stageFiles } from './stage-files.ts'

/** Whether this page has requested a camera without success. */
let failed = false

const { View: ShotCamera, load } = lazyPart(async () => (await import('./shot-camera.tsx')).ShotCamera)

/** Call ahead: the surveyed building may have no network. */
export const loadCamera = load

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
  const [shooting, setShooting] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [storing, setStoring] = useState(0)
  const input = useRef<HTMLInputElement>(null)
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
    setShooting(false)
    void last.current.then(() => {
      if (navigator.onLine) release()
      // Offline, the upload waits and takes the shots of the next time too.
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
    // If the code cannot be loaded, use the phone's own camera.
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
          // Lets the user take the same file again after removing it.
          currentTarget.value = ''
          if (file) void take(Promise.resolve(file)).then((isStored) => isStored && onEnd?.())
        }}
      />
    </>
  )
  return { open, problems, shown }
}

/**
 * Whether the app can take photos itself; otherwise the phone's own camera does. Resolves within milliseconds,
 * because a file input opens only shortly after a tap.
 */
async function hasPageCamera(): Promise<boolean> {
  if (failed || !globalThis.isSecureContext || !navigator.mediaDevices) return false
  const [refused, devices] = await Promise.all([
    isCameraRefused(),
    // A browser that lists no devices may still have a camera.
    navigator.mediaDevices.enumerateDevices().catch(() => null),
  ])
  return !refused && (devices === null || devices.some(({ kind }) => kind === 'videoinput'))
}

/** Uses the phone's own camera until the page reloads. */
function preferPhoneCamera(): void {
  failed = true
}
