import { Loader, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Shape, Turn } from '#contract/media/drawing.ts'
import { t } from '#web/lib/language/translate.ts'
import type { UnsavedPlace } from '#web/lib/page/unsaved.ts'
import type { PictureSource } from '#web/offline/pictures/read-picture.ts'
import type { NewDrawing } from '#web/offline/record/record-drawing.ts'
import { Dialog, useRestoreFocus } from '#web/ui/dialog.tsx'
import { Board } from './board.tsx'
import classes from './editor.module.css'
import { openPhoto, type Photo } from './photo.ts'

export interface EditorProps {
  readonly name: string
  readonly sources: readonly PictureSource[]
  readonly shapes: readonly Shape[]
  readonly turn: Turn
  readonly unsaved: UnsavedPlace
  readonly onClose: () => void
  /** null = no drawing and no rotation. Resolves to false if the device could not store it. */
  readonly onSave: (drawing: NewDrawing | null) => Promise<boolean>
}

type Opened = Photo | 'opening' | 'unreachable' | 'unreadable'

/** Full-screen editor for drawing on one photo. */
export function DrawingEditor({ name, sources, shapes, turn, unsaved, onClose, onSave }: EditorProps) {
  useRestoreFocus()
  const [photo, setPhoto] = useState<Opened>('opening')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each editor opens one photo
  useEffect(() => {
    let gone = false
    void openPhoto(sources, turn).then((opened) => !gone && setPhoto(opened))
    return () => {
      gone = true
    }
  }, [])
  const title = t('drawing.title', { name })
  if (typeof photo === 'string') {
    return (
      <Dialog
        opened
        fullScreen
        onClose={onClose}
        title={title}
        closeButtonProps={{ 'aria-label': t('common.close'), size: 44 }}
      >
        <div className={classes.waiting} role={photo === 'opening' ? 'status' : 'alert'}>
          {photo === 'opening' && <Loader aria-label={t('drawing.loading')} />}
          {photo === 'unreachable' && <Text>{t('drawing.noPhoto')}</Text>}
          {photo === 'unreadable' && <Text>{t('drawing.cannotShow')}</Text>}
        </div>
      </Dialog>
    )
  }
  return <Board {...{ photo, title, shapes, turn, unsaved, onClose, onSave }} />
}
