import { loadEditor, loadRotation } from '#web/features/photo-drawing/use-drawing.tsx'
import { prepareShrinking } from '#web/lib/picture/shrink.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { loadCamera } from './use-shot-camera.tsx'

/** Milliseconds, so typing renders first. */
const afterDrawing = 1_000

/** Prefetches on-demand code for photos; the surveyed building may have no network. */
export function prefetchMedia(): () => void {
  return afterFirstScreen(() => {
    const timer = setTimeout(fetchAll, afterDrawing)
    return () => clearTimeout(timer)
  })
}

function fetchAll(): void {
  prepareShrinking()
  // A failed load is reported when a photo is opened.
  import('./media-viewer.tsx').catch(() => undefined)
  // Without it, the phone's own camera is used.
  loadCamera().catch(() => undefined)
  // The editor reports a failed load when it opens.
  loadEditor().catch(() => undefined)
  // Rotating a photo reports it too.
  loadRotation().catch(() => undefined)
}
