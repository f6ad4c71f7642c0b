import { findAnswer } from '#survey/navigation.ts'
import { placeNameOf } from '#survey/numbering.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import classes from './review.module.css'

interface Props {
  /** Note by answer id. */
  readonly notes: ReadonlyMap<string, string>
  readonly onFollowed?: () => void
}

/** Notes as links to their fields. A note on a deleted sub-section is shown without a link. */
export function NotedFields({ notes, onFollowed }: Props) {
  const { survey } = useDraft()
  if (notes.size === 0) return null
  return (
    <ul className={classes.fields}>
      {[...notes].map(([id, text]) => {
        const place = findAnswer(survey, id)
        if (!place) return <li key={id}>{text}</li>
        const { section, subSection, answer } = place
        return (
          <li key={id}>
            <Link
              className={classes.link}
              to={formPath(survey.template.id, survey.id, section.id, subSection.id)}
              state={{ field: id }}
              onClick={onFollowed}
            >
              {placeNameOf(section, subSection)}: {answer.field.name}
            </Link>
            <span className={classes.statement}>{text}</span>
          </li>
        )
      })}
    </ul>
  )
}
