import { Alert } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconPhotoPlus, IconVideo } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import { filesOf } from '#survey/fields/registry.ts'
import type { Answer } from '#survey/survey.ts'
import { useDrawing } from '#web/features/photo-drawing/use-drawing.tsx'
import { usePastedFiles } from '#web/lib/files/dropped-files.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { AddMedia } from './add-media.tsx'
import { AddMediaSteps } from './add-media-steps.tsx'
import { CaptionField } from './caption-field.tsx'
import classes from './field-media.module.css'
import { FieldThumbnail } from './field-thumbnail.tsx'
import { FileDialog } from './file-dialog.tsx'
import { fileCountText, fileRulesOf } from './file-rules.ts'
import { type FieldFile, uploadsUsed } from './shown-media.ts'
import { type MediaField, useAddMedia } from './use-add-media.ts'
import { useCloseWhenDone } from './use-close-when-done.ts'
import { useFieldCamera } from './use-field-camera.tsx'
import { refreshAddresses, useFieldFiles } from './use-field-files.ts'
import { useFullView } from './use-full-view.tsx'
import { useNotice } from './use-notice.ts'

interface Props {
  readonly draft: Draft
  readonly answer: Answer
  readonly place: FieldPlace
}

const addWords = { photo: 'media.addPhotos', video: 'media.addVideos' } as const

/** The photos and videos of a field, with controls to add more. */
export function FieldMedia({ draft, answer, place }: Props) {
  const { account } = draft
  const mayEdit = useSyncExternalStore(draft.subscribe, () => draft.mayEdit)
  const files = useFieldFiles(draft, answer.media)
  /** null = the dialog is closed. Pasted files are added as it opens. */
  const [adding, setAdding] = useState<readonly File[] | null>(null)
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const [edited, setEdited] = useState<FieldFile | null>(null)
  const [notice, showNotice] = useNotice()
  const where = { ...place, answer: answer.id }
  const drawing = useDrawing(draft, where)
  const view = useFullView(files, mayEdit ? drawing.open : null)
  const rules = fileRulesOf(answer)
  const kind = filesOf(answer.field)
  const camera = useFieldCamera(draft, where, kind ?? 'photo')
  const count = fileCountText(answer)
  const mayAdd = mayEdit && rules.kinds.length > 0
  const noUploads = uploadsUsed(files) >= limits.uploadsPerField
  const full = noUploads || rules.left === 0
  usePastedFiles((pasted, target) => {
    const here = target instanceof Element && target.closest(`[id="field-${answer.id}"]`) !== null
    const takes = here && mayAdd && !full && adding === null
    if (takes) setAdding(pasted)
    return takes
  })
  if (!mayEdit && files.length === 0) return null
  return (
    <div className={classes.media} data-photos={files.length > 0 || undefined}>
      {files.length > 0 && (
        <ul className={classes.strip}>
          {files.map((file) => (
            <FieldThumbnail
              of={{ account, survey: draft.survey.id }}
              key={file.id}
              file={file}
              onOpen={() => void view.open(file)}
              {...(mayEdit && { onEdit: () => setEdited(file) })}
              onBroken={() => refreshAddresses(draft)}
            >
              {mayEdit && <CaptionField draft={draft} place={where} file={file} />}
            </FieldThumbnail>
          ))}
        </ul>
      )}
      {kind !== null && !full && count !== '' && <p className={classes.count}>{count}</p>}
      {mayAdd && touch && (
        <CameraButton
          kind={kind ?? 'photo'}
          main={kind !== null}
          name={answer.field.name}
          disabled={full}
          onOpen={() => void camera.open()}
        />
      )}
      {mayAdd && (
        <button
          type="button"
          className={classes.add}
          data-main={(kind !== null && !touch) || undefined}
          onClick={() => !full && setAdding([])}
          aria-disabled={full}
          aria-describedby={full ? `full-${answer.id}` : undefined}
        >
          <IconPhotoPlus size={20} aria-hidden />
          <span className={touch ? classes.ofField : undefined}>
            {t(kind === null ? 'media.add' : addWords[kind])}
          </span>
          <span className={classes.ofField}>{answer.field.name}</span>
        </button>
      )}
      {(files.length > 0 || notice) && (
        <p role="status" className={classes.notice}>
          {notice}
        </p>
      )}
      {full && mayAdd && (
        <p className={classes.full} id={`full-${answer.id}`}>
          {noUploads ? t('media.tooManyUploads') : fileCountText(answer)}
        </p>
      )}
      {camera.problems.length > 0 && (
        <Alert color="red" mt="xs" role="alert">
          {camera.problems.join(' ')}
        </Alert>
      )}
      {adding && mayAdd && (
        <AddMediaDialog
          draft={draft}
          place={where}
          fieldName={answer.field.name}
          used={uploadsUsed(files)}
          rules={rules}
          given={adding}
          onCamera={() => void camera.open()}
          onClose={() => setAdding(null)}
        />
      )}
      {edited && mayEdit && (
        <FileDialog
          draft={draft}
          place={where}
          file={files.find(({ id }) => id === edited.id) ?? edited}
          files={files}
          onMove={setEdited}
          onClose={() => setEdited(null)}
          onDeleted={() => showNotice(t('media.deleted'))}
          drawing={drawing}
          onRetake={(file) => void camera.open(file)}
        />
      )}
      {mayEdit && camera.shown}
      {drawing.shown}
      {view.shown}
    </div>
  )
}

interface CameraButtonProps {
  /** The field's name. */
  readonly name: string
  readonly kind: FileKind
  /** Whether this is the field's main control. */
  readonly main: boolean
  readonly disabled: boolean
  readonly onOpen: () => void
}

/** Opens the camera directly on tap. */
function CameraButton({ name, kind, main, disabled, onOpen }: CameraButtonProps) {
  return (
    <button
      type="button"
      className={classes.add}
      data-first
      data-main={main || undefined}
      onClick={() => !disabled && onOpen()}
      aria-disabled={disabled}
    >
      {kind === 'photo' ? <IconCamera size={20} aria-hidden /> : <IconVideo size={20} aria-hidden />}
      {t(kind === 'photo' ? 'media.takePhoto' : 'media.takeVideo')}
      <span className={classes.ofField}>{name}</span>
    </button>
  )
}

interface AddMediaDialogProps extends MediaField {
  readonly fieldName: string
  /** Files to add when the dialog opens. */
  readonly given: readonly File[]
  readonly onCamera: () => void
  readonly onClose: () => void
}

/** Picks files, stores them on the device, and shows upload progress. Closes when all are uploaded. */
export function AddMediaDialog({ fieldName, given, onCamera, onClose, ...field }: AddMediaDialogProps) {
  const phone = useWidth(limits.breakpointDialog)
  const adding = useAddMedia(field, useWidth(limits.breakpointWide))
  useAddOnce(given, adding.pick)
  const { mayClose, hold } = useCloseWhenDone(adding, onClose)
  const [asked, askedToClose] = useNotice()
  // Shown only while the dialog cannot close.
  const whyOpen =
    asked !== '' && !mayClose ? t(adding.staged > 0 ? 'media.uploadFirst' : 'media.stillSending') : ''
  function close() {
    if (mayClose) onClose()
    else askedToClose('asked')
  }
  return (
    <Dialog
      opened
      onClose={close}
      closeOnClickOutside={false}
      fullScreen={phone}
      size="lg"
      title={`${t('media.addTitle')}: ${fieldName}`}
    >
      <div {...hold}>
        <AddMedia
          adding={adding}
          field={field}
          onCamera={() => {
            if (mayClose) onClose()
            onCamera()
          }}
        />
      </div>
      <AddMediaSteps adding={adding} whyOpen={whyOpen} mayClose={mayClose} onClose={onClose} />
    </Dialog>
  )
}

/** Adds the given files once, on mount. */
function useAddOnce(files: readonly File[], pick: (files: readonly File[]) => Promise<void>): void {
  const waiting = useRef(files)
  const latest = useRef(pick)
  latest.current = pick
  useEffect(() => {
    const taken = waiting.current
    waiting.current = []
    if (taken.length > 0) void latest.current(taken)
  }, [])
}

/** Known on the first render, so the layout does not shift. */
function useWidth(most: number): boolean {
  return useMediaQuery(`(max-width: ${most}px)`, undefined, { getInitialValueInEffect: false })
}
