import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { nextMissing } from '#survey/mandatory.ts'
import { nextSection, previousSection } from '#survey/navigation.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { useDraft, useMayEdit, useSurvey } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { openHistory } from '../history/field-history.tsx'
import { NextPart } from '../repeats/next-part.tsx'
import { RemovedLine } from '../repeats/removed-line.tsx'
import type { AddPartProps } from '../repeats/use-add-part.ts'
import { FinishDialogs } from '../saving/finish-dialogs.tsx'
import { useFinish } from '../saving/use-finish.ts'
import { GoToPart } from '../search/go-to-part.tsx'
import { focusSearch } from '../search/survey-search-box.tsx'
import { Shortcuts } from '../shortcuts.tsx'
import classes from './steps-bar.module.css'

/** Back, Save and Next, Submit on the last section, and 'Next unit' in a repeated one. Always within thumb reach. */
export function StepsBar(props: AddPartProps) {
  const { sectionId, onMissing } = props
  const navigate = useNavigate()
  const draft = useDraft()
  const back = useSurvey((survey) => previousSection(survey, sectionId)?.id ?? '')
  const next = useSurvey((survey) => nextSection(survey, sectionId)?.id ?? '')
  const finish = useFinish(() => onMissing(true))
  const mayEdit = useMayEdit()
  const go = (id: string) => navigate(formPath(draft.survey.template.id, draft.survey.id, id))
  const [full, setFull] = useState(false)
  const goToMissing = () => {
    const { survey } = draft
    const place = nextMissing(survey, sectionId, focusedField())
    if (!place) return setFull(true)
    const to = formPath(survey.template.id, survey.id, place.section.id, place.subSection.id)
    // Replace entries within a section, so one Back leaves it however many fields were visited.
    navigate(to, { state: { field: place.answer.id }, replace: place.section.id === sectionId })
  }
  return (
    <footer className={classes.bar}>
      <RemovedLine key={sectionId} sectionId={sectionId} />
      <div className={classes.row}>
        <div className={classes.inner}>
          <Button
            variant="default"
            className={classes.back ?? ''}
            disabled={back === ''}
            leftSection={<IconChevronLeft size={18} aria-hidden />}
            onClick={() => go(back)}
          >
            {t('common.back')}
          </Button>
          {mayEdit && (
            <Button variant="default" loading={finish.busy === 'Started'} onClick={() => void finish.save()}>
              {t('common.save')}
            </Button>
          )}
          <GoToPart sectionId={sectionId} />
          {mayEdit && <NextPart key={sectionId} className={classes.another ?? ''} {...props} />}
          {next === '' && mayEdit && (
            <Button loading={finish.busy === 'Completed'} onClick={() => void finish.submit()}>
              {t('form.submit')}
            </Button>
          )}
          {(next !== '' || !mayEdit) && (
            <Button
              disabled={next === ''}
              rightSection={<IconChevronRight size={18} aria-hidden />}
              onClick={() => go(next)}
            >
              {t('form.next')}
            </Button>
          )}
        </div>
        <Shortcuts
          actions={{
            save: mayEdit ? () => void finish.save() : undefined,
            next: next === '' ? undefined : () => go(next),
            previous: back === '' ? undefined : () => go(back),
            search: focusSearch,
            missing: mayEdit ? goToMissing : undefined,
            history: mayEdit ? openHistory : undefined,
          }}
        />
      </div>
      <NoticeDialog opened={full} onClose={() => setFull(false)} text={t('form.allMandatory')} />
      <FinishDialogs finish={finish} />
    </footer>
  )
}

/** The answer id of the focused field, or '' if there is none. */
function focusedField(): string {
  return document.activeElement?.closest('[id^="field-"]')?.id.slice('field-'.length) ?? ''
}
