import { loadEditor } from '#web/features/photo-drawing/use-drawing.tsx'
import { prepareShrinking } from '#web/lib/picture/shrink.ts'

/** The first field is painted before. */
const afterDrawing = 100

/** Fetches what photos need later, while there is network; at the place itself there may be none. */
export function fetchAhead(): () => void {
  const timer = setTimeout(fetchAll, afterDrawing)
  return () => clearTimeout(timer)
}

function fetchAll(): void {
  prepareShrinking()
  // A failure shows when a photo is opened.
  import('./media-viewer.tsx').catch(() => undefined)
  loadEditor().catch(() => undefined)
}
