import { IconDownload, IconPhotoOff, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { withNote } from './file-label.ts'
import classes from './gallery.module.css'
import type { ShownItem } from './gallery-item.ts'

interface Props {
  readonly item: ShownItem
  readonly onOpen: () => void
  readonly onDownload: () => void
  readonly onBroken?: () => void
}

export function Thumbnail({ item, onOpen, onDownload, onBroken }: Props) {
  const { url, name, description } = item
  // By address, so a renewed address of the same picture is tried again.
  const [broken, setBroken] = useState<string | null>(null)
  const source = item.thumbnail_url ?? (item.kind === 'photo' ? item.url : null)
  const shown = source === broken ? null : source
  const missing = item.kind === 'video' ? '' : t('media.noPicture')
  const label = t(item.kind === 'video' ? 'media.playVideo' : 'media.viewFull', { name })
  // A video without a copy for guests shows only its poster.
  const isStill = item.kind === 'video' && url === null && item.sources === undefined
  const failed = () => {
    setBroken(source)
    onBroken?.()
  }
  const picture =
    shown === null ? (
      <Blank words={missing} />
    ) : (
      <img src={shown} alt="" loading="lazy" decoding="async" onError={failed} />
    )
  return (
    <figure className={classes.item}>
      {isStill ? (
        <span className={classes.picture}>{picture}</span>
      ) : url === null ? (
        <span className={classes.picture}>
          <Blank words={missing} />
        </span>
      ) : (
        <div className={classes.frame}>
          <button
            type="button"
            className={classes.picture}
            aria-label={withNote(label, shown === null ? missing : '')}
            onClick={onOpen}
          >
            {picture}
            {item.kind === 'video' && (
              <span className={classes.play}>
                <IconPlayerPlayFilled size={22} aria-hidden />
              </span>
            )}
          </button>
          <button
            type="button"
            className={classes.download}
            aria-label={t('media.downloadFile', { name })}
            title={t('media.downloadFile', { name })}
            onClick={onDownload}
          >
            <IconDownload size={18} aria-hidden />
          </button>
        </div>
      )}
      <figcaption className={classes.caption} title={description}>
        <span className={description.trim() === '' ? classes.unnamed : undefined}>{name}</span>
      </figcaption>
      {isStill && (
        <p className={classes.ask}>{t(item.is_preparing ? 'media.videoPreparing' : 'media.askSurveyor')}</p>
      )}
    </figure>
  )
}

function Blank({ words }: { words: string }) {
  return (
    <span className={classes.blank}>
      {words !== '' && (
        <>
          <IconPhotoOff size={24} aria-hidden />
          {words}
        </>
      )}
    </span>
  )
}
