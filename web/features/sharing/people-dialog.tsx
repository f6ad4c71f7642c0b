import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { People } from './people.tsx'
import classes from './share-dialog.module.css'

interface Props {
  readonly surveyId: string
  readonly surveyName: string
  readonly onClose: () => void
  readonly onLeft: () => void
}

/** The members of the open survey. */
export function PeopleDialog({ surveyId, surveyName, onClose, onLeft }: Props) {
  const narrow = useMediaQuery(`(max-width: ${limits.breakpointDialog}px)`)
  return (
    <Dialog opened onClose={onClose} fullScreen={narrow ?? false} size="lg" title={t('together.people')}>
      <Text fw={600} mb="lg" className={classes.name}>
        {surveyName}
      </Text>
      <People surveyId={surveyId} onLeft={onLeft} />
    </Dialog>
  )
}
