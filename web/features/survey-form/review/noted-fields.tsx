import { findAnswer } from '#survey/navigation.ts'
import { placeNameOf } from '#survey/numbering.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import classes from './review.module.css'

interface Props {
  /** By the ids of their answers. */
  readonly notes: ReadonlyMap<string, string>
  readonly onFollowed?: () => void
}

/** The fields that something was noted at, each a link to it. Of a part that is gone since the note alone is told. */
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
