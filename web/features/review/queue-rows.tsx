import { Checkbox, Table } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { Selection } from '#web/features/history/many/use-selection.ts'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import rows from '#web/ui/survey-rows.module.css'
import { SurveyState } from '#web/ui/survey-state.tsx'
import { type QueuedSurvey, type QueueFilters, surveyAddress } from './queries.ts'
import classes from './queue.module.css'

interface Props {
  readonly surveys: readonly QueuedSurvey[]
  readonly filters: QueueFilters
  /** undefined: these surveys can't be accepted. */
  readonly selection?: Selection<QueuedSurvey>
}

export function QueueTable({ surveys, filters, selection }: Props) {
  return (
    <div className={rows.table}>
      <Table verticalSpacing={6} horizontalSpacing="sm" highlightOnHover highlightOnHoverColor="var(--page)">
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th className={classes.check ?? ''}>
                <SelectPage surveys={surveys} selection={selection} />
              </Table.Th>
            )}
            <Table.Th>{t('teams.survey')}</Table.Th>
            <Table.Th>{t('reviews.template')}</Table.Th>
            <Table.Th>{t('teams.surveyor')}</Table.Th>
            <Table.Th>{t('teams.state')}</Table.Th>
            <Table.Th>{t('reviews.submittedOn')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {surveys.map((survey) => (
            <Table.Tr key={survey.id}>
              {selection && (
                <Table.Td className={classes.check ?? ''}>
                  <Select survey={survey} selection={selection} />
                </Table.Td>
              )}
              <Table.Td>
                <SurveyLink survey={survey} filters={filters} />
                <span className={rows.second}>{whereOf(survey)}</span>
              </Table.Td>
              <Table.Td>{survey.attributes.survey_template_name}</Table.Td>
              <Table.Td>{survey.attributes.created_by}</Table.Td>
              <Table.Td>
                <SurveyState attributes={survey.attributes} />
              </Table.Td>
              <Table.Td className={rows.date ?? ''}>{shortTime(survey.attributes.submitted_at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

export function QueueCards({ surveys, filters, selection }: Props) {
  return (
    <>
      {selection && surveys.length > 1 && (
        <SelectPage surveys={surveys} selection={selection} label={t('reviews.selectPage')} />
      )}
      <ul className={rows.cards}>
        {surveys.map((survey) => (
          <li key={survey.id} className={rows.card} data-selects={selection !== undefined}>
            {selection && <Select survey={survey} selection={selection} />}
            <div className={classes.words}>
              <SurveyLink survey={survey} filters={filters} />
              <div className={rows.second}>{whereOf(survey)}</div>
              <div className={rows.second}>
                {survey.attributes.created_by} · {survey.attributes.survey_template_name}
              </div>
              <span className={rows.line}>
                <SurveyState attributes={survey.attributes} />
                <span className={rows.date}>{shortTime(survey.attributes.submitted_at)}</span>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A link to a survey's report and form. */
function SurveyLink({
  survey: { id, attributes },
  filters,
}: {
  survey: QueuedSurvey
  filters: QueueFilters
}) {
  return (
    <Link className={rows.name} to={surveyAddress(id, filters)}>
      {attributes.survey_name}
    </Link>
  )
}

function whereOf({ attributes: { address, owner } }: QueuedSurvey): string {
  return [owner, address].filter(Boolean).join(' · ')
}

interface SelectProps {
  readonly survey: QueuedSurvey
  readonly selection: Selection<QueuedSurvey>
}

function Select({ survey, selection }: SelectProps) {
  const checked = selection.has(survey)
  return (
    <Checkbox
      classNames={{ root: classes.box ?? '' }}
      aria-label={t('reviews.select', { name: survey.attributes.survey_name })}
      checked={checked}
      disabled={!checked && selection.surveys.length >= limits.acceptedAtOnce}
      onChange={({ currentTarget }) => selection.set([survey], currentTarget.checked)}
    />
  )
}

interface PageProps {
  readonly surveys: readonly QueuedSurvey[]
  readonly selection: Selection<QueuedSurvey>
  readonly label?: string
}

function SelectPage({ surveys, selection, label }: PageProps) {
  const chosen = surveys.filter((survey) => selection.has(survey)).length
  const room = limits.acceptedAtOnce - selection.surveys.length
  const others = surveys.filter((survey) => !selection.has(survey))
  return (
    <Checkbox
      classNames={{ root: classes.box ?? '' }}
      {...(label ? { label } : { 'aria-label': t('reviews.selectPage') })}
      checked={chosen > 0 && chosen === surveys.length}
      indeterminate={chosen > 0 && chosen < surveys.length}
      onChange={({ currentTarget }) =>
        currentTarget.checked
          ? selection.set(others.slice(0, Math.max(0, room)), true)
          : selection.set(surveys, false)
      }
    />
  )
}
