import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBulb } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { openCamera } from '#web/lib/files/camera.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { readCode } from './read-code.ts'
import classes from './scan-dialog.module.css'

interface Props {
  readonly onFound: (code: string) => void
  readonly onClose: () => void
}

/** Milliseconds between two scans; more frequent scans would only heat the phone. */
const scanInterval = 150

/** Shows the camera's picture until it contains a code. */
export function ScanDialog({ onFound, onClose }: Props) {
  const phone = useMediaQuery(`(max-width: ${limits.breakpointDialog}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  // State instead of a ref: the dialog mounts its content after its own first render.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const { state, track } = useScan(video, onFound)
  return (
    <Dialog opened onClose={onClose} fullScreen={phone} size="lg" title={t('fields.scanTitle')}>
      <div className={classes.frame}>
        <video ref={setVideo} className={classes.picture} muted playsInline aria-hidden />
        <div className={classes.aim} aria-hidden />
      </div>
      <p role="status" className={classes.statement}>
        {t(state)}
      </p>
      <p className={classes.hint}>{t('fields.typeInstead')}</p>
      <Group justify="space-between" mt="md">
        {track && <Light track={track} />}
        <Button variant="default" ms="auto" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  )
}

function useScan(video: HTMLVideoElement | null, onFound: (code: string) => void) {
  const [state, setState] = useState<MessageKey>('fields.startingCamera')
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const found = useEffectEvent(onFound)
  useEffect(() => {
    if (!video) return
    const closed = new AbortController()
    void scan(video, closed.signal)
    return () => closed.abort()

    async function scan(element: HTMLVideoElement, signal: AbortSignal): Promise<void> {
      const camera = await openCamera(element, signal)
      if (signal.aborted) return
      if ('problem' in camera) {
        setState(camera.problem === 'busy' ? 'fields.cameraBusy' : 'media.noCamera')
        return
      }
      setState('fields.scanning')
      setTrack(camera.track)
      try {
        const code = await firstCode(element, signal)
        if (code !== null && !signal.aborted) found(code)
      } catch {
        // The dialog reports the failure, and the user can type the code.
        if (!signal.aborted) setState('fields.scanFailed')
      }
    }
  }, [video])
  return { state, track }
}

/** Scans until a code is found. Returns null if the dialog closed. */
async function firstCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  while (!signal.aborted) {
    const code = await readCode(video)
    if (code !== null) return code
    await new Promise((resolve) => setTimeout(resolve, scanInterval))
  }
  return null
}

/** Renders only if the camera has a light. */
function Light({ track }: { track: MediaStreamTrack }) {
  const [on, setOn] = useState(false)
  const able = track.getCapabilities?.() as (MediaTrackCapabilities & { torch?: boolean }) | undefined
  if (!able?.torch) return null
  return (
    <Button
      variant={on ? 'filled' : 'default'}
      aria-pressed={on}
      leftSection={<IconBulb size={20} aria-hidden />}
      onClick={async () => {
        const constraint = { torch: !on } as MediaTrackConstraintSet
        await track.applyConstraints({ advanced: [constraint] }).then(
          () => setOn(!on),
          () => undefined,
        )
      }}
    >
      {t('fields.light')}
    </Button>
  )
}
