import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { openedFromDashboard } from '#web/lib/page/opened-from.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ContinueSurvey } from './continue-survey.tsx'
import { CreateSurvey } from './create-survey.tsx'
import classes from './dashboard.module.css'
import { FilterBar } from './filter-bar.tsx'
import { ListHead } from './list-head.tsx'
import { SentBack } from './sent-back.tsx'
import type { Chosen } from './survey-actions.tsx'
import { SurveyDialogs } from './survey-dialogs.tsx'
import { SurveyHistory } from './survey-history.tsx'
import { TeamLink } from './team-link.tsx'
import { useFilters } from './use-filters.ts'

export function DashboardScreen() {
  const [filters, setFilters] = useFilters()
  const [creating, setCreating] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  useTitle(t('history.title'))
  useEffect(openedFromDashboard, [])
  return (
    <>
      <ListHead>
        <PageHeader title={t('history.title')}>
          <ContinueSurvey />
          <TeamLink />
          <Button
            px="sm"
            className={classes.create ?? ''}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('history.create')}
          </Button>
        </PageHeader>
        <SentBack />
      </ListHead>
      <FilterBar filters={filters} onChange={setFilters} />
      <SurveyHistory
        filters={filters}
        onFilters={setFilters}
        onCreate={() => setCreating(true)}
        onChoose={setChosen}
      />
      {creating && <CreateSurvey onClose={() => setCreating(false)} />}
      <SurveyDialogs chosen={chosen} onChoose={setChosen} />
    </>
  )
}
