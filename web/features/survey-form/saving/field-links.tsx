import type { Place } from '#survey/mandatory.ts'
import type { Violation } from '#survey/violations.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import classes from './submit-dialog.module.css'

interface Props {
  readonly places: readonly (Place & Partial<Violation>)[]
  readonly onFollowed: () => void
}

/** Links to fields by name, with the problem if there is one. */
export function FieldLinks({ places, onFollowed }: Props) {
  const { id, template } = useDraft().survey
  return (
    <ul className={classes.list}>
      {places.map(({ section, subSection, answer, message }) => (
        <li key={answer.id}>
          <Link
            className={classes.link}
            to={formPath(template.id, id, section.id, subSection.id)}
            state={{ field: answer.id }}
            onClick={onFollowed}
          >
            {message === undefined ? answer.field.name : `${answer.field.name}: ${message}`}
          </Link>
        </li>
      ))}
    </ul>
  )
}
