import { Table } from '@mantine/core'
import { surveyDate } from '#web/lib/format.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { CutText } from './cut-text.tsx'
import { SortHeads } from './sort-heads.tsx'
import type { Sort } from './sorting.ts'
import { type Chosen, SurveyActions } from './survey-actions.tsx'
import classes from './survey-list.module.css'
import { SurveyMarks } from './survey-marks.tsx'
import { SurveyName } from './survey-name.tsx'
import { SurveyProgress } from './survey-progress.tsx'

interface Props {
  surveys: readonly DeviceSurvey[]
  /** The server is not reached: only what is on this device opens. */
  cutOff: boolean
  onChoose: (chosen: Chosen) => void
  sort: Sort | null
  /** null = not yet. */
  onSort: ((sort: Sort | null) => void) | null
}

export function SurveyTable({ surveys, cutOff, onChoose, sort, onSort }: Props) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing={6} horizontalSpacing="xs" highlightOnHover>
        <SortHeads sort={sort} onSort={onSort} />
        <Table.Tbody>
          {surveys.map((survey) => (
            <Row key={survey.id} survey={survey} away={cutOff && !survey.here} onChoose={onChoose} />
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
}

function Row({ survey, away, onChoose }: RowProps) {
  const a = survey.attributes
  return (
    <Table.Tr data-away={away || undefined}>
      <Table.Td>
        <span className={classes.named}>
          <SurveyName survey={survey} onChoose={onChoose} />
          <SyncMark state={survey.state} />
        </span>
        <SurveyMarks survey={survey} away={away} />
      </Table.Td>
      <Table.Td>
        <CutText text={a.owner} />
      </Table.Td>
      <Table.Td className={classes.date ?? ''}>{surveyDate(a.date_created, a.time_zone)}</Table.Td>
      <Table.Td className={classes.date ?? ''}>{surveyDate(a.last_edited, a.time_zone)}</Table.Td>
      <Table.Td className={classes.person ?? ''}>{a.created_by}</Table.Td>
      <Table.Td>
        <SurveyProgress progress={a.progress} />
      </Table.Td>
      <Table.Td>
        <SurveyActions survey={survey} away={away} onChoose={onChoose} />
      </Table.Td>
    </Table.Tr>
  )
}
