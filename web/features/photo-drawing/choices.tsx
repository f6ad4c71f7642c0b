import type { ReactNode } from 'react'
import classes from './choices.module.css'

interface Props<Value extends string> {
  readonly name: string
  readonly label: string
  readonly values: readonly Value[]
  readonly value: Value
  readonly nameOf: (value: Value) => string
  readonly onChange: (value: Value) => void
  readonly children: (value: Value) => ReactNode
}

/** A row of pictures to choose from, built from radio buttons for keyboards and screen readers. */
export function Choices<Value extends string>(props: Props<Value>) {
  const { name, label, values, value, nameOf, onChange, children } = props
  return (
    <fieldset className={classes.row} data-name={name}>
      <legend className={classes.legend}>{label}</legend>
      {values.map((one) => (
        <label key={one} className={classes.choice} title={nameOf(one)}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            aria-label={nameOf(one)}
            checked={one === value}
            onChange={() => onChange(one)}
          />
          {children(one)}
        </label>
      ))}
    </fieldset>
  )
}
