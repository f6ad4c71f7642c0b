import { type ReactNode, useRef, useState } from 'react'
import type { FileKind } from '#survey/fields/kind.ts'
import { forgetPicker, rememberPicker } from '#web/lib/files/picker-return.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { Part } from '#web/ui/part.tsx'
import { isCameraRefused } from './media-access.ts'

/** Whether this page has requested a camera without success. */
let failed = false

const { View: ShotCamera, load } = lazyPart(async () => (await import('./shot-camera.tsx')).ShotCamera)

/** Call ahead: the surveyed building may have no network. */
export const loadCamera = load

interface Uses {
  readonly kind: FileKind
  /** Named in the camera's title. */
  readonly subject: string
  /** The field to return to if the phone's own camera unloads the page. */
  readonly field?: string
  /** Whether the camera closes after one photo. */
  readonly once: boolean
  /** Why the last shot was not stored. */
  readonly problems: readonly string[]
  /** Resolves to whether the device has stored the shot. */
  readonly onShot: (shot: Promise<File | null>) => Promise<boolean>
  readonly onClose?: () => void
  /** Called with the file from the phone's own camera. */
  readonly onFile: (file: File) => void
}

export interface ShotCameraControl {
  readonly open: () => Promise<void>
  readonly shown: ReactNode
}

/** The app's own camera, or the phone's if the page gets none. Render `shown`. */
export function useShotCamera({ kind, field = '', onClose, onFile, ...camera }: Uses): ShotCameraControl {
  const [shooting, setShooting] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function openPhoneCamera(): void {
    rememberPicker(field)
    input.current?.click()
  }

  async function open(): Promise<void> {
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
            {...camera}
            onDone={() => {
              setShooting(false)
              onClose?.()
            }}
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
          if (file) onFile(file)
        }}
      />
    </>
  )
  return { open, shown }
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
