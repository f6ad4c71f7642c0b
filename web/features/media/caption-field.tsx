import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { readUnsaved, storeUnsaved } from '#web/lib/page/unsaved.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { describeMedia } from '#web/offline/draft/draft-actions.ts'
import { DictationField } from '#web/ui/dictation-field.tsx'
import classes from './field-media.module.css'
import { numberedName } from './gallery-item.ts'
import type { FieldFile } from './shown-media.ts'

/** Milliseconds without typing before the caption of an uploaded file is saved. */
const saveDelay = 1_000

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
        dir="auto"
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

/**
 * The caption of a file. Until the file is sent, every keystroke is saved; afterwards, a pause in typing or blur
 * saves it. Unsaved text survives a reload in local storage, and the next page saves it.
 */
function useCaption(draft: Draft, place: FieldPlace & { readonly answer: string }, file: FieldFile) {
  const unsavedPlace = { account: draft.account, of: `description:${file.id}` }
  const [typed, setTyped] = useState(() => readUnsaved(unsavedPlace))
  const unsaved = useRef(typed)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function save(): Promise<void> {
    clearTimeout(timer.current)
    const text = unsaved.current
    const isThere = draft.answer(place.answer)?.media.some(({ id }) => id === file.id)
    if (text === null || !isThere) return
    if (!(await describeMedia(draft, place, file.target, text)) || unsaved.current !== text) return
    unsaved.current = null
    storeUnsaved(unsavedPlace, null)
  }
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    void latest.current()
    return () => void latest.current()
  }, [])

  return {
    text: typed ?? file.description,
    type(text: string): void {
      setTyped(text)
      unsaved.current = text
      storeUnsaved(unsavedPlace, text)
      clearTimeout(timer.current)
      if (file.waits) void save()
      else timer.current = setTimeout(() => void latest.current(), saveDelay)
    },
    /** Call on blur. Saves, then shows the saved caption. */
    async leave(): Promise<void> {
      await save()
      if (unsaved.current === null) setTyped(null)
    },
  }
}
