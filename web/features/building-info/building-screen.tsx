import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconBuilding, IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { MenuOverlay } from '#web/app/menu-overlay.tsx'
import { DraftContext } from '#web/features/survey-form/draft-context.ts'
import { FormLayout } from '#web/features/survey-form/form-layout.tsx'
import { FormSkeleton } from '#web/features/survey-form/form-skeleton.tsx'
import top from '#web/features/survey-form/form-top.module.css'
import { NoticeLine } from '#web/features/survey-form/notices/notice-line.tsx'
import { SyncLine } from '#web/features/survey-form/saving/sync-line.tsx'
import { SurveySearchBox } from '#web/features/survey-form/search/survey-search-box.tsx'
import { t } from '#web/lib/language/translate.ts'
import { Link, useSearchParams } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useOpenDraft } from '#web/offline/draft/use-open-draft.ts'
import { type FoundSurvey, findOnDevice, findOnServer } from '#web/offline/list/survey-finder.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from './survey-chooser.module.css'

/** Section name in the built-in templates. */
const section = 'Building Information'

/** Milliseconds to wait for the server before showing the device's surveys. */
const timeout = 3_000

/** Building Information of the newest unfinished survey, with a chooser for the others. */
export function BuildingScreen() {
  const account = useSession()?.userId ?? ''
  const { found, retry } = useBuildingSurveys(account)
  useTitle(t('building.title'))
  if (found.state === 'looking') return <FormSkeleton />
  if (found.state === 'failed') {
    return (
      <WithoutForm>
        <ErrorState text={found.status === 0 ? t('building.notReached') : found.message} onRetry={retry} />
      </WithoutForm>
    )
  }
  const [newest] = found.surveys
  if (!newest) {
    return (
      <WithoutForm>
        <EmptyState text={t('building.none')} icon={<IconBuilding size={40} stroke={1.5} aria-hidden />}>
          <Button component={Link} to="/dashboard">
            {t('building.start')}
          </Button>
        </EmptyState>
      </WithoutForm>
    )
  }
  return <ChosenSurvey account={account} newest={newest} surveys={found.surveys} />
}

interface ChosenProps {
  readonly account: string
  readonly newest: FoundSurvey
  readonly surveys: readonly FoundSurvey[]
}

/** Keeps the open survey when the server's list arrives after the device's. */
function ChosenSurvey({ account, newest, surveys }: ChosenProps) {
  const [first] = useState(newest)
  const [params, setParams] = useSearchParams()
  const current = surveys.find(({ id }) => id === params.get('surveyId')) ?? first
  const offered = surveys.some(({ id }) => id === current.id) ? surveys : [current, ...surveys]
  return (
    <BuildingForm
      key={current.id}
      account={account}
      survey={current}
      chooser={
        <SurveyChooser surveys={offered} current={current} onChoose={(surveyId) => setParams({ surveyId })} />
      }
    />
  )
}

function WithoutForm({ children }: { children: ReactNode }) {
  return (
    <>
      <BuildingTop />
      <main>{children}</main>
    </>
  )
}

interface Props {
  readonly surveys: readonly FoundSurvey[]
  readonly current: FoundSurvey
  readonly onChoose: (id: string) => void
}

/** Names the open survey; a select if there are several. */
function SurveyChooser({ surveys, current, onChoose }: Props) {
  return (
    <div className={classes.bar}>
      {surveys.length === 1 ? (
        <>
          <span className={classes.label}>{t('building.choose')}</span>
          <span className={classes.name}>{nameOf(current)}</span>
        </>
      ) : (
        <>
          <label className={classes.label} htmlFor="building-survey">
            {t('building.choose')}
          </label>
          <NativeSelect
            id="building-survey"
            className={classes.select ?? ''}
            value={current.id}
            onChange={({ currentTarget }) => onChoose(currentTarget.value)}
            data={surveys.map((survey) => ({ value: survey.id, label: nameOf(survey) }))}
          />
        </>
      )}
    </div>
  )
}

function nameOf({ name, owner }: FoundSurvey): string {
  return t('building.surveyOf', { name, owner })
}

type FoundSurveys =
  | { readonly state: 'looking' }
  | { readonly state: 'failed'; readonly status: number; readonly message: string }
  | { readonly state: 'found'; readonly surveys: readonly FoundSurvey[] }

/** Unfinished surveys with building information, newest first. Falls back to the device's surveys. */
function useBuildingSurveys(account: string): { found: FoundSurveys; retry: () => void } {
  const [found, setFound] = useState<FoundSurveys>({ state: 'looking' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round retries
  useEffect(() => {
    let canceled = false
    const show = (next: FoundSurveys) => {
      if (!canceled) setFound(next)
    }
    const showDevice = async (otherwise: FoundSurveys | null) => {
      const surveys = await findOnDevice(account, section)
      if (surveys.length > 0) show({ state: 'found', surveys })
      else if (otherwise) show(otherwise)
    }
    const run = async () => {
      show({ state: 'looking' })
      const late = setTimeout(() => void showDevice(null).catch(reportStorageFailure), timeout)
      const answer = await findOnServer(account, section)
      clearTimeout(late)
      if (answer.ok) show({ state: 'found', surveys: answer.surveys })
      else await showDevice({ state: 'failed', status: answer.status, message: answer.message })
    }
    run().catch((error: unknown) => {
      reportStorageFailure(error)
      show({ state: 'failed', status: 0, message: '' })
    })
    return () => {
      canceled = true
    }
  }, [account, round])
  return { found, retry: useCallback(() => setRound((count) => count + 1), []) }
}

interface BuildingFormProps {
  readonly account: string
  readonly survey: FoundSurvey
  readonly chooser: ReactNode
}

/** The survey form at its Building Information section, with the same draft and saving as its own screen. */
function BuildingForm({ account, survey, chooser }: BuildingFormProps) {
  const { open, retry } = useOpenDraft(account, survey.id)
  if (open.state === 'opening') return <FormSkeleton />
  const section =
    open.state === 'ready' &&
    open.draft.survey.sections.find(({ definition }) => definition.id === survey.sectionId)
  if (!section) {
    const unreached = open.state === 'failed' && open.status === 0
    const words = open.state === 'failed' ? open.message : t('surveys.invalidTemplateOrSection')
    return (
      <>
        <BuildingTop>{chooser}</BuildingTop>
        <main>
          <ErrorState text={unreached ? t('form.notOnDevice') : words} onRetry={retry} />
        </main>
      </>
    )
  }
  return (
    <DraftContext value={open.draft}>
      <FormLayout
        sectionId={section.id}
        subSectionId=""
        top={(picker) => (
          <BuildingTop sync={<SyncLine />} picker={picker} search={<SurveySearchBox />}>
            {chooser}
          </BuildingTop>
        )}
      />
    </DraftContext>
  )
}

interface BuildingTopProps {
  /** Sync state of the open survey. */
  readonly sync?: ReactNode
  /** Section picker. */
  readonly picker?: ReactNode
  /** Search field. */
  readonly search?: ReactNode
  /** Content below the heading. */
  readonly children?: ReactNode
}

/** The form's top bar with the main menu in place of Back. */
function BuildingTop({ sync, picker, search, children }: BuildingTopProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <header className={top.top} data-form>
        <ActionIcon color="gray" onClick={() => setOpened(true)} aria-label={t('common.openMenu')}>
          <IconMenu2 size={22} aria-hidden />
        </ActionIcon>
        <div className={top.words}>
          <h1 className={top.title}>{t('building.title')}</h1>
          {sync && (
            <div className={top.second}>
              {sync}
              {picker}
            </div>
          )}
        </div>
        {search}
        <NoticeLine />
        {opened && <MenuOverlay onClose={() => setOpened(false)} />}
      </header>
      {children}
    </>
  )
}
