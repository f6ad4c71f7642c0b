import { type ComponentType, type ReactNode, useState } from 'react'
import type { DrawablePhoto } from '#web/features/photo-drawing/use-drawing.tsx'
import type { ViewerProps } from './gallery.tsx'
import type { ShownItem } from './gallery-item.ts'
import { saveMedia } from './save-media.ts'
import type { FieldFile } from './shown-media.ts'

interface View {
  readonly Viewer: ComponentType<ViewerProps>
  readonly items: readonly ShownItem[]
  readonly startAt: number
}

/** Opens photos and videos at full size, from the device if possible. Loads the viewer on first use. */
export function useFullView(
  files: readonly FieldFile[],
  /** null = drawing is not allowed. */
  draw: ((photo: DrawablePhoto) => Promise<void>) | null,
): { open: (file: FieldFile) => Promise<void>; shown: ReactNode } {
  const [view, setView] = useState<View | null>(null)
  const fileOf = ({ id }: ShownItem) => files.find((file) => file.id === id)

  async function open(file: FieldFile): Promise<void> {
    try {
      const { MediaViewer } = await import('./media-viewer.tsx')
      setView({ Viewer: MediaViewer, items: files, startAt: files.indexOf(file) })
    } catch {
      // Without the viewer's code, the browser displays the file.
      if (file.url) window.open(file.url, '_blank', 'noopener')
    }
  }

  const shown = view && (
    <view.Viewer
      items={view.items}
      startAt={view.startAt}
      onClose={() => setView(null)}
      {...(draw && {
        onDraw: (item: ShownItem) => {
          const photo = fileOf(item)?.drawing
          if (!photo) return
          setView(null)
          void draw(photo)
        },
      })}
      onDownload={(item) => void saveMedia(fileOf(item)?.sources.whole ?? [], item.filename)}
    />
  )
  return { open, shown }
}
