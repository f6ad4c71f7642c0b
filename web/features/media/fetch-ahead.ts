import { loadEditor, loadTurning } from '#web/features/photo-drawing/use-drawing.tsx'
import { prepareShrinking } from '#web/lib/picture/shrink.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { loadCamera } from './use-field-camera.tsx'

/** Keys are painted before. */
const afterDrawing = 1_000

/** Fetches what photos need later, while there is network; at the place itself there may be none. */
export function fetchAhead(): () => void {
  return afterFirstScreen(() => {
    const timer = setTimeout(fetchAll, afterDrawing)
    return () => clearTimeout(timer)
  })
}

function fetchAll(): void {
  prepareShrinking()
  // A failure shows when a photo is opened.
  import('./media-viewer.tsx').catch(() => undefined)
  // Without it the phone's own camera takes the photo.
  loadCamera().catch(() => undefined)
  // As does one of the editor,
  loadEditor().catch(() => undefined)
  // and one of what rotates.
  loadTurning().catch(() => undefined)
}
