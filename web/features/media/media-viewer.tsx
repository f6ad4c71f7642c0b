import { IconBrush } from '@tabler/icons-react'
import { useState } from 'react'
import Lightbox, { type Slide } from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { say } from '#web/lib/say.ts'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/captions.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import type { ViewerProps } from './gallery.tsx'
import type { ShownItem } from './gallery-item.ts'
import classes from './media-viewer.module.css'

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    clip: { type: 'clip'; item: ShownItem; description: string; download: string }
  }
}

/** Full-size view of photos and videos, one after another. */
export function MediaViewer({ items, startAt, onClose, onDownload, onDraw }: ViewerProps) {
  const [at, setAt] = useState(startAt)
  const shown = items[at]
  return (
    <Lightbox
      open
      close={onClose}
      index={startAt}
      slides={items.map(slideOf)}
      plugins={[Captions, Counter, Download, Zoom]}
      carousel={{ finite: true, preload: 1 }}
      controller={{ closeOnBackdropClick: true }}
      captions={{ descriptionTextAlign: 'center' }}
      on={{ view: ({ index }) => setAt(index) }}
      toolbar={{
        buttons: [
          onDraw && shown?.kind === 'photo' && (
            <button
              key="draw"
              type="button"
              className="yarl__button"
              aria-label={say('drawing.draw')}
              title={say('drawing.draw')}
              onClick={() => onDraw(shown)}
            >
              <IconBrush size={28} aria-hidden />
            </button>
          ),
          'close',
        ],
      }}
      zoom={{ maxZoomPixelRatio: 2 }}
      labels={{ Lightbox: say('media.viewer'), Close: say('common.close'), Previous: say('common.back') }}
      download={{
        download: ({ slide }) => {
          const item = items.find((one) => one.url === addressOf(slide))
          if (item) onDownload(item)
        },
      }}
      render={{
        slide: ({ slide, offset }) =>
          slide.type === 'clip' ? <Clip item={slide.item} shown={offset === 0} /> : undefined,
        ...(items.length < 2 && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  )
}

function slideOf(item: ShownItem): Slide {
  const download = item.url ?? ''
  if (item.kind === 'video') return { type: 'clip', item, description: item.description, download }
  return {
    src: item.url ?? '',
    alt: item.name,
    description: item.description,
    download,
    ...(item.width && item.height && { width: item.width, height: item.height }),
  }
}

function addressOf(slide: Slide): string | null {
  return slide.type === 'clip' ? slide.item.url : slide.src
}

/** Only the slide that is looked at fetches its video. */
function Clip({ item, shown }: { item: ShownItem; shown: boolean }) {
  return (
    <video
      className={classes.clip}
      controls
      playsInline
      preload={shown ? 'metadata' : 'none'}
      aria-label={item.name}
      {...(item.thumbnail_url && { poster: item.thumbnail_url })}
    >
      {shown && <source src={item.url ?? ''} type={item.content_type} />}
      {say('media.noVideoTag')}
    </video>
  )
}
