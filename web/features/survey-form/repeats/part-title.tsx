import { IconPencil } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { asText } from '#survey/fields/registry.ts'
import { titleOf } from '#survey/numbering.ts'
import type { Answer } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { useDraft, useFieldNotes, useMayEdit, usePart } from '../draft-context.ts'
import { FieldNote } from '../field-frame/field-note.tsx'
import { useSyncedValue } from '../fields/use-synced-value.ts'
import classes from './part-title.module.css'

interface Props {
  readonly place: FieldPlace
  /** '107', or '<section> 2' without an identity. Never includes the title. */
  readonly name: string
  readonly title: Answer
  readonly editing: boolean
}

/** 'Add a title', or a pencil to edit it, in the header of the sub-section. */
export function PartTitleButton({
  name,
  title,
  editing,
  onEdit,
}: Omit<Props, 'place'> & { onEdit: () => void }) {
  const given = asText(title) !== ''
  const label = t(given ? 'search.changeTitle' : 'search.addTitleTo', { name })
  return (
    <button
      type="button"
      id={`field-${title.id}`}
      className={classes.button}
      aria-label={label}
      aria-expanded={editing}
      title={label}
      onClick={onEdit}
    >
      <IconPencil size={20} aria-hidden />
      {!given && <span className={classes.words}>{t('search.addTitle')}</span>}
    </button>
  )
}

/** Edits the title in place. Saves every keystroke on the device; Escape restores the previous title. */
export function PartTitleEditor(props: Props & { onClose: () => void }) {
  const { editing, title, place } = props
  return (
    <>
      {editing && <TitleInput {...props} />}
      <FieldNote answerId={title.id} answer={title} place={place} />
    </>
  )
}

/** The only sub-section of a section keeps an earlier title, which can be edited or removed. */
export function LonePartTitle({ place }: { place: FieldPlace }) {
  const draft = useDraft()
  const part = usePart(place.subSection)
  const mayEdit = useMayEdit()
  const [editing, setEditing] = useState(false)
  const { conflict } = useFieldNotes(part?.title.id ?? '')
  // Keep the input while the user empties it.
  if (!part || (asText(part.title) === '' && !editing && !conflict)) return null
  const name = draft.survey.sections.find(({ id }) => id === place.section)?.definition.name ?? ''
  const shared = { name, title: part.title, editing }
  return (
    <div className={classes.lone}>
      <div className={classes.loneHead}>
        <p>{titleOf(part)}</p>
        {mayEdit && <PartTitleButton {...shared} onEdit={() => setEditing(true)} />}
      </div>
      <PartTitleEditor {...shared} place={place} onClose={() => setEditing(false)} />
    </div>
  )
}

function TitleInput({ place, name, title, onClose }: Props & { onClose: () => void }) {
  const draft = useDraft()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const before = useRef(title.value)
  const initial = useSyncedValue(input, title.value)
  const give = (value: string) => draft.type(place, title, { value, values: [] })
  const leave = () => {
    onClose()
    document.getElementById(`field-${title.id}`)?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.editor} data-answer={title.id}>
      <label className={classes.label} htmlFor={id}>
        {t('search.titleOf', { name })}
      </label>
      <input
        dir="auto"
        ref={input}
        id={id}
        className={classes.input}
        type="text"
        defaultValue={initial}
        maxLength={limits.titleMax}
        placeholder={t('search.titleHint')}
        autoComplete="off"
        enterKeyHint="done"
        // biome-ignore lint/a11y/noAutofocus: the user just pressed the edit button
        autoFocus
        onInput={({ currentTarget }) => give(currentTarget.value)}
        onBlur={onClose}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          if (event.key === 'Escape') give(before.current)
          leave()
        }}
      />
    </div>
  )
}
