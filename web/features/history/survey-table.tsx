import { Checkbox, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { surveyDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { StateChip } from '#web/ui/state-chip.tsx'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { CutText } from './cut-text.tsx'
import type { Selection } from './many/use-selection.ts'
import { SortHeads } from './sort-heads.tsx'
import type { Sort, SortKey } from './sorting.ts'
import { type Chosen, SurveyActions } from './survey-actions.tsx'
import classes from './survey-list.module.css'
import { SurveyMarks } from './survey-marks.tsx'
import { SurveyName } from './survey-name.tsx'
import { SurveyProgress } from './survey-progress.tsx'
import { WholeName } from './whole-name.tsx'

interface Props {
  surveys: readonly DeviceSurvey[]
  /** True if the server is unreachable: only surveys on this device open. */
  cutOff: boolean
  onChoose: (chosen: Chosen) => void
  sort: Sort | null
  /** null = the list cannot be sorted yet. */
  onSort: ((sort: Sort | null) => void) | null
  selection: Selection
}

export function SurveyTable({ surveys, cutOff, onChoose, sort, onSort, selection }: Props) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing={6} horizontalSpacing={8} highlightOnHover highlightOnHoverColor="var(--page)">
        <SortHeads
          sort={sort}
          onSort={onSort}
          first={<ChooseAll surveys={surveys} selection={selection} />}
        />
        <Table.Tbody>
          {surveys.map((survey) => (
            <Row
              key={survey.id}
              survey={survey}
              away={cutOff && !survey.here}
              onChoose={onChoose}
              selection={selection}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface RowProps {
  survey: DeviceSurvey
  away: boolean
  onChoose: Props['onChoose']
  selection: Selection
}

function ChooseAll({ surveys, selection }: Pick<Props, 'surveys' | 'selection'>) {
  const chosen = surveys.filter((survey) => selection.has(survey)).length
  const all = chosen === surveys.length
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: enlarges the checkbox's touch target
    <label className={classes.target}>
      <Checkbox
        aria-label={t('many.chooseAll')}
        checked={all}
        indeterminate={chosen > 0 && !all}
        onChange={() => selection.set(surveys, !all)}
      />
    </label>
  )
}

function Row({ survey, away, onChoose, selection }: RowProps) {
  const a = survey.attributes
  const chosen = selection.has(survey)
  return (
    <Table.Tr data-away={away || undefined} data-chosen={chosen || undefined}>
      <Table.Td className={classes.choose ?? ''}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: enlarges the checkbox's touch target */}
        <label className={classes.target}>
          <Checkbox
            aria-label={t('many.choose', { name: a.survey_name })}
            checked={chosen}
            onChange={({ currentTarget }) => selection.set([survey], currentTarget.checked)}
          />
        </label>
      </Table.Td>
      <Column of="name">
        <span className={classes.named}>
          <SurveyName survey={survey} onChoose={onChoose} />
          <SyncMark state={survey.state} />
        </span>
        <WholeName name={a.survey_name} />
        <SurveyMarks survey={survey} away={away} />
      </Column>
      <Column of="owner">
        <CutText text={a.owner} />
      </Column>
      <Column of="address">
        {a.address}
        <span className={classes.below} title={a.survey_template_name}>
          {a.survey_template_name}
        </span>
      </Column>
      <Column of="template">{a.survey_template_name}</Column>
      <Column of="state">
        <StateChip submitted={a.status === 'Completed'} review={reviewNow(a)} />
      </Column>
      <Column of="progress">
        <SurveyProgress progress={a.progress} />
      </Column>
      <Column of="edited">{surveyDate(a.last_edited, a.time_zone)}</Column>
      <Column of="created">{surveyDate(a.date_created, a.time_zone)}</Column>
      <Column of="creator">{a.created_by}</Column>
      <Table.Td>
        <SurveyActions survey={survey} away={away} onChoose={onChoose} />
      </Table.Td>
    </Table.Tr>
  )
}

/** A cell. The style sheet hides less important columns on narrow screens. */
function Column({ of, children }: { of: SortKey; children: ReactNode }) {
  return (
    <Table.Td data-column={of} className={classes.column ?? ''}>
      {children}
    </Table.Td>
  )
}
