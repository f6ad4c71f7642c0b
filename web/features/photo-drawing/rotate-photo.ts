import type { Turn } from '#contract/media/drawing.ts'
import type { PictureSource } from '#web/offline/pictures/read-picture.ts'
import type { NewDrawing } from '#web/offline/record/record-drawing.ts'
import { openPhoto } from './photo.ts'
import { renderMarked } from './render.ts'

/** Renders the rotated photo without a drawing. Returns null for the original orientation, which needs no picture. */
export async function rotatePhoto(
  sources: readonly PictureSource[],
  turn: Turn,
): Promise<NewDrawing | null | 'unreachable' | 'unreadable' | 'notKept'> {
  if (turn === 0) return null
  const photo = await openPhoto(sources, turn)
  if (typeof photo === 'string') return photo
  return renderMarked(photo, []).then(
    (made) => ({ shapes: [], turn, ...made }),
    () => 'notKept',
  )
}
