import type { FormField } from '#survey/builder/place.ts'
import { labelOf } from '#survey/form-source.ts'
import { say } from '#web/lib/say.ts'
import classes from './field-sketch.module.css'

/** So many options show what kind of list it is. */
const shownOptions = 8

/** What a field looks like to who fills it; nothing to enter here. */
export function FieldSketch({ field }: { field: FormField }) {
  const { type } = field
  if (type === 'note') return null
  if (type === 'checkbox' || type === 'radio') return <Choices field={field} />
  if (type === 'yes_no') {
    return (
      <span className={classes.choices} aria-hidden>
        <span className={classes.choice} data-kind="radio">
          {say('fields.yes')}
        </span>
        <span className={classes.choice} data-kind="radio">
          {say('fields.no')}
        </span>
      </span>
    )
  }
  return (
    <span className={classes.box} data-kind={type} aria-hidden>
      {placeholderOf(field)}
    </span>
  )
}

function Choices({ field: { type, options = [] } }: { field: FormField }) {
  const more = options.length - shownOptions
  return (
    <span className={classes.choices} aria-hidden>
      {options.slice(0, shownOptions).map((option, index) => (
        <span key={keyOf(labelOf(option), index)} className={classes.choice} data-kind={type}>
          {labelOf(option)}
        </span>
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  )
}

function placeholderOf({ type, dropdownOf, unit }: FormField): string {
  if (type === 'numeric') return say('form.enterDigit')
  if (type === 'decimal') return `${say('fields.enterDecimal')}${unit ? ` (${unit})` : ''}`
  if (type === 'select') return say('form.select')
  if (type === 'dynamic_dropdown')
    return say(dropdownOf === 'Floor' ? 'form.selectFloor' : 'form.selectBuilding')
  if (type === 'date' || type === 'date_time') return say(`builder.type_${type}`)
  if (type === 'signature') return say('fields.signHere')
  if (type === 'position') return say('fields.position')
  if (type === 'barcode') return say('fields.enterCode')
  if (type === 'calculated') return say('fields.notCalculated')
  return say('form.enterText')
}

/** Two options of one label are a fault that is told, and drawn all the same. */
function keyOf(label: string, index: number): string {
  return `${index} ${label}`
}
