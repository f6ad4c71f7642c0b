import { ActionIcon } from '@mantine/core'
import { IconBolt, IconBoltOff, IconSun, IconZoomIn, type TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { abilitiesOf, type CameraRange, changeCamera, settingsOf } from '#web/lib/files/camera-settings.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './shot-camera.module.css'

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
