import { ActionIcon, Alert, Button } from '@mantine/core'
import {
  IconBolt,
  IconBoltOff,
  IconCameraRotate,
  IconSun,
  IconZoomIn,
  type TablerIcon,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { abilitiesOf, type CameraRange, changeCamera, settingsOf } from '#web/lib/files/camera-settings.ts'
import { type CameraRequest, type CameraState, useCamera } from '#web/lib/files/use-camera.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './shot-camera.module.css'

interface Props {
  /** Named in the title, such as the field. */
  readonly subject: string
  /** Closes after one photo. */
  readonly once: boolean
  /** Resolves to whether the device has stored the shot. */
  readonly onShot: (shot: Promise<File | null>) => Promise<boolean>
  /** Why the last shot was not stored. */
  readonly problems: readonly string[]
  readonly onDone: () => void
  /** Called if the page gets no camera. */
  readonly onTrouble: () => void
  /** Switches to the phone's own camera. */
  readonly onSystem: () => void
}

/** The in-app camera for a series of photos. Captures the frame at the moment the shutter is pressed. */
export function ShotCamera({ subject, once, onShot, problems, onDone, onTrouble, onSystem }: Props) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [wanted, setWanted] = useState<CameraRequest>({ device: null })
  const state = useCamera(video, wanted)
  const [count, setCount] = useState(0)
  const [failed, setFailed] = useState(false)
  const last = useLastShot()
  const trouble = state.is === 'trouble' ? state.problem : null
  const latest = useRef(onTrouble)
  latest.current = onTrouble
  useEffect(() => {
    if (trouble === 'refused' || trouble === 'missing' || trouble === 'unsafe') latest.current()
  }, [trouble])

  async function shoot() {
    if (!video) return
    // A missing frame is reported as failed, and the user can retry.
    const shot = frameOf(video).catch(() => null)
    const stored = onShot(shot)
    if (once) return onDone()
    const isStored = await stored
    setFailed(!isStored)
    const file = await shot
    if (!isStored || !file) return
    setCount((known) => known + 1)
    last.show(file)
  }

  return (
    <Dialog
      opened
      fullScreen
      onClose={onDone}
      title={t('media.camera', { field: subject })}
      closeOnClickOutside={false}
      classNames={{ content: classes.content ?? '', header: classes.header ?? '', body: classes.body ?? '' }}
    >
      <video ref={setVideo} className={classes.picture} muted playsInline aria-label={t('camera.picture')} />
      {state.is === 'starting' && <p className={classes.message}>{t('fields.startingCamera')}</p>}
      {state.is === 'trouble' && (
        <Alert color="red" role="alert" className={classes.message ?? ''}>
          {t(troubles[state.problem])}
          <Button mt="sm" fullWidth variant="default" onClick={() => setWanted({ device: null })}>
            {t('media.askAgain')}
          </Button>
          <Button mt="sm" fullWidth variant="default" onClick={onSystem}>
            {t('media.systemCamera')}
          </Button>
          <Button mt="sm" fullWidth component={Link} to="/dashboard" variant="subtle">
            {t('form.toHistory')}
          </Button>
        </Alert>
      )}
      {failed && (
        <Alert color="red" role="alert" className={classes.message ?? ''}>
          {problems.join(' ') || t('media.shotNotKept')}
        </Alert>
      )}
      {state.is === 'live' && <CameraSettings key={state.track.id} track={state.track} />}
      <div className={classes.bar}>
        <span className={classes.shots}>
          {last.url && <img key={last.url} src={last.url} alt="" className={classes.last} />}
          <span role="status">{t('media.shotsTaken', { count })}</span>
        </span>
        <button
          type="button"
          className={classes.shutter}
          aria-label={t('media.shutter')}
          aria-disabled={state.is !== 'live'}
          onClick={() => state.is === 'live' && void shoot()}
        />
        <span className={classes.endButtons}>
          <SwitchCameraButton state={state} onChoose={(device) => setWanted({ device })} />
          <Button onClick={onDone}>{t('common.done')}</Button>
        </span>
      </div>
    </Dialog>
  )
}

const troubles: Readonly<Record<Extract<CameraState, { is: 'trouble' }>['problem'], MessageKey>> = {
  refused: 'media.noCamera',
  missing: 'media.noCamera',
  unsafe: 'media.noCamera',
  busy: 'fields.cameraBusy',
  ended: 'camera.ended',
}

/** Switches to the next camera, such as the front one or another lens. */
function SwitchCameraButton({ state, onChoose }: { state: CameraState; onChoose: (device: string) => void }) {
  if (state.is !== 'live' || state.cameras.length < 2) return null
  const { used, cameras } = state
  const next = cameras[(cameras.findIndex(({ id }) => id === used.id) + 1) % cameras.length]
  return (
    <ActionIcon
      size={44}
      variant="default"
      aria-label={t('media.otherCamera')}
      title={t('media.otherCamera')}
      onClick={() => next && onChoose(next.id)}
    >
      <IconCameraRotate size={22} aria-hidden />
    </ActionIcon>
  )
}

/** A small picture of the last shot. */
function useLastShot() {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])
  return { url, show: (file: File) => setUrl(URL.createObjectURL(file)) }
}

/** The current video frame as a JPEG file. */
async function frameOf(video: HTMLVideoElement, now = new Date()): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d', { alpha: false })
  if (!context || canvas.width === 0) return null
  context.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  const name = `photo-${now.toISOString().replace(/\D/g, '').slice(0, 17)}.jpg`
  return blob && new File([blob], name, { type: 'image/jpeg', lastModified: now.getTime() })
}

/** Flashlight, zoom and exposure, if the active camera supports them. */
export function CameraSettings({ track }: { readonly track: MediaStreamTrack }) {
  const [{ torch: canLight, zoom, exposureCompensation }] = useState(() => abilitiesOf(track))
  const [now, setNow] = useState(() => settingsOf(track))
  const change = (to: Parameters<typeof changeCamera>[1]) => {
    // Update the slider immediately instead of waiting for the camera.
    setNow((known) => ({ ...known, ...to }))
    void changeCamera(track, to).then(
      ({ torch = false }) => 'torch' in to && setNow((known) => ({ ...known, torch })),
    )
  }
  if (!canLight && !zoom && !exposureCompensation) return null
  const isLit = now.torch === true
  const Bolt = isLit ? IconBolt : IconBoltOff
  return (
    <div className={classes.settings}>
      {canLight && (
        <ActionIcon
          size={44}
          variant={isLit ? 'filled' : 'default'}
          aria-pressed={isLit}
          aria-label={t('media.torch')}
          title={t('media.torch')}
          onClick={() => change({ torch: !isLit })}
        >
          <Bolt size={22} aria-hidden />
        </ActionIcon>
      )}
      {zoom && (
        <Slider
          Icon={IconZoomIn}
          label={t('media.zoom')}
          range={zoom}
          value={now.zoom ?? zoom.min}
          onChange={(value) => change({ zoom: value })}
        />
      )}
      {exposureCompensation && (
        <Slider
          Icon={IconSun}
          label={t('media.exposure')}
          range={exposureCompensation}
          value={now.exposureCompensation ?? 0}
          onChange={(value) => change({ exposureCompensation: value })}
        />
      )}
    </div>
  )
}

interface SliderProps {
  readonly Icon: TablerIcon
  readonly label: string
  readonly range: CameraRange
  readonly value: number
  readonly onChange: (value: number) => void
}

function Slider({ Icon, label, range, value, onChange }: SliderProps) {
  return (
    <label className={classes.slider} title={label}>
      <Icon size={22} aria-hidden />
      <input
        type="range"
        aria-label={label}
        {...range}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </label>
  )
}
