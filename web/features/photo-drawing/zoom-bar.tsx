import { ActionIcon } from '@mantine/core'
import { IconMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { type Frame, fitView, type View, zoomAt } from '#web/lib/pan-zoom/pan-zoom.ts'
import classes from './editor.module.css'
import type { Size } from './geometry.ts'

interface Props {
  readonly stage: Frame
  readonly picture: Size
  readonly setView: (change: (view: View) => View) => void
}

/** Zoom buttons, for use without a pinch gesture. */
export function ZoomBar({ stage, picture, setView }: Props) {
  const middle = { x: stage.width / 2, y: stage.height / 2 }
  const by = (factor: number) => setView((view) => zoomAt(view, factor, middle, picture, stage))
  const buttons = [
    { label: t('drawing.zoomOut'), icon: IconZoomOut, act: () => by(1 / 1.5) },
    {
      label: t('drawing.zoomFit'),
      icon: IconMaximize,
      act: () => setView(() => fitView(picture, stage)),
    },
    { label: t('drawing.zoomIn'), icon: IconZoomIn, act: () => by(1.5) },
  ]
  return (
    <div className={classes.zoom}>
      {buttons.map(({ label, icon: Icon, act }) => (
        <ActionIcon key={label} size={44} variant="default" aria-label={label} title={label} onClick={act}>
          <Icon size={22} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  )
}
