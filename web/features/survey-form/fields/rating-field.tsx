import { ratings, ratingText } from '#survey/fields/rating.ts'
import { ClearButton } from './clear-button.tsx'
import type { FieldViewProps } from './field-view.ts'
import classes from './rating-field.module.css'

/** Five large radio buttons in a row; arrow keys move between them. */
export function RatingField({ answer, inputId, problemId, onAnswer }: FieldViewProps) {
  const { value } = answer
  return (
    <>
      <div className={classes.scale}>
        {ratings.map((each, index) => (
          <label
            key={each}
            className={classes.step}
            data-reached={Number(each) <= Number(value) || undefined}
          >
            <input
              id={index === 0 ? inputId : undefined}
              type="radio"
              name={inputId}
              className={classes.radio}
              aria-label={ratingText(each)}
              aria-invalid={problemId !== undefined}
              checked={value === each}
              onChange={() => onAnswer({ value: each, values: [] })}
            />
            <span aria-hidden>{each}</span>
          </label>
        ))}
      </div>
      <ClearButton answer={answer} onAnswer={onAnswer} />
    </>
  )
}
