import { type ComponentType, type ReactNode, useState } from 'react'
import type { DrawablePhoto } from '#web/features/photo-drawing/use-drawing.tsx'
import type { ViewerProps } from './gallery.tsx'
import type { ShownItem } from './gallery-item.ts'
import { localAddress } from './local-address.ts'
import { saveMedia } from './save-media.ts'
import type { FieldFile } from './shown-media.ts'

interface View {
  readonly Viewer: ComponentType<ViewerProps>
  readonly items: readonly ShownItem[]
  readonly startAt: number
  readonly addresses: readonly string[]
}

/** Photos and videos at full size, those that are still on this device included. Loaded at the first press. */
export function useFullView(
  account: string,
  files: readonly FieldFile[],
  draw: (photo: DrawablePhoto) => Promise<void>,
): { open: (file: FieldFile) => Promise<void>; shown: ReactNode } {
  const [view, setView] = useState<View | null>(null)

  async function open(file: FieldFile): Promise<void> {
    const found = await Promise.all(
      files.map(async (one) => ({ one, own: one.waits ? await localAddress(account, one.bytesId) : null })),
    )
    const addresses = found.flatMap(({ own }) => (own ? [own.url] : []))
    const items = found.map(({ one, own }) => (own ? { ...one, url: own.url, content_type: own.type } : one))
    try {
      const { MediaViewer } = await import('./media-viewer.tsx')
      const viewable = items.filter(({ url }) => url)
      const startAt = Math.max(
        0,
        viewable.findIndex(({ id }) => id === file.id),
      )
      setView({ Viewer: MediaViewer, items: viewable, startAt, addresses })
    } catch {
      window.open(items.find(({ id }) => id === file.id)?.url ?? '', '_blank', 'noopener')
    }
  }

  function close(): void {
    for (const address of view?.addresses ?? []) URL.revokeObjectURL(address)
    setView(null)
  }

  const shown = view && (
    <view.Viewer
      items={view.items}
      startAt={view.startAt}
      onClose={close}
      onDraw={(item) => {
        const photo = files.find(({ id }) => id === item.id)?.drawing
        if (!photo) return
        close()
        void draw(photo)
      }}
      onDownload={(item) => void saveMedia(item.url ?? '', item.filename)}
    />
  )
  return { open, shown }
}
