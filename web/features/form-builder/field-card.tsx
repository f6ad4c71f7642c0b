import { IconCamera, IconEyeOff, IconGitBranch } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react'
import { limits } from '#contract/limits.ts'
import type { FieldType } from '#contract/templates/field-types.ts'
import { rename } from '#survey/builder/edit-fields.ts'
import { usesOf } from '#survey/builder/field-uses.ts'
import type { FormField, Place } from '#survey/builder/form-place.ts'
import { labelOf } from '#survey/document-to-source.ts'
import { ratings } from '#survey/fields/rating.ts'
import { answersOf, chooses } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import { useBuilder, useIsReadOnly } from './builder.ts'
import fieldSketchStyles from './field-sketch.module.css'
import { addNamedFields, pastedNames, removeUnnamedField } from './new-field.ts'
import { PlaceMenu } from './place-menu.tsx'
import { nameId } from './places.ts'
import classes from './section-pane.module.css'
import { useFault } from './use-faults.ts'

/** Options drawn before the rest is left out. */
const shownOptions = 8

const labels: Sketch = ({ options = [] }) => options.map(labelOf)

const words: Sketch = () => t('form.enterText')

const typeName: Sketch = ({ type }) => t(`builder.type_${type}`)

/** One per field type; the compiler rejects a missing type. */
const sketches: Readonly<Record<FieldType, Sketch>> = {
  text: words,
  long_text: words,
  numeric: () => t('form.enterDigit'),
  decimal: ({ unit }) => `${t('fields.enterDecimal')}${unit ? ` (${unit})` : ''}`,
  checkbox: labels,
  radio: labels,
  select: () => t('form.select'),
  dynamic_dropdown: ({ dropdownOf }) =>
    t(dropdownOf === 'Floor' ? 'form.selectFloor' : 'form.selectBuilding'),
  date: typeName,
  date_time: typeName,
  yes_no: (field) => answersOf(field).map(({ label }) => label),
  signature: () => t('fields.signHere'),
  position: () => t('fields.position'),
  barcode: () => t('fields.enterCode'),
  time: typeName,
  rating: () => ratings,
  photo: () => t('media.addPhotos'),
  video: () => t('media.addVideos'),
  note: () => null,
  calculated: () => t('fields.notCalculated'),
}

interface Props {
  readonly field: FormField
  readonly section: number
  readonly place: number
  readonly selected: boolean
  readonly onProperties: (at: Place) => void
}

/** A field in the builder: name input, sketch of its input, and buttons. */
export const FieldCard = memo(function FieldCard({ field, section, place, selected, onProperties }: Props) {
  const builder = useBuilder()
  const looksOn = useIsReadOnly()
  const at = { section, field: place }
  const fault = useFault(section, place, '')
  const nameFault = useFault(section, place, 'name')
  const problemId = `${nameId(at)}-problem`
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && field.name === '' && usesOf(builder.form, at).length === 0) {
      event.preventDefault()
      removeUnnamedField(builder, at)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    addNamedFields(builder, at, [''], field)
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const names = pastedNames(event.clipboardData)
    if (!names) return
    event.preventDefault()
    addPasted(names)
  }
  const addPasted = (names: readonly string[]) => {
    const [first = '', ...others] = names
    if (field.name !== '') return addNamedFields(builder, at, names, field)
    // A paste into an empty field also fills its own name.
    builder.edit({ form: rename(builder.form, at, first, builder.isPublished), at })
    addNamedFields(builder, at, others, field)
  }
  return (
    <div id={`card-${section}-${place}`} className={classes.card} data-selected={selected}>
      <div className={classes.row}>
        <textarea
          dir="auto"
          id={nameId(at)}
          rows={1}
          className={classes.fieldName}
          aria-label={t('builder.fieldName', { number: place + 1 })}
          aria-invalid={nameFault !== null}
          aria-describedby={fault === null ? undefined : problemId}
          placeholder={t('builder.unnamed')}
          value={field.name}
          readOnly={looksOn}
          maxLength={limits.formLineMax}
          onFocus={() => !selected && builder.look(at)}
          onChange={({ currentTarget: { value } }) =>
            builder.edit(
              { form: rename(builder.form, at, value.replace(/[\r\n]+/g, ' '), builder.isPublished), at },
              { group: `name ${section} ${place}` },
            )
          }
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {field.mandatory && (
          <span className={classes.mandatory} title={t('form.mandatory')} aria-hidden>
            *
          </span>
        )}
        <PlaceMenu at={at} name={field.name} />
      </div>
      <div className={classes.look}>
        {field.hint && <span className={classes.hint}>{field.hint}</span>}
        <FieldSketch field={field} />
        <Marks field={field} />
        <button
          type="button"
          className={classes.cover}
          aria-label={t('builder.openProperties', { name: field.name || t('builder.unnamed') })}
          onClick={() => onProperties(at)}
        />
      </div>
      {fault !== null && (
        <p id={problemId} className={classes.problem}>
          {fault}
        </p>
      )}
    </div>
  )
})

function Marks({ field }: { field: FormField }) {
  const marks = [
    { of: field.showIf ?? field.condition, Icon: IconGitBranch, words: t('builder.shownSometimes') },
    { of: field.media, Icon: IconCamera, words: t('builder.photos') },
    { of: field.internal, Icon: IconEyeOff, words: t('form.internal') },
  ].filter(({ of }) => of)
  if (marks.length === 0) return null
  return (
    <span className={classes.marks}>
      {marks.map(({ Icon, words }) => (
        <span key={words} className={classes.mark}>
          <Icon size={16} aria-hidden />
          {words}
        </span>
      ))}
    </span>
  )
}

/** The drawn choices or the placeholder of the empty input; null if there is no input. */
type Sketch = (field: FormField) => readonly string[] | string | null

/** A static picture of the field's input. */
function FieldSketch({ field }: { field: FormField }) {
  const sketch = sketches[field.type](field)
  if (sketch === null) return null
  if (typeof sketch !== 'string') return <Choices labels={sketch} many={chooses(field) === 'several'} />
  return (
    <span className={fieldSketchStyles.box} data-kind={field.type} aria-hidden>
      {sketch}
    </span>
  )
}

function Choices({ labels, many }: { labels: readonly string[]; many: boolean }) {
  const more = labels.length - shownOptions
  return (
    <span className={fieldSketchStyles.choices} aria-hidden>
      {labels.slice(0, shownOptions).map((label, index) => (
        <span
          key={keyOf(label, index)}
          className={fieldSketchStyles.choice}
          data-kind={many ? 'checkbox' : 'radio'}
        >
          {label}
        </span>
      ))}
      {more > 0 && <span className={fieldSketchStyles.more}>+{more}</span>}
    </span>
  )
}

/** The index keeps keys unique: duplicate labels are reported but still drawn. */
function keyOf(label: string, index: number): string {
  return `${index} ${label}`
}
