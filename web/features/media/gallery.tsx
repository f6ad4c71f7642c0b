import { type ComponentType, useMemo, useState } from 'react'
import classes from './gallery.module.css'
import { type GalleryItem, type ShownItem, shownItems } from './gallery-item.ts'
import { Thumbnail } from './thumbnail.tsx'

interface Props {
  readonly photos: readonly GalleryItem[]
  readonly videos: readonly GalleryItem[]
  readonly onDownload: (item: GalleryItem) => void
  /** Called when a picture fails to load; its address may have expired. */
  readonly onBroken?: () => void
}

export interface ViewerProps {
  readonly items: readonly ShownItem[]
  readonly startAt: number
  readonly onClose: () => void
  readonly onDownload: (item: ShownItem) => void
  /** Opens the drawing editor for the shown photo, if the user may draw. */
  readonly onDraw?: (item: ShownItem) => void
}

/** Read-only thumbnails that open at full size. */
export function Gallery({ photos, videos, onDownload, onBroken }: Props) {
  const items = useMemo(() => shownItems(photos, videos), [photos, videos])
  const viewable = items.filter(({ url }) => url !== null)
  const { Viewer, openAt, open, close } = useViewer()
  if (items.length === 0) return null
  return (
    <>
      <ul className={classes.grid}>
        {items.map((item) => (
          <li key={item.id}>
            <Thumbnail
              item={item}
              onOpen={() => void open(item, viewable.indexOf(item))}
              onDownload={() => onDownload(item)}
              {...(onBroken && { onBroken })}
            />
          </li>
        ))}
      </ul>
      {Viewer && openAt !== null && (
        <Viewer items={viewable} startAt={openAt} onClose={close} onDownload={onDownload} />
      )}
    </>
  )
}

/** Loads the viewer on the first press; offline, the file opens in a new tab instead. */
function useViewer() {
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null)
  const [openAt, setOpenAt] = useState<number | null>(null)
  const open = async (item: ShownItem, index: number) => {
    try {
      const { MediaViewer } = await import('./media-viewer.tsx')
      setViewer(() => MediaViewer)
      setOpenAt(index)
    } catch {
      // Without the viewer's code, the browser displays the file.
      window.open(item.url ?? '', '_blank', 'noopener')
    }
  }
  return { Viewer, openAt, open, close: () => setOpenAt(null) }
}
