import { Alert, List } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import type { Failed } from './use-each.ts'

/** Surveys for which an action failed, with the reasons. */
export function FailedList({ failed }: { failed: readonly Failed[] }) {
  return (
    <div role="alert">
      {failed.length > 0 && (
        <Alert color="red" title={t('many.failed', { count: failed.length })}>
          <List size="sm">
            {failed.map(({ survey, message }) => (
              <List.Item key={survey.id}>
                {t('many.failedOne', { name: survey.attributes.survey_name, message })}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}
