import { Button, Group, Slider, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import type { Area } from './crop.ts'
import classes from './profile.module.css'

interface Props {
  /** Object URL of a picture that this browser can decode. */
  url: string
  busy: boolean
  error: string | null
  onApply: (area: Area) => void
  onClose: () => void
}

/** Positions the photo in a circle: pan by touch, mouse or arrow keys; zoom by slider. */
export function CropDialog({ url, busy, error, onApply, onClose }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  return (
    <Dialog
      opened
      onClose={busy ? () => undefined : onClose}
      title={t('profile.cropTitle')}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <div className={classes.crop}>
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            minZoom={limits.cropZoomMin}
            maxZoom={limits.cropZoomMax}
            zoomSpeed={limits.cropZoomStep * 5}
            rotation={0}
            aspect={1}
            cropShape="round"
            showGrid={false}
            restrictPosition={zoom >= 1}
            keyboardStep={10}
            style={{}}
            classes={{}}
            mediaProps={{ alt: '' }}
            cropperProps={{ role: 'group', 'aria-label': t('profile.cropArea') }}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={(next) => setZoom(Math.round(next * 100) / 100)}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        </div>
        <div>
          <Text id="crop-zoom" size="sm" fw={500} mb={4}>
            {t('profile.zoom')}
          </Text>
          <Slider
            min={limits.cropZoomMin}
            max={limits.cropZoomMax}
            step={limits.cropZoomStep}
            precision={1}
            value={zoom}
            onChange={setZoom}
            label={(value) => value.toFixed(1)}
            thumbLabel={t('profile.zoom')}
            thumbSize={28}
          />
        </div>
        <FormError text={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => area && onApply(area)} loading={busy} disabled={!area} data-autofocus>
            {t('profile.apply')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
