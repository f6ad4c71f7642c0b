import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { listOf, queueOf } from '#web/lib/page/opened-from.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSurvey } from './draft-context.ts'
import classes from './form-top.module.css'
import { NoticeLine } from './notices/notice-line.tsx'
import { PeopleButton } from './people-button.tsx'
import { SyncLine } from './saving/sync-line.tsx'
import { SurveySearchBox } from './search/survey-search-box.tsx'

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
