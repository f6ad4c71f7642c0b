import { IconPhoto, IconVideo } from '@tabler/icons-react'
import type { PictureSource } from '#web/offline/pictures/read-picture.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import classes from './upload-queue.module.css'

interface Props {
  readonly sources: readonly PictureSource[]
  readonly kind: 'photo' | 'video'
}

/** The file's picture, or an icon of its kind until there is one. Decorative: the name is beside it. */
export function QueuePicture({ sources, kind }: Props) {
  const { url, onBroken } = usePicture(sources)
  const Icon = kind === 'photo' ? IconPhoto : IconVideo
  return (
    <span className={classes.picture}>
      {url === null ? (
        <Icon size={28} aria-hidden />
      ) : (
        <img src={url} alt="" decoding="async" onError={onBroken} />
      )}
    </span>
  )
}
