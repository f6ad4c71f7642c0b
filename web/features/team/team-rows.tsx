import { Table } from '@mantine/core'
import { surveyDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { openedFrom } from '#web/lib/page/opened-from.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import classes from '#web/ui/survey-rows.module.css'
import { SurveyState } from '#web/ui/survey-state.tsx'
import type { TeamSurvey } from './queries.ts'

interface Props {
  readonly surveys: readonly TeamSurvey[]
}

export function TeamTable({ surveys }: Props) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing={6} horizontalSpacing="sm" highlightOnHover highlightOnHoverColor="var(--page)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('teams.survey')}</Table.Th>
            <Table.Th>{t('teams.surveyor')}</Table.Th>
            <Table.Th>{t('teams.state')}</Table.Th>
            <Table.Th>{t('teams.progress')}</Table.Th>
            <Table.Th>{t('teams.edited')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {surveys.map((survey) => (
            <Table.Tr key={survey.id}>
              <Table.Td>
                <SurveyLink survey={survey} />
                <span className={classes.second}>{survey.attributes.owner}</span>
              </Table.Td>
              <Table.Td>{survey.attributes.created_by}</Table.Td>
              <Table.Td>
                <SurveyState attributes={survey.attributes} />
              </Table.Td>
              <Table.Td>{survey.attributes.progress}</Table.Td>
              <Table.Td className={classes.date ?? ''}>{edited(survey)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

export function TeamCards({ surveys }: Props) {
  return (
    <ul className={classes.cards}>
      {surveys.map((survey) => (
        <li key={survey.id} className={classes.card}>
          <div className={classes.line}>
            <SurveyLink survey={survey} />
            <SurveyState attributes={survey.attributes} />
          </div>
          <div className={classes.line}>
            <span className={classes.second}>{survey.attributes.owner}</span>
            <span className={classes.date}>{edited(survey)}</span>
          </div>
          <div className={classes.line}>
            <span>{survey.attributes.created_by}</span>
            <span className={classes.second}>{survey.attributes.progress}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A link to the form, which fetches the survey itself. */
function SurveyLink({ survey: { id, attributes: a } }: { survey: TeamSurvey }) {
  const { pathname, search } = useLocation()
  const form = new URLSearchParams({ templateId: a.survey_template_id, surveyId: id })
  return (
    <Link
      className={classes.name}
      to={`/survey?${form}`}
      onClick={() => openedFrom(`${pathname}${search}`, id)}
    >
      {a.survey_name}
    </Link>
  )
}

function edited({ attributes: { last_edited, time_zone } }: TeamSurvey): string {
  return surveyDate(last_edited, time_zone)
}
