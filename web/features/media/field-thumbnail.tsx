import { IconDots, IconPhoto, IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNearViewport } from '#web/lib/page/use-near-viewport.ts'
import { useItemState } from '#web/offline/outbox/survey-states.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import classes from './field-media.module.css'
import { withNote } from './file-label.ts'
import type { FieldFile } from './shown-media.ts'

interface Props {
  readonly file: FieldFile
  /** The survey the file belongs to. */
  readonly of: { readonly account: string; readonly survey: string }
  readonly onOpen: () => void
  /** Opens the dialog to retake, rotate, draw or delete; absent = read-only. */
  readonly onEdit?: () => void
  /** The caption's input; absent = a read-only caption. */
  readonly children?: ReactNode
  readonly onBroken: () => void
}

/** A thumbnail that opens the full view, with its caption. */
export function FieldThumbnail({ file, of, onOpen, onEdit, onBroken, children }: Props) {
  const { name, kind, waits } = file
  const Icon = kind === 'photo' ? IconPhoto : IconVideo
  const [ref, near] = useNearViewport()
  const picture = usePicture(file.sources.small, near)
  const missing = picture.state === 'absent' && !waits ? t('media.notHere') : ''
  const label = t(kind === 'video' ? 'media.playVideo' : 'media.viewFull', { name })
  return (
    <li className={classes.file}>
      <div className={classes.frame}>
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
        {onEdit && (
          <button
            type="button"
            className={classes.edit}
            aria-label={t('media.edit', { name })}
            title={t('media.edit', { name })}
            onClick={onEdit}
          >
            <IconDots size={20} aria-hidden />
          </button>
        )}
      </div>
      {children || <span className={classes.words}>{file.description}</span>}
    </li>
  )
}

/** The sync mark of a file that is not on the server. Outside the button, whose name is the picture's. */
function FileState({ of, upload }: Pick<Props, 'of'> & { upload: string }) {
  const state = useItemState(of.account, of.survey, upload)
  // The file is still waiting, even if the state read last says otherwise.
  const known = state === null || state === 'on the server' ? 'on this device' : state
  return (
    <span className={classes.state}>
      <SyncMark state={known} />
    </span>
  )
}
