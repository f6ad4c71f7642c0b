import { Button, VisuallyHidden } from '@mantine/core'
import { titledNameOf } from '#survey/numbering.ts'
import type { Answer } from '#survey/survey.ts'
import { say } from '#web/lib/say.ts'
import { checkCopied } from '#web/offline/draft/copy-actions.ts'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import classes from './copy-from-last.module.css'
import { useDraft, useSurvey } from './draft-context.ts'

/** 'Copied from Unit 3, not checked yet': gone once the field is touched, or found right. */
export function CopyMark({ answer, place }: { readonly answer: Answer; readonly place: FieldPlace }) {
  const draft = useDraft()
  const source = answer.copiedFrom ?? answer.media.find(({ copiedFrom }) => copiedFrom !== null)?.copiedFrom
  const from = useSurvey((survey) => {
    const section = survey.sections.find(({ id }) => id === place.section)
    const part = section?.subSections.find(({ id, answers }) =>
      answer.copiedFrom ? id === source : answers.some(({ media }) => media.some((one) => one.id === source)),
    )
    return section && part ? titledNameOf(section, part) : (section?.definition.name ?? '')
  })
  if (!source) return null
  return (
    <div className={classes.mark}>
      <p>{say('form.copiedFrom', { from })}</p>
      <Button variant="subtle" onClick={() => void checkCopied(draft, [{ place, answers: [answer] }])}>
        {say('form.copyRight')}
        <VisuallyHidden> ({answer.field.name})</VisuallyHidden>
      </Button>
    </div>
  )
}
