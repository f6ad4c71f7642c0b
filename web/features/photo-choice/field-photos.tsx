import { Alert, Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import type { Answer } from '#survey/survey.ts'
import { AddMedia } from '#web/features/media/add-media.tsx'
import { UploadButtons } from '#web/features/media/add-media-steps.tsx'
import { AddingStatus } from '#web/features/media/adding-status.tsx'
import { fileRulesOf } from '#web/features/media/file-rules.ts'
import { uploadsOf } from '#web/features/media/shown-media.ts'
import { type AddingMedia, useAddMedia } from '#web/features/media/use-add-media.ts'
import { useCloseWhenDone } from '#web/features/media/use-close-when-done.ts'
import { useFieldCamera } from '#web/features/media/use-field-camera.tsx'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import type { Draft } from '#web/offline/draft/draft.ts'
import type { MediaPart } from './media-fields.ts'
import classes from './photo-choice.module.css'

interface Props {
  readonly draft: Draft
  readonly part: MediaPart
  readonly answer: Answer
  readonly onOther: () => void
  /** Added once, as if picked. */
  readonly given: File | null
  readonly onPicked: () => void
}

/** Adds photos to this field and shows upload progress. Opens the field when all are uploaded. */
export function FieldPhotos({ draft, part: { section, part, name }, answer, onOther, ...rest }: Props) {
  const items = useSyncExternalStore(draft.subscribe, () => draft.items)
  const local = useSyncExternalStore(draft.subscribe, () => draft.files)
  const used = uploadsOf({ items, files: local }, answer.media)
  const place = { section: section.id, subSection: part.id, answer: answer.id }
  const atOnce = useMediaQuery(`(max-width: ${limits.breakpointWide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const field = { draft, place, used, rules: fileRulesOf(answer) }
  const adding = useAddMedia(field, atOnce)
  useAddOnce(rest, adding)
  const navigate = useNavigate()
  const { id, template } = draft.survey
  const leave = () =>
    navigate(`/survey/${template.id}/${id}/${section.id}/${part.id}`, { state: { field: answer.id } })
  const camera = useFieldCamera(draft, place, 'photo', leave)
  const { mayClose, hold } = useCloseWhenDone(adding, leave)
  const { uploads } = adding
  return (
    <>
      <p className={classes.name}>
        <Text span fw={600}>
          {answer.field.name}
        </Text>
        <Text span c="dimmed" size="sm">
          {draft.survey.name} · {name}
        </Text>
      </p>
      <div {...hold}>
        <AddMedia adding={adding} field={field} onCamera={() => void camera.open()} />
      </div>
      {camera.problems.map((problem) => (
        <Alert key={problem} color="red" mt="md" role="alert">
          {problem}
        </Alert>
      ))}
      {camera.shown}
      <AddingStatus {...adding} />
      <div className={classes.steps}>
        {adding.staged > 0 ? (
          <UploadButtons adding={adding} />
        ) : (
          <>
            <Button variant="default" onClick={leave} disabled={!mayClose}>
              {t(uploads.rows.length > 0 ? 'media.toField' : 'common.cancel')}
            </Button>
            <Button variant="subtle" onClick={onOther} disabled={!mayClose}>
              {t('media.otherField')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

/** Adds the given file once and removes it from the address, so a reload does not add it again. */
function useAddOnce({ given, onPicked }: Pick<Props, 'given' | 'onPicked'>, { pick }: AddingMedia): void {
  const taken = useRef<File | null>(null)
  const take = useRef((_file: File) => {})
  take.current = (file) => {
    onPicked()
    void pick([file])
  }
  useEffect(() => {
    if (!given || taken.current === given) return
    taken.current = given
    take.current(given)
  }, [given])
}
