import type { FieldType } from '#contract/templates/field-types.ts'
import type { FormField } from '#survey/builder/form-place.ts'
import { labelOf } from '#survey/document-to-source.ts'
import { ratings } from '#survey/fields/rating.ts'
import { answersOf, chooses } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './field-sketch.module.css'

/** Options drawn before the rest is left out. */
const shownOptions = 8

/** The drawn choices or the placeholder of the empty input; null if there is no input. */
type Sketch = (field: FormField) => readonly string[] | string | null

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

/** A static picture of the field's input. */
export function FieldSketch({ field }: { field: FormField }) {
  const sketch = sketches[field.type](field)
  if (sketch === null) return null
  if (typeof sketch !== 'string') return <Choices labels={sketch} many={chooses(field) === 'several'} />
  return (
    <span className={classes.box} data-kind={field.type} aria-hidden>
      {sketch}
    </span>
  )
}

function Choices({ labels, many }: { labels: readonly string[]; many: boolean }) {
  const more = labels.length - shownOptions
  return (
    <span className={classes.choices} aria-hidden>
      {labels.slice(0, shownOptions).map((label, index) => (
        <span key={keyOf(label, index)} className={classes.choice} data-kind={many ? 'checkbox' : 'radio'}>
          {label}
        </span>
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  )
}

/** The index keeps keys unique: duplicate labels are reported but still drawn. */
function keyOf(label: string, index: number): string {
  return `${index} ${label}`
}
