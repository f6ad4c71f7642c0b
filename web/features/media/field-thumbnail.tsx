import { IconPencil, IconPhoto, IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { useNear } from '#web/lib/page/use-near.ts'
import { useItemState } from '#web/offline/outbox/survey-states.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import classes from './field-media.module.css'
import { withNote } from './file-label.ts'
import type { FieldFile } from './shown-media.ts'

interface Props {
  readonly file: FieldFile
  /** Whose survey it belongs to. */
  readonly of: { readonly account: string; readonly survey: string }
  readonly onOpen: () => void
  /** Absent = the description is only read. */
  readonly onEdit?: () => void
  readonly onBroken: () => void
}

/** A small picture that opens the large one, and its description that opens for editing. */
export function FieldThumbnail({ file, of, onOpen, onEdit, onBroken }: Props) {
  const { name, kind, description, waits } = file
  const Icon = kind === 'photo' ? IconPhoto : IconVideo
  const [ref, near] = useNear()
  const picture = usePicture(file.sources.small, near)
  const missing = picture.state === 'absent' && !waits ? t('media.notHere') : ''
  const label = t(kind === 'video' ? 'media.playVideo' : 'media.viewFull', { name })
  return (
    <li className={classes.file}>
      <button
        type="button"
        className={classes.picture}
        aria-label={withNote(label, missing)}
        onClick={onOpen}
      >
        {picture.url ? (
          <img
            ref={ref}
            src={picture.url}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => {
              picture.onBroken()
              if (picture.remote) onBroken()
            }}
          />
        ) : (
          <span ref={ref} className={classes.blank}>
            {picture.state === 'absent' && <Icon size={28} aria-hidden />}
            {missing}
          </span>
        )}
        {kind === 'video' && (
          <span className={classes.play}>
            <IconPlayerPlayFilled size={18} aria-hidden />
          </span>
        )}
      </button>
      {waits && <FileState of={of} upload={file.target.upload} />}
      {onEdit ? (
        <button
          type="button"
          className={classes.under}
          aria-label={t('media.edit', { name })}
          onClick={onEdit}
        >
          <span className={classes.caption} data-empty={description === ''}>
            {description || t('media.describe')}
          </span>
          <IconPencil size={16} aria-hidden />
        </button>
      ) : (
        <span className={classes.caption}>{description}</span>
      )}
    </li>
  )
}

/** Where a file is that is not on the server: beside the button, whose name is the picture's. */
function FileState({ of, upload }: Pick<Props, 'of'> & { upload: string }) {
  const state = useItemState(of.account, of.survey, upload)
  // It waits on this device until it is gone from it, whatever was read last.
  const known = state === null || state === 'on the server' ? 'on this device' : state
  return (
    <span className={classes.state}>
      <SyncMark state={known} />
    </span>
  )
}
