import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { DictationField } from '#web/ui/dictation-field.tsx'
import classes from './field-media.module.css'
import { numberedName } from './gallery-item.ts'
import type { FieldFile } from './shown-media.ts'
import { useCaption } from './use-caption.ts'

interface Props {
  readonly draft: Draft
  readonly place: FieldPlace & { readonly answer: string }
  readonly file: FieldFile
}

/** The caption of a photo or video, typed or dictated. */
export function CaptionField({ draft, place, file }: Props) {
  const input = useRef<HTMLTextAreaElement>(null)
  const caption = useCaption(draft, place, file)
  // Label by number: the file's name is its caption, which would change with every keystroke.
  const label = t('media.describeFile', { name: numberedName(file) })
  return (
    <DictationField name={label} input={input} onLate={(add) => caption.type(add(caption.text))}>
      <textarea
        ref={input}
        className={classes.caption}
        rows={1}
        aria-label={label}
        placeholder={t('media.describe')}
        value={caption.text}
        maxLength={limits.descriptionMax}
        onChange={({ currentTarget }) => caption.type(currentTarget.value)}
        onBlur={() => void caption.leave()}
      />
    </DictationField>
  )
}
