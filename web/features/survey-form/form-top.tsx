import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { listOf, queueOf } from '#web/lib/page/opened-from.ts'
import { Link, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import { useDraft, useSurvey } from './draft-context.ts'
import classes from './form-top.module.css'
import { NoticeLine } from './notices/notice-line.tsx'
import { SyncLine } from './saving/sync-line.tsx'
import { SurveySearchBox } from './search/survey-search-box.tsx'

const { View: PeopleDialog } = lazyPart(
  async () => (await import('#web/features/sharing/people-dialog.tsx')).PeopleDialog,
)

/** The survey's title, its state, and the button to its sections. Stays visible while the fields scroll. */
export function FormTop({ picker }: { picker: ReactNode }) {
  const name = useSurvey((survey) => survey.name)
  const id = useSurvey((survey) => survey.id)
  const list = listOf(id)
  const back = t(list === null ? 'form.toHistory' : queueOf(id) === null ? 'form.toTeam' : 'form.toReview')
  const title = t('form.title', { name })
  useTitle(title)
  return (
    <header className={classes.top} data-form>
      <Link className={classes.back} to={list ?? '/dashboard'} aria-label={back} title={back}>
        <IconArrowLeft size={22} aria-hidden />
      </Link>
      <div className={classes.words}>
        <h1 className={classes.title} title={title}>
          <TitleWords title={title} name={name} />
        </h1>
        <div className={classes.second}>
          <SyncLine />
          {picker}
        </div>
      </div>
      <PeopleButton />
      <SurveySearchBox />
      <NoticeLine />
    </header>
  )
}

/** With large text only the name is visible; screen readers still read the whole title. */
function TitleWords({ title, name }: { title: string; name: string }) {
  const before = t('form.title', { name: '' })
  if (name === '' || !title.startsWith(before)) return title
  return (
    <>
      <span className={classes.kind}>{before.trimEnd()}</span>
      {title.slice(before.trimEnd().length)}
    </>
  )
}

/** Opens the dialog of people with access to this survey. */
function PeopleButton() {
  const [opened, { open, close }] = useDisclosure(false)
  const draft = useDraft()
  const navigate = useNavigate()
  const name = useSurvey((survey) => survey.name)
  const label = t('together.peopleOf', { name })
  return (
    <>
      <ActionIcon color="gray" aria-label={label} title={label} onClick={open}>
        <IconUsers size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      {opened && (
        <Part instead={<NoticeDialog opened onClose={close} text={t('together.offline')} />}>
          <PeopleDialog
            surveyId={draft.survey.id}
            surveyName={name}
            onClose={close}
            onLeft={() => navigate('/dashboard', { replace: true })}
          />
        </Part>
      )}
    </>
  )
}
